set -- of-its-own more
