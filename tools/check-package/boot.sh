#!/bin/sh
# Boots the systemd of a Debian root as the first process of namespaces of its own: boot.sh ROOT, called by unshare.
set -eu
root=$1

mount --make-rprivate /
mount --bind "$root" "$root"
mount -t proc proc "$root/proc"
mount -t sysfs sysfs "$root/sys"
mount -t tmpfs tmpfs "$root/dev"
mkdir "$root/dev/pts" "$root/dev/shm"
for device in null zero full random urandom tty; do
  touch "$root/dev/$device"
  mount --bind "/dev/$device" "$root/dev/$device"
done
mount -t devpts -o newinstance,ptmxmode=0666 devpts "$root/dev/pts"
ln -s pts/ptmx "$root/dev/ptmx"
ln -s /proc/self/fd "$root/dev/fd"
mount -t tmpfs -o mode=755 tmpfs "$root/run"
if [ -e /sys/fs/cgroup/cgroup.controllers ]; then
  mount -t cgroup2 cgroup2 "$root/sys/fs/cgroup"
else
  mount -t tmpfs -o mode=755 tmpfs "$root/sys/fs/cgroup"
  mkdir "$root/sys/fs/cgroup/systemd"
  mount -t cgroup -o none,name=systemd,xattr cgroup "$root/sys/fs/cgroup/systemd"
fi
ip link set lo up
mkdir -p "$root/.outside"
cd "$root"
# A root that is only changed (chroot) is no mount of its own, and systemd hands no credentials to services there.
pivot_root . .outside
exec env -i container=gatehouse-check PATH=/usr/sbin:/usr/bin:/sbin:/bin \
  SYSTEMD_PROC_CMDLINE=SYSTEMD_CGROUP_ENABLE_LEGACY_FORCE=1 \
  sh -c 'umount -l /.outside && mount --make-rshared / && exec /lib/systemd/systemd --log-target=journal'
