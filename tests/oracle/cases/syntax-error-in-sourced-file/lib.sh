A=1
fi
A=2
