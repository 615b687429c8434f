import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const run = promisify(execFile);

/*
 * A host, three routers in a row and a target, each in a network namespace of its own, without root: the namespaces belong
 * to a user namespace that ends with the command.
 */

/** Addresses of the routers as the host sees them, and of the target behind them. */
export const path = ['10.77.1.2', '10.77.2.2', '10.77.3.2', '10.77.4.2'] as const;

const script = `
set -e
own=$(readlink /proc/self/ns/net)
space() {
  unshare -n sleep 60 &
  while [ "$(readlink /proc/$!/ns/net)" = "$own" ]; do sleep 0.01; done
}
inside() { nsenter -t "$1" -n sh -ec "$2"; }
# Connects two namespaces by the network 10.77.N.0/24. The second answers with ICMP as often as it is asked.
connect() {
  ip link add "a$3" type veth peer name "b$3"
  ip link set "a$3" netns "$1"
  ip link set "b$3" netns "$2"
  inside "$1" "ip addr add 10.77.$3.1/24 dev a$3; ip link set a$3 up"
  inside "$2" "ip addr add 10.77.$3.2/24 dev b$3; ip link set b$3 up; echo 1 >/proc/sys/net/ipv4/ip_forward; echo 0 >/proc/sys/net/ipv4/icmp_ratelimit"
}
space; r1=$!
space; r2=$!
space; r3=$!
space; target=$!
trap 'kill $r1 $r2 $r3 $target' EXIT
connect $$ $r1 1
connect $r1 $r2 2
connect $r2 $r3 3
connect $r3 $target 4
ip route add 10.77.0.0/16 via 10.77.1.2
inside $r1 'ip route add 10.77.0.0/16 via 10.77.2.2'
inside $r2 'ip route add 10.77.1.0/24 via 10.77.2.1; ip route add 10.77.4.0/24 via 10.77.3.2'
inside $r3 'ip route add 10.77.0.0/16 via 10.77.3.1'
inside $target 'ip route add 10.77.0.0/16 via 10.77.4.1'
"$@"
`;

/** Runs a command on the host. @returns its output */
export async function runOnHost(command: readonly string[]): Promise<string> {
  const { stdout } = await run('unshare', ['-rn', 'sh', '-c', script, 'sh', ...command]);
  return stdout;
}

/** Returns whether this machine lets its users make network namespaces. */
export async function canMakeNamespaces(): Promise<boolean> {
  return run('unshare', ['-rn', 'ip', 'link', 'set', 'lo', 'up']).then(
    () => true,
    () => false,
  );
}
