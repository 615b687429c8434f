#!/bin/sh
# Installs the programs that the tests talk to, where they are missing. Silent where all are there.
set -eu

# Debian package, or its names in several releases, and a file that shows that it is there, or one for each release.
peers='
openssh-server   /usr/sbin/sshd
dropbear-bin     /usr/sbin/dropbear
snmpd            /usr/sbin/snmpd
snmp             /usr/bin/snmpwalk
netconfd         /usr/sbin/netconfd
libnetconf2-2|libnetconf2-dev /usr/lib/*/libnetconf2.so.2 /usr/share/yang/modules/libnetconf2
freeradius       /usr/sbin/freeradius
freeradius-utils /usr/bin/radclient
eapoltest        /usr/bin/eapol_test
radsecproxy      /usr/sbin/radsecproxy
openssl          /usr/bin/openssl
postgresql       /usr/lib/postgresql/*/bin/postgres
iputils-ping     /usr/bin/ping
libcap2-bin      /usr/sbin/setcap
iproute2         /sbin/ip
traceroute       /usr/bin/traceroute
systemd          /usr/bin/systemd-notify
bind9-dnsutils   /usr/bin/nslookup
pgbouncer        /usr/sbin/pgbouncer
chromium         /usr/bin/chromium
poppler-utils    /usr/bin/pdftotext
qpdf             /usr/bin/qpdf
zbar-tools       /usr/bin/zbarimg
lighttpd         /usr/sbin/lighttpd
opennds-daemon   /usr/bin/opennds
nftables         /usr/sbin/nft
iptables         /usr/sbin/iptables-legacy
iproute2         /usr/sbin/ip
curl             /usr/bin/curl
pebble           /usr/bin/pebble
nginx            /usr/sbin/nginx
caddy            /usr/bin/caddy
lighttpd-mod-openssl /usr/lib/lighttpd/mod_openssl.so
python3-paramiko /usr/lib/python3/dist-packages/paramiko/server.py
python3-aiosmtpd /usr/lib/python3/dist-packages/aiosmtpd/smtp.py
'

missing() {
  echo "$peers" | while read -r package files; do
    [ -n "$package" ] || continue
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

wanted=$(missing)
if [ "$(id -u)" -ne 0 ]; then
  [ -n "$wanted" ] || exit 0
  echo "tests need Debian packages; as root: apt-get install --no-install-recommends$wanted" >&2
  exit 1
fi

if [ -z "$wanted" ]; then
  let_users_ping
  exit 0
fi

# Debian starts a daemon as soon as it is installed, unless this says no.
policy=/usr/sbin/policy-rc.d
if [ ! -e "$policy" ]; then
  trap 'rm -f "$policy"' EXIT
  printf '#!/bin/sh\nexit 101\n' >"$policy"
  chmod 755 "$policy"
fi

export DEBIAN_FRONTEND=noninteractive
echo "installing$wanted"
apt-get -qq update </dev/null
packages=$(for one in $wanted; do offered "$one"; done)
# shellcheck disable=SC2086
apt-get -qq install --no-install-recommends $packages </dev/null

wanted=$(missing)
[ -z "$wanted" ] || { echo "tests cannot run: still missing after installation:$wanted" >&2; exit 1; }
let_users_ping
