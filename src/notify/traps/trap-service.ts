import { createHash, randomBytes } from 'node:crypto';
import type { Gateway } from '../../gateway/gateway.ts';
import { insertDeviceLogEntry } from '../../inventory/transaction/device-log.ts';
import type { Notification, ReceivedMessage } from '../../protocol/snmp/notification.ts';
import { TtlCache } from '../../runtime/cache.ts';
import { MessageIntake } from './message-intake.ts';
import { SenderClocks } from './sender-clock.ts';
import { isAmbiguous, type TrapSource } from './trap-source.ts';
import { trapEntry } from './trap-entry.ts';

/** A datagram with its sender, and how to answer it. */
export interface ReceivedDatagram {
  readonly octets: Buffer;
  readonly address: string;
  readonly port: number;
  readonly answer: (reply: Buffer) => void;
}

type Outcome =
  'recorded' | 'report' | 'duplicate' | 'malformed' | 'credentials' | 'replayed' | 'ambiguous';

/** An inform of one or several devices at the same address. */
interface Inform {
  readonly devices: readonly TrapSource['device'][];
  readonly notification: Notification;
  readonly reply: Buffer;
}

/** Datagrams that are worked on at a time; more are dropped, and informs among them are sent again. */
const maxInFlight = 256;
/** An inform that is sent again within this time is a retransmission. */
const duplicateMs = 300_000;

/** First octets of an engine id of our own: an enterprise number of examples (RFC 5612), then octets of any kind. */
const enginePrefix = Buffer.from('80007ed905', 'hex');

/** Records traps and informs of devices in the device log. An inform is answered only after the commit. */
export class TrapService {
  readonly #gateway: Gateway;
  readonly #intake: MessageIntake<Outcome>;
  readonly #clocks: SenderClocks;
  readonly #informs: TtlCache<'pending' | 'recorded'>;
  /** Random for each start, so that informs to an earlier run are not accepted: their keys belong to another engine. */
  readonly #engineId = Buffer.concat([enginePrefix, randomBytes(12)]);

  constructor(gateway: Gateway) {
    const clock = gateway.clock.monotonicMs;
    this.#gateway = gateway;
    this.#intake = new MessageIntake(gateway, {
      rates: gateway.config.snmp.traps,
      maxInFlight,
      metric: {
        name: 'gatehouse_snmp_notifications_total',
        help: 'SNMP traps and informs received, by outcome.',
      },
      messages: {
        dropped: 'SNMP notification dropped',
        notStored: 'SNMP notification: cannot be stored; not answered',
      },
      accepted: ['recorded', 'report', 'duplicate'],
    });
    this.#clocks = new SenderClocks(clock);
    this.#informs = new TtlCache({ ttlMs: duplicateMs, maxEntries: 16_384, clock });
  }

  /** Records the notification in a datagram, or drops and counts it. Never throws. */
  receive(datagram: ReceivedDatagram): Promise<void> {
    return this.#intake.receive(datagram.address, (sources) => this.#handle(datagram, sources));
  }

  async #handle(datagram: ReceivedDatagram, sources: readonly TrapSource[]): Promise<Outcome> {
    const { readNotification } = await import('../../protocol/snmp/notification.ts');
    const messages = sources.map(({ device, credentials: { community, snmpV3 } }) => ({
      device,
      message: readNotification(datagram.octets, { community, user: snmpV3 }, this.#engineId),
    }));
    return this.#finish(datagram, messages);
  }

  async #finish(
    datagram: ReceivedDatagram,
    messages: readonly { device: TrapSource['device']; message: ReceivedMessage }[],
  ): Promise<Outcome> {
    const accepted = messages.flatMap(({ device, message }) =>
      message.kind === 'notification' ? [{ device, message }] : [],
    );
    if (accepted.length === 0) {
      return this.#answerReport(
        datagram,
        messages.map(({ message }) => message),
      );
    }
    if (isAmbiguous(accepted.map(({ device }) => device))) return 'ambiguous';
    const current = accepted.filter(
      ({ device, message: { sender } }) =>
        sender === null || this.#clocks.accept(device.id, sender),
    );
    const [first] = current;
    if (first === undefined) return 'replayed';
    const { reply, notification } = first.message;
    const devices = current.map(({ device }) => device);
    if (reply === null) {
      await this.#record(devices, notification);
      return 'recorded';
    }
    return this.#recordInform(datagram, { devices, notification, reply });
  }

  /** Records an inform once, however often it is sent, and answers it after the commit. */
  async #recordInform(
    datagram: ReceivedDatagram,
    { devices, notification, reply }: Inform,
  ): Promise<Outcome> {
    const key = keyOf(datagram, notification);
    const state = this.#informs.get(key);
    if (state !== undefined) {
      if (state === 'recorded') datagram.answer(reply);
      return 'duplicate';
    }
    this.#informs.set(key, 'pending');
    try {
      await this.#record(devices, notification);
    } catch (error) {
      this.#informs.delete(key);
      throw error;
    }
    this.#informs.set(key, 'recorded');
    datagram.answer(reply);
    return 'recorded';
  }

  /** Answers with the report that the credentials of one of the devices ask for, if any does. */
  #answerReport(datagram: ReceivedDatagram, messages: readonly ReceivedMessage[]): Outcome {
    const report = messages.find(({ kind }) => kind === 'report');
    if (report?.kind === 'report') datagram.answer(report.reply);
    const refused = messages.find(({ kind }) => kind === 'refused');
    return report === undefined && refused?.kind === 'refused' ? refused.reason : 'report';
  }

  async #record(devices: readonly TrapSource['device'][], notification: Notification) {
    const entry = trapEntry(notification);
    await this.#gateway.store.write(
      devices.map((device) => insertDeviceLogEntry(this.#gateway, device, entry)),
    );
  }
}

/** Returns a key of an inform: over SNMPv3 only its request-id stays the same when it is sent again. */
function keyOf({ address, port }: ReceivedDatagram, { requestId, oid, varbinds }: Notification) {
  const values = varbinds.map((varbind) => [varbind.oid, String(varbind.value)]);
  const text = JSON.stringify([address, port, requestId, oid, values]);
  return createHash('sha256').update(text).digest('base64');
}
