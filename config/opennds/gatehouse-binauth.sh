#!/bin/sh
# Limits of the guests of Gatehouse for openNDS at the levels 1 and 2, and reports of devices that openNDS has cut off, at any level.
#
# openNDS 9:  option binauth '/etc/opennds/gatehouse-binauth.sh', or in opennds.conf: binauth /etc/opennds/gatehouse-binauth.sh
# openNDS 10: copy it to /usr/lib/opennds/custombinauth.sh
#
# Fill in the two lines, and let only root read the file: chmod 700.

# The faskey of openNDS.
gatehouse_faskey=''
# The portal page of the gateway as the router reaches it; empty: no reports.
gatehouse_portal='http://portal.example.net/portal/'

gatehouse_hash() { printf '%s' "$1" | sha256sum | cut -c 1-64; }

# Sets the limits that the gateway has signed for a token. Without its signature the session ends after a second.
gatehouse_limits() {
	gatehouse_values=${2%-*}
	if [ "$2" != "$(gatehouse_sign "$1" "$gatehouse_values")" ]; then gatehouse_values=1-1-1-1-1; fi
	session_length=${gatehouse_values%%-*}
	sessiontimeout=$session_length
	gatehouse_rest=${gatehouse_values#*-}
	upload_rate=${gatehouse_rest%%-*}
	gatehouse_rest=${gatehouse_rest#*-}
	download_rate=${gatehouse_rest%%-*}
	gatehouse_rest=${gatehouse_rest#*-}
	upload_quota=${gatehouse_rest%%-*}
	download_quota=${gatehouse_rest#*-}
}

gatehouse_sign() {
	printf '%s-%s' "$2" "$(gatehouse_hash "$(gatehouse_hash "$1")-$2-$gatehouse_faskey")"
}

# Posts in the background, since openNDS waits for this script.
gatehouse_report() {
	[ -n "$gatehouse_portal" ] || return 0
	gatehouse_data="auth_get=deauthed&report=method=$1,clientmac=$2,bytes_incoming=$3,bytes_outgoing=$4,token=$7"
	(
		for gatehouse_try in 1 2 3; do
			if command -v curl >/dev/null; then
				curl -sf -m 10 -o /dev/null -d "$gatehouse_data" "$gatehouse_portal" && break
			else
				wget -q -T 10 -O /dev/null --post-data="$gatehouse_data" "$gatehouse_portal" && break
			fi
			sleep 5
		done
	) >/dev/null 2>&1 </dev/null &
}

case $1 in
auth_client)
	gatehouse_limits "$6" "$7"
	# openNDS 10 includes this file in its own script, which prints the limits.
	case $0 in
	*/binauth_log.sh) ;;
	*) echo "$session_length $upload_rate $download_rate $upload_quota $download_quota" ;;
	esac
	;;
*_deauth) gatehouse_report "$@" ;;
esac
