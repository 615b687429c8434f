import type { Gateway } from '../../gateway/gateway.ts';
import { insertDeviceLogEntry } from '../../inventory/transaction/device-log.ts';
import { MessageIntake } from './message-intake.ts';
import { readSyslogMessage } from './syslog-message.ts';
import { isAmbiguous, type TrapSource } from './trap-source.ts';
import { startUdpListener, type Sender, type UdpListener } from './udp-sockets.ts';

/** Ambiguous: devices of several organizations have the address. */
type Outcome = 'recorded' | 'ambiguous';

type Listener = Pick<UdpListener, 'stop'>;

/** Messages that are worked on at a time; more are dropped and counted. */
const maxInFlight = 512;
/** Longest text of a row, in characters. */
const maxTextLength = 3_800;

/**
 * Listens for syslog messages at the addresses of `syslog_listener`, and records them in the log of the device whose address
 * they come from.
 *
 * @throws Error for the operator: an address that is not one of the machine, or a port that is taken or not allowed
 */
export async function startSyslogListener(gateway: Gateway): Promise<readonly Listener[]> {
  const { enabled, host: hosts, port, tcp, tls } = gateway.config.syslog_listener;
  const intake = new MessageIntake<Outcome>(gateway, {
    rates: gateway.config.syslog_listener,
    maxInFlight,
    metric: {
      name: 'gatehouse_syslog_messages_total',
      help: 'Syslog messages received, by outcome.',
    },
    messages: {
      dropped: 'syslog message dropped',
      notStored: 'syslog message: cannot be stored; dropped',
    },
    accepted: ['recorded'],
  });
  const receive = (octets: Buffer, address: string) =>
    intake.receive(address, (sources) => record(gateway, sources, octets));
  const listeners: Listener[] = [];
  if (enabled) {
    const receiveDatagram = (octets: Buffer, { address }: Sender) => void receive(octets, address);
    const options = { hosts, port, key: 'syslog_listener', receive: receiveDatagram };
    listeners.push(await startUdpListener(options));
  }
  if (tcp.enabled || tls.enabled) {
    const { startSyslogStreams } = await import('./syslog-streams.ts');
    const isKnown = (address: string) => intake.isKnown(address);
    listeners.push(...(await startSyslogStreams(gateway, { isKnown, receive })));
  }
  return listeners;
}

/** Records a message in the log of each device at its address. */
async function record(
  gateway: Gateway,
  sources: readonly TrapSource[],
  octets: Buffer,
): Promise<Outcome> {
  if (isAmbiguous(sources.map(({ device }) => device))) return 'ambiguous';
  const entry = entryOf(octets);
  await gateway.store.write(
    sources.map(({ device }) => insertDeviceLogEntry(gateway, device, entry)),
  );
  return 'recorded';
}

/** Returns the row of the device log: the program, and facility, severity and text as a JSON object. */
function entryOf(octets: Buffer) {
  const { app, facility, severity, text } = readSyslogMessage(octets);
  const value = JSON.stringify({ facility, severity, text: text.slice(0, maxTextLength) });
  return { action: 'event', variable_name: app ?? 'syslog', value } as const;
}
