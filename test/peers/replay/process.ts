import type { Recording } from '../../../src/device-type/record/recording.ts';
import { startHttpReplay } from './http.ts';
import { readRecordings } from './recordings.ts';
import { startSnmpReplay } from './snmp.ts';
import { startSshReplay } from './ssh.ts';

/* The process that replays all recordings: one server for each protocol. It prints its ports and runs until SIGTERM. */

const recordings = readRecordings();

const of = <P extends Recording['protocol']>(...protocols: readonly P[]) =>
  new Map(
    [...recordings].flatMap(([name, recording]) =>
      isOf(recording, protocols) ? [[name, recording] as const] : [],
    ),
  );

function isOf<P extends Recording['protocol']>(
  recording: Recording,
  protocols: readonly P[],
): recording is Extract<Recording, { protocol: P }> {
  return protocols.some((protocol) => protocol === recording.protocol);
}

const http = await startHttpReplay(of('http'));
const ports = {
  ssh: (await startSshReplay(of('ssh', 'netconf'))).port,
  snmp: (await startSnmpReplay(of('snmp'))).port,
  http: Object.fromEntries(http.ports),
};
process.once('SIGTERM', () => process.exit(0));
process.stdout.write(`${JSON.stringify(ports)}\n`);
