import type { Gateway } from '../../gateway/gateway.ts';
import { HeldLease } from '../../gateway/held-lease.ts';
import { LatestWrite } from '../../gateway/latest-write.ts';
import { resolveDestination } from '../../inventory/device/device-address.ts';
import { readTimeZone } from '../../organization/time-zone.ts';
import { FiasLink } from '../../protocol/fias/fias-link.ts';
import { fiasStamp, type FiasRecord } from '../../protocol/fias/fias-record.ts';
import { backoffDelay } from '../../runtime/backoff.ts';
import { recordLinkState, type StoredLink } from './link-store.ts';
import { Postings } from './postings.ts';
import { StayRecords } from './stay-records.ts';

type Parts = Pick<Gateway, 'store' | 'now' | 'log' | 'clock'>;

const retry = { initialMs: 1_000, maxMs: 60_000 };
/** All guests are asked for again after so long, in case that a record was lost. */
const resyncMs = 24 * 3_600_000;

/** Keeps the link to one hotel system open, its guests up to date, and its charges posted. */
export class PmsConnection {
  readonly link: StoredLink;
  readonly #parts: Parts;
  readonly #lease: HeldLease;
  readonly #records: StayRecords;
  readonly #postings: Postings;
  readonly #state: LatestWrite<{ readonly error: string | null; readonly at: Date }>;
  #open: FiasLink | null = null;
  #failures = 0;
  #retryAt = 0;
  #syncAskedAt = 0;
  /** Null: it is alive; undefined: not known yet. */
  #lastError: string | null | undefined;
  #isClosed = false;

  constructor(parts: Parts, link: StoredLink, owner: string) {
    this.#parts = parts;
    this.link = link;
    this.#lease = new HeldLease(parts, {
      table: 'pms_link_lease',
      key: { link: link.id },
      owner,
    });
    this.#records = new StayRecords(parts, link);
    this.#postings = new Postings(parts, link);
    this.#state = new LatestWrite((state) => recordLinkState(parts.store, link.id, state));
  }

  /** Does what is due: connects, asks for all guests, sends charges. @throws Fault of the store */
  async tend(): Promise<void> {
    if (this.#isClosed) return;
    this.#state.retry();
    if (!(await this.#lease.acquire())) {
      this.#open?.close();
      return;
    }
    const now = this.#parts.clock.monotonicMs();
    if (!this.#open && now >= this.#retryAt) await this.#connect();
    const open = this.#open;
    if (open?.isAlive !== true) return;
    if (now - this.#syncAskedAt >= resyncMs) this.#askForAll(open);
    await this.#postings.send(open);
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    this.#open?.close();
    await this.#lease.release().catch(() => undefined);
  }

  async #connect(): Promise<void> {
    const { store, now, clock } = this.#parts;
    const { organization, host, port, encoding, charge } = this.link;
    try {
      const address = await resolveDestination(store, { organization, host });
      const zone = await readTimeZone(store, this.link);
      if (this.#isClosed) return;
      const link: FiasLink = FiasLink.open(
        { address, port, encoding },
        {
          onAlive: () => {
            this.#failures = 0;
            this.#note(null);
            this.#askForAll(link);
          },
          onRecords: (records) => this.#receive(records),
          onEnd: (reason) => {
            this.#end(reason);
          },
        },
        { clock, stamp: () => fiasStamp(now(), zone), posts: charge !== null },
      );
      this.#open = link;
    } catch (error) {
      this.#end(error instanceof Error ? error.message : String(error));
    }
  }

  async #receive(records: readonly FiasRecord[]): Promise<void> {
    await this.#records.apply(records);
    await this.#postings.receive(records);
  }

  #askForAll(link: FiasLink): void {
    this.#syncAskedAt = this.#parts.clock.monotonicMs();
    if (link.isAlive) link.send({ id: 'DR', fields: link.stamp() });
  }

  #end(reason: string): void {
    this.#open = null;
    this.#postings.end();
    if (this.#isClosed) return;
    this.#failures += 1;
    this.#retryAt = this.#parts.clock.monotonicMs() + backoffDelay(this.#failures, retry);
    if (this.#lease.isHeld) this.#note(reason);
  }

  #note(error: string | null): void {
    if (error === this.#lastError) return;
    this.#lastError = error;
    const { log, now } = this.#parts;
    const { name } = this.link;
    if (error === null) log.info({ link: name }, 'hotel system: the link is alive');
    else
      log.warn(
        { link: name, error },
        'hotel system: the link is down; guests who are known log in all the same, and it is opened again',
      );
    this.#state.put({ error, at: now() });
  }
}
