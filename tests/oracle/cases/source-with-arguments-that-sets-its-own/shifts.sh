shift
