import { Counter } from 'prom-client';
import { asFault } from '../errors.ts';
import type { Gateway } from '../gateway.ts';
import { insertDeviceLogEntry } from '../inventory/device/device-log.ts';
import { RateLimitedLog } from '../runtime/rate-limited-log.ts';
import { RateLimiter } from '../runtime/rate-limiter.ts';
import { readSyslogMessage } from './syslog-message.ts';
import { TrapSources } from './trap-source.ts';
import { startUdpListener, type UdpListener } from './udp-sockets.ts';

type Outcome = 'recorded' | 'unknown_source' | 'rate' | 'not_stored';

const logIntervalMs = 60_000;
/** Messages that are worked on at a time; more are dropped and counted. */
const maxInFlight = 512;
/** Longest text of a row, in characters. */
const maxTextLength = 3_800;

/**
 * Listens for syslog messages at the addresses of `syslog_listener`.
 *
 * @throws Error for the operator: an address that is not one of the machine, or a port that is taken or not allowed
 */
export function startSyslogListener(gateway: Gateway): Promise<UdpListener> {
  const { host: hosts, port } = gateway.config.syslog_listener;
  const service = new SyslogService(gateway);
  return startUdpListener({
    hosts,
    port,
    key: 'syslog_listener',
    receive: (octets, { address }) => void service.receive(octets, address),
  });
}

/** Records syslog messages in the log of the device whose address they come from; all others are dropped and counted. */
class SyslogService {
  readonly #gateway: Gateway;
  readonly #sources: TrapSources;
  readonly #perDevice: RateLimiter;
  readonly #total: RateLimiter;
  readonly #log = new RateLimitedLog(logIntervalMs);
  readonly #counter: Counter<'outcome'>;
  #inFlight = 0;

  constructor(gateway: Gateway) {
    const { device_rate: perMinute, total_rate: perSecond } = gateway.config.syslog_listener;
    const clock = gateway.clock.monotonicMs;
    this.#gateway = gateway;
    this.#sources = new TrapSources(gateway);
    const perDevice = { burst: perMinute, refillMs: 60_000 / perMinute };
    this.#perDevice = new RateLimiter({ ...perDevice, maxKeys: 16_384, clock });
    const total = { burst: perSecond, refillMs: 1000 / perSecond };
    this.#total = new RateLimiter({ ...total, maxKeys: 1, clock });
    this.#counter = new Counter({
      name: 'gatehouse_syslog_messages_total',
      help: 'Syslog messages received, by outcome.',
      labelNames: ['outcome'],
      registers: [gateway.metrics],
    });
  }

  /** Records a message, or drops and counts it. Never throws. */
  async receive(octets: Buffer, address: string): Promise<void> {
    const outcome = await this.#limited(octets, address);
    this.#counter.inc({ outcome });
    if (outcome === 'recorded') return;
    // An unknown sender chooses its address, so that its addresses share a line; before the look-up each is unknown.
    const isKnown = outcome !== 'unknown_source' && outcome !== 'not_stored';
    const key = isKnown ? `${outcome} ${address}` : outcome;
    this.#log.write(key, (suppressed) => {
      this.#gateway.log.warn({ address, outcome, suppressed }, 'syslog message dropped');
    });
  }

  async #limited(octets: Buffer, address: string): Promise<Outcome> {
    if (this.#inFlight >= maxInFlight) return 'not_stored';
    this.#inFlight += 1;
    try {
      const sources = await this.#sources.find(address);
      if (sources.length === 0) return 'unknown_source';
      if (!this.#hasToken(address)) return 'rate';
      const entry = entryOf(octets);
      await this.#gateway.store.write(
        sources.map(({ device }) => insertDeviceLogEntry(this.#gateway, device, entry)),
      );
      return 'recorded';
    } catch (error) {
      this.#log.write('store', () => {
        this.#gateway.log.error({ err: error }, 'syslog message: cannot be stored; dropped');
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
}

/** Returns the row of the device log: the program, and facility, severity and text as a JSON object. */
function entryOf(octets: Buffer) {
  const { app, facility, severity, text } = readSyslogMessage(octets);
  const value = JSON.stringify({ facility, severity, text: text.slice(0, maxTextLength) });
  return { action: 'event', variable_name: app ?? 'syslog', value } as const;
}
