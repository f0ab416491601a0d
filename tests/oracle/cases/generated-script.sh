#!/bin/bash
# oracle: launches 4
# oracle: env OUT=work.tmp
SIZE=4
cat > run_$SIZE.sh <<EOF
#!/bin/bash
set -e
SIZE=8
python3 train.py --written $SIZE --running \$SIZE "\$@" \\
  --last "\${OUT}"
EOF
chmod +x run_4.sh
bash run_4.sh a
./run_4.sh b
cat <<'EOF' >> run_4.sh
python3 train.py appended
EOF
. ./run_4.sh c > /dev/null 2>&1
