set -- own
nothing || true
