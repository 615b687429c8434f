import { createHash, randomBytes } from 'node:crypto';
import { Counter } from 'prom-client';
import { asFault } from '../errors.ts';
import type { Gateway } from '../gateway.ts';
import { insertDeviceLogEntry } from '../inventory/device/device-log.ts';
import type { Notification, ReceivedMessage } from '../protocol/snmp/notification.ts';
import { RateLimitedLog } from '../runtime/rate-limited-log.ts';
import { RateLimiter } from '../runtime/rate-limiter.ts';
import { TtlCache } from '../runtime/ttl-cache.ts';
import { SenderClocks } from './sender-clock.ts';
import { TrapSources, type TrapSource } from './trap-source.ts';
import { trapEntry } from './trap-entry.ts';

/** A datagram with its sender, and how to answer it. */
export interface ReceivedDatagram {
  readonly octets: Buffer;
  readonly address: string;
  readonly port: number;
  readonly answer: (reply: Buffer) => void;
}

type Outcome =
  | 'recorded'
  | 'report'
  | 'duplicate'
  | 'unknown_source'
  | 'malformed'
  | 'credentials'
  | 'replayed'
  | 'rate'
  | 'not_stored';

/** An inform of one or several devices at the same address. */
interface Inform {
  readonly devices: readonly TrapSource['device'][];
  readonly notification: Notification;
  readonly reply: Buffer;
}

const logIntervalMs = 60_000;
/** Datagrams that are worked on at a time; more are dropped, and informs among them are sent again. */
const maxInFlight = 256;
/** Time in which an inform that is sent again is the same one. */
const duplicateMs = 300_000;

/** First octets of an engine id of our own: an enterprise number of examples (RFC 5612), then octets of any kind. */
const enginePrefix = Buffer.from('80007ed905', 'hex');

/** Records traps and informs of devices in the device log. An inform is answered only after the commit. */
export class TrapService {
  readonly #gateway: Gateway;
  readonly #sources: TrapSources;
  readonly #clocks: SenderClocks;
  readonly #informs: TtlCache<'pending' | 'recorded'>;
  readonly #perDevice: RateLimiter;
  readonly #total: RateLimiter;
  readonly #log = new RateLimitedLog(logIntervalMs);
  readonly #counter: Counter<'outcome'>;
  /** Random for each start, so that an inform of an earlier one is not accepted: its keys are those of another engine. */
  readonly #engineId = Buffer.concat([enginePrefix, randomBytes(12)]);
  #inFlight = 0;

  constructor(gateway: Gateway) {
    const { device_rate: perMinute, total_rate: perSecond } = gateway.config.snmp.traps;
    const clock = gateway.clock.monotonicMs;
    this.#gateway = gateway;
    this.#sources = new TrapSources(gateway);
    this.#clocks = new SenderClocks(clock);
    this.#informs = new TtlCache({ ttlMs: duplicateMs, maxEntries: 16_384, clock });
    const perDevice = { burst: perMinute, refillMs: 60_000 / perMinute };
    this.#perDevice = new RateLimiter({ ...perDevice, maxKeys: 16_384, clock });
    this.#total = new RateLimiter({
      burst: perSecond,
      refillMs: 1000 / perSecond,
      maxKeys: 1,
      clock,
    });
    this.#counter = new Counter({
      name: 'gatehouse_snmp_notifications_total',
      help: 'SNMP traps and informs received, by outcome.',
      labelNames: ['outcome'],
      registers: [gateway.metrics],
    });
  }

  /** Records the notification in a datagram, or drops and counts it. Never throws. */
  async receive(datagram: ReceivedDatagram): Promise<void> {
    const outcome = await this.#limited(datagram);
    this.#counter.inc({ outcome });
    if (outcome === 'recorded' || outcome === 'report' || outcome === 'duplicate') return;
    const { address } = datagram;
    // An unknown sender chooses its address, so that its addresses share a line; before the look-up each is unknown.
    const isKnown = outcome !== 'unknown_source' && outcome !== 'not_stored';
    const key = isKnown ? `${outcome} ${address}` : outcome;
    this.#log.write(key, (suppressed) => {
      this.#gateway.log.warn({ address, outcome, suppressed }, 'SNMP notification dropped');
    });
  }

  async #limited(datagram: ReceivedDatagram): Promise<Outcome> {
    if (this.#inFlight >= maxInFlight) return 'not_stored';
    this.#inFlight += 1;
    try {
      const sources = await this.#sources.find(datagram.address);
      if (sources.length === 0) return 'unknown_source';
      if (!this.#hasToken(datagram.address)) return 'rate';
      return await this.#handle(datagram, sources);
    } catch (error) {
      this.#log.write('store', () => {
        this.#gateway.log.error(
          { err: error },
          'SNMP notification: cannot be stored; not answered',
        );
      });
      return 'not_stored';
    } finally {
      this.#inFlight -= 1;
    }
  }

  #hasToken(address: string): boolean {
    try {
      this.#perDevice.take(address);
      this.#total.take('');
      return true;
    } catch (error) {
      if (asFault(error)?.kind !== 'throttled') throw error;
      return false;
    }
  }

  async #handle(datagram: ReceivedDatagram, sources: readonly TrapSource[]): Promise<Outcome> {
    const { readNotification } = await import('../protocol/snmp/notification.ts');
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
