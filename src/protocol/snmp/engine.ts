import type { Session } from 'net-snmp';
import { TtlCache } from '../../runtime/cache.ts';
import { readV3Header } from './v3-header.ts';

/** SNMP engine of a device (RFC 3414 section 2.3), as it was in an answer. */
interface Engine {
  readonly id: Buffer;
  readonly boots: number;
  readonly time: number;
  /** Milliseconds of `performance.now`. */
  readonly receivedAt: number;
}

const maxEngineTime = 2 ** 31 - 1;

/** The engines of the devices that have answered over SNMPv3, by address, so that a session begins without discovery. */
export class KnownEngines {
  readonly #engines = new TtlCache<Engine>({ ttlMs: 86_400_000, maxEntries: 16_384 });

  /** @param key  names the address and port of the device */
  of(key: string): KnownEngine {
    return new KnownEngine(this.#engines, key);
  }
}

/** The engine of one device, in one session. */
export class KnownEngine {
  readonly #engines: TtlCache<Engine>;
  readonly #key: string;
  #asked: Buffer | null = null;
  #answer: Buffer | null = null;
  #isKept = false;

  constructor(engines: TtlCache<Engine>, key: string) {
    this.#engines = engines;
    this.#key = key;
  }

  /** True while the session uses an engine of an earlier one. */
  get isKept(): boolean {
    return this.#isKept;
  }

  /** Gives a new session the engine of an earlier one, if known, with its time advanced since then. */
  restore(session: Session): void {
    const engine = this.#engines.get(this.#key);
    if (engine === undefined) return;
    const time = engine.time + Math.floor((performance.now() - engine.receivedAt) / 1000);
    if (time > maxEngineTime) return;
    this.#isKept = true;
    const msgSecurityParameters = {
      msgAuthoritativeEngineID: engine.id,
      msgAuthoritativeEngineBoots: engine.boots,
      msgAuthoritativeEngineTime: time,
    };
    Object.assign(session, { msgSecurityParameters });
  }

  /** Makes the session discover the engine with its next request. */
  forget(session: Session): void {
    this.#engines.delete(this.#key);
    this.#isKept = false;
    Object.assign(session, {
      msgSecurityParameters: undefined,
      engineTimeBoots: null,
      engineTimeBase: null,
      engineTimeReceivedAt: null,
      latestReceivedEngineTime: null,
    });
  }

  /** Takes the engine that a request addresses; a discovery addresses an empty one. */
  ask(request: Buffer): void {
    this.#asked = readV3Header(request).engineId;
  }

  /** True if a message comes from the engine that was asked, or a discovery asked for any. */
  isAsked(answer: Buffer): boolean {
    this.#answer = answer;
    const { engineId } = readV3Header(answer);
    return this.#asked === null || this.#asked.length === 0 || engineId.equals(this.#asked);
  }

  /** Keeps the engine of the last answer, which has been found authentic, for the sessions that follow. */
  keep(): void {
    if (this.#answer === null) return;
    const { engineId, engineBoots, engineTime } = readV3Header(this.#answer);
    if (engineId.length === 0) return;
    this.#engines.set(this.#key, {
      id: Buffer.from(engineId),
      boots: engineBoots,
      time: engineTime,
      receivedAt: performance.now(),
    });
  }
}
