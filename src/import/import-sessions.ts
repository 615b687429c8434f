import { readRetentionOverrides } from '../aaa/account/organization-retention.ts';
import { longestPeriodMs } from '../aaa/session/accounting-growth.ts';
import type { AccountingRecord } from '../aaa/session/accounting-record.ts';
import { formatServes } from '../aaa/session/access-point-identifiers.ts';
import { readActiveClients, type ClientRow } from '../aaa/session/client-store.ts';
import { findSessions, type StoredSession } from '../aaa/session/find-sessions.ts';
import { SessionRecorder } from '../aaa/session/session-recorder.ts';
import { asFault } from '../errors.ts';
import type { RetentionOverrides } from '../growing-table.ts';
import { isWithin, parseIpNetwork } from '../runtime/ip-address.ts';
import type { Store } from '../store/store.ts';
import { createOutcomeCounts, describeOutcomes } from './outcome-counts.ts';
import { readRadacctRow, type PastClient, type Refusal } from './radacct-row.ts';
import type { StagedRow, Staging } from './staging.ts';

const msPerDay = 86_400_000;

/** Sessions that are written at once: they share a commit. */
const pageSize = 500;

export interface PastSessions {
  readonly staging: Staging;
  readonly store: Store;
  /** Days for which the site keeps sessions; organizations may set their own. */
  readonly keptDays: number;
  /** Zone of the times that name none; null: that of this machine. */
  readonly timeZone: string | null;
  readonly dryRun: boolean;
  /** Milliseconds since 1970. */
  readonly now: number;
  readonly print: (line: string) => void;
}

/**
 * Stores the accounting of another server: sessions that are over as history, open ones as open, under the key by which their
 * next packet finds them. What is stored already is left alone unless the source is newer, so that an import that was cut off
 * goes on when it is run again. What the retention would delete is left out.
 *
 * @returns true if nothing was refused
 * @throws Fault if the store cannot be read
 */
export async function importSessions(options: PastSessions): Promise<boolean> {
  const { staging, store, print } = options;
  const importer = new SessionImporter(options, {
    clients: await readActiveClients(store),
    retention: await readRetentionOverrides(store),
  });
  let page: StagedRow[] = [];
  for (const row of staging.sessions()) {
    page.push(row);
    if (page.length < pageSize) continue;
    await importer.apply(page);
    page = [];
  }
  await importer.apply(page);
  const { counts, refusals, expired } = importer;
  if (expired > 0)
    print(`left out: ${expired} sessions that are older than the days of retention.accounting`);
  for (const [reason, { count, example }] of refusals)
    print(`refused: ${count} sessions: ${reason}${example}`);
  const isAny = Object.values(counts).some((count) => count > 0);
  if (isAny) print(`sessions: ${describeOutcomes(counts)}`);
  return counts.refused === 0;
}

interface StoredSettings {
  readonly clients: readonly ClientRow[];
  readonly retention: ReadonlyMap<number, RetentionOverrides>;
}

class SessionImporter {
  /** Number of sessions that would be deleted at once; imported again, they would count for quotas each time. */
  expired = 0;
  readonly counts = createOutcomeCounts();
  /** Number of sessions by the reason: a line for each would be as long as the table. */
  readonly refusals = new Map<string, { count: number; readonly example: string }>();
  readonly #options: PastSessions;
  readonly #recorder: SessionRecorder;
  readonly #clients: readonly ClientRow[];
  readonly #retention: StoredSettings['retention'];
  readonly #clientOf = new Map<string, PastClient | null>();

  constructor(options: PastSessions, { clients, retention }: StoredSettings) {
    this.#options = options;
    this.#retention = retention;
    this.#recorder = new SessionRecorder(options.store);
    this.#clients = clients;
  }

  async apply(page: readonly StagedRow[]): Promise<void> {
    const records = page.map((row) => this.#read(row)).filter((record) => record !== null);
    const stored = await findSessions(this.#options.store, records);
    await Promise.all(records.map((record) => this.#write(record, stored)));
  }

  #read(row: StagedRow): AccountingRecord | null {
    const { timeZone, now } = this.#options;
    const address = row['nasipaddress'] ?? '';
    const client = this.#clientAt(address);
    const record =
      client === null
        ? { reason: `no AAA client has the address of NAS ${address || '(none)'}` }
        : readRadacctRow(row, { client, timeZone, now });
    if ('reason' in record) this.#refuse(record);
    else if (!this.#isExpired(record)) return record;
    else this.expired += 1;
    return null;
  }

  #isExpired({ organization, acctstarttime, acctstoptime }: AccountingRecord): boolean {
    const { keptDays, now } = this.#options;
    const days = this.#retention.get(organization)?.accounting?.days ?? keptDays;
    const isOld = acctstarttime < now - days * msPerDay;
    return isOld && acctstoptime !== null && acctstoptime < now - longestPeriodMs;
  }

  async #write(
    record: AccountingRecord,
    stored: ReadonlyMap<string, StoredSession>,
  ): Promise<void> {
    const before = stored.get(record.acctuniqueid);
    if (before && !isNewer(record, before)) {
      this.counts.same += 1;
      return;
    }
    try {
      if (!this.#options.dryRun) await this.#recorder.recordPast(record);
      this.counts[before ? 'changed' : 'made'] += 1;
    } catch (error) {
      const fault = asFault(error);
      if (fault?.kind !== 'invalid') throw error;
      this.#refuse({ reason: fault.message });
    }
  }

  #refuse({ reason, example = '' }: Refusal): void {
    this.counts.refused += 1;
    const before = this.refusals.get(reason);
    if (before) before.count += 1;
    else this.refusals.set(reason, { count: 1, example });
  }

  /** Returns the client with the address, of several the one with the smallest network. */
  #clientAt(address: string): PastClient | null {
    const known = this.#clientOf.get(address);
    if (known !== undefined) return known;
    const nas = parseIpNetwork(address);
    const [found] = this.#clients
      .map((client) => ({ client, network: parseIpNetwork(client.address) }))
      .filter(({ network }) => nas !== null && network !== null && isWithin(nas, network))
      .sort((one, other) => prefixOf(other) - prefixOf(one));
    const client = found
      ? {
          client: found.client.id,
          client_organization: found.client.organization,
          client_serves: formatServes(found.client.serves),
        }
      : null;
    this.#clientOf.set(address, client);
    return client;
  }
}

const prefixOf = ({ network }: { readonly network: { readonly prefixLength: number } | null }) =>
  network?.prefixLength ?? 0;

/** True if a session of the source has ended or gone on since the stored one was written. */
function isNewer(record: AccountingRecord, stored: StoredSession): boolean {
  const isOpen = stored.acctstoptime === null;
  const [at, before] = [record.acctupdatetime, stored.acctupdatetime ?? 0];
  if (record.kind === 'stop') return (isOpen || stored.stop_is_guess === 1) && at >= before;
  return isOpen && at > before;
}
