#!/bin/bash
# enter.sh ROOT SOURCE ro|rw COMMAND...: runs COMMAND in the system in the directory ROOT.
#
# To be started as the first process of namespaces of its own (mount, PID, IPC, UTS): it mounts
# what a system needs, and leaves ROOT as it is, unless it is told "rw". COMMAND finds the
# source tree SOURCE, which nobody can change, as its working directory, and /tmp, /run, /root
# and /dev empty. The network is the caller's.
set -euo pipefail

root=$1
source=$2
mode=$3
shift 3

hostname "$(basename "$root" .new)"
mount --bind "$root" "$root"
cd "$root"
mount --bind "$source" mnt
mount -o remount,bind,ro mnt
mount -t proc proc proc
mount -t sysfs -o ro sysfs sys
for directory in tmp run root dev; do
	mount -t tmpfs -o mode=755 tmpfs "$directory"
done
chmod 1777 tmp
for device in null zero full random urandom tty; do
	: >"dev/$device"
	mount --bind "/dev/$device" "dev/$device"
done
mkdir dev/pts dev/shm
chmod 1777 dev/shm
mount -t devpts -o newinstance,ptmxmode=0666,mode=620 devpts dev/pts
ln -s pts/ptmx dev/ptmx
ln -s /proc/self/fd dev/fd
ln -s fd/0 dev/stdin
ln -s fd/1 dev/stdout
ln -s fd/2 dev/stderr
[ "$mode" = rw ] || mount -o remount,bind,ro .

# Not chroot(2), in which nobody may make a user namespace. The old root then lies over the
# new one, and goes.
# Source: pivot_root(2), "pivot_root(".", ".")".
pivot_root . .
umount -l .

# This shell stays, to wait for what nobody else does. A background process of an outer shell
# ignores SIGINT, which tests want to see.
cd /mnt
env -i --default-signal PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin \
	HOME=/root LC_ALL=C.UTF-8 TERM=dumb PYTHONDONTWRITEBYTECODE=1 "$@"
