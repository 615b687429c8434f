#!/bin/sh
# Installs the programs that the tests talk to, where they are missing. Silent where all are there. Services that it installs
# neither run nor start with the machine; services that were there before stay as they are.
#
# packages.sh [TABLE]  TABLE in place of packages.txt
set -eu

table=${1:-$(dirname "$0")/packages.txt}
# Exists while packages are installed, and after a run that was killed.
state=/var/lib/gatehouse-tests
policy=/usr/sbin/policy-rc.d
policy_mark='# Written by the tests of Gatehouse while they install packages.'
no_cluster=/etc/postgresql-common/createcluster.d/gatehouse-tests.conf

missing() {
  grep -v '^#' "$table" | while read -r package files; do
    # Unquoted, for the patterns; where nothing matches, the pattern itself is looked for and not found.
    for file in $files; do
      if [ -e "$file" ]; then continue 2; fi
    done
    printf ' %s' "$package"
  done
}

# Prints the first of the names that this release has.
offered() {
  for name in $(echo "$1" | tr '|' ' '); do
    if apt-cache show "$name" >/dev/null 2>&1; then break; fi
  done
  printf ' %s' "$name"
}

# Users of Debian 13 may ping by a setting of the kernel, which a root that was not booted may lack; on Debian 12 ping has a
# capability.
let_users_ping() {
  setpriv --reuid=65534 --regid=65534 --clear-groups ping -c 1 -W 5 127.0.0.1 >/dev/null 2>&1 ||
    setcap cap_net_raw+p /usr/bin/ping
}

# Prints the links that start services with the machine: enabled units of systemd, their aliases, and scripts of SysV. A link to
# a file that is missing starts no service.
start_links() {
  find /etc/systemd/system /etc/systemd/user -type l ! -xtype l ! -lname /dev/null 2>/dev/null || true
  find /etc/rc[S2345].d -name 'S*' -type l ! -xtype l 2>/dev/null || true
}

is_own_policy() { grep -qsF "$policy_mark" "$policy"; }

# Debian starts a service as soon as it is installed, unless policy-rc.d says no, enables it, and creates a database cluster with
# PostgreSQL.
begin_installation() {
  mkdir -p "$state"
  start_links >"$state/links.new"
  mv "$state/links.new" "$state/links"
  if [ -e "$policy" ] || [ -L "$policy" ]; then mv "$policy" "$state/policy-rc.d"; fi
  printf '#!/bin/sh\n%s\nexit 101\n' "$policy_mark" >"$policy"
  chmod 755 "$policy"
  mkdir -p "${no_cluster%/*}"
  echo 'create_main_cluster = false' >"$no_cluster"
}

# Disables what was enabled since begin_installation, and puts back the policy. Does no harm where it was interrupted.
end_installation() {
  if [ -e "$state/links" ]; then
    start_links | grep -vxFf "$state/links" | while read -r link; do disable "$link"; done
    [ ! -d /run/systemd/system ] || systemctl daemon-reload
  fi
  if is_own_policy; then rm "$policy"; fi
  if [ -e "$state/policy-rc.d" ] || [ -L "$state/policy-rc.d" ]; then mv "$state/policy-rc.d" "$policy"; fi
  rm -f "$no_cluster"
  rmdir --ignore-fail-on-non-empty "${no_cluster%/*}" "${no_cluster%/*/*}" 2>/dev/null || true
  rm -r "$state"
}

# Removes a link to a unit, or lets a script of SysV be stopped in its runlevels: an upgrade of the package enables neither again.
disable() {
  case $1 in
    /etc/rc*) [ ! -L "$1" ] || _SKIP_SYSTEMD_NATIVE=1 update-rc.d "$(basename "$1" | sed 's/^S[0-9]*//')" disable ;;
    *) rm "$1" ;;
  esac
}

wanted=$(missing)
if [ "$(id -u)" -ne 0 ]; then
  [ -n "$wanted" ] || exit 0
  echo "tests need Debian packages; as root: apt-get install --no-install-recommends$wanted" >&2
  exit 1
fi

if [ -n "$wanted" ] || [ -d "$state" ]; then
  # Two runs at a time would end each other's installation.
  exec 9</var/lib/dpkg
  flock 9
  [ ! -d "$state" ] || end_installation
  wanted=$(missing)
fi
if [ -z "$wanted" ]; then
  let_users_ping
  exit 0
fi

trap 'end_installation' EXIT
trap 'exit 130' HUP INT TERM
begin_installation
export DEBIAN_FRONTEND=noninteractive
echo "installing$wanted"
apt-get -qq update </dev/null 9>&-
packages=$(for one in $wanted; do offered "$one"; done)
# shellcheck disable=SC2086
apt-get -qq install --no-install-recommends $packages </dev/null 9>&-

wanted=$(missing)
[ -z "$wanted" ] || { echo "tests cannot run: still missing after installation:$wanted" >&2; exit 1; }
let_users_ping
