import { readRetentionOverrides } from '../../organization/organization-retention.ts';
import {
  countStored,
  findOldestKept,
  longestPeriodMs,
} from '../../aaa/session/accounting-growth.ts';
import type { AccountingRecord } from '../../aaa/session/accounting-record.ts';
import { formatServes } from '../../aaa/client/access-point-identifiers.ts';
import { readActiveClients, type ClientRow } from '../../aaa/client/client-store.ts';
import { findSessions, type StoredSession } from '../../aaa/session/find-sessions.ts';
import { SessionRecorder } from '../../aaa/session/session-recorder.ts';
import { asFault } from '../../contract/errors.ts';
import type { RetentionLimits, RetentionOverrides } from '../../config/retention-limits.ts';
import { isWithin, parseIpNetwork } from '../../runtime/ip-address.ts';
import type { Store } from '../../store/store.ts';
import { createOutcomeCounts, describeOutcomes } from './outcome-counts.ts';
import { withProgress, type Report } from '../../runtime/command/progress.ts';
import { readRadacctRow, type PastClient, type Refusal } from './radacct-row.ts';
import type { StagedRow, Staging } from './staging.ts';

const msPerDay = 86_400_000;

/** Sessions that share a commit. */
const pageSize = 500;

/** A client that sessions may belong to. */
export type SessionClient = Pick<ClientRow, 'id' | 'organization' | 'serves' | 'address'>;

export interface PastSessions {
  readonly staging: Staging;
  readonly store: Store;
  /** Limits of the sessions that the site keeps; organizations may set their own. */
  readonly kept: RetentionLimits;
  /** Time zone of times without an offset; null: the zone of this machine. */
  readonly timeZone: string | null;
  readonly dryRun: boolean;
  /** Clients that the same run would have created before, in a dry run. */
  readonly wouldBeMade?: readonly SessionClient[];
  /** Milliseconds since 1970. */
  readonly now: number;
  readonly print: (line: string) => void;
}

/**
 * Stores the accounting of another server: ended sessions as history, open sessions under the key that their next packet has.
 * A stored session changes only if the source is newer, so an interrupted import continues when it is run again. Sessions
 * beyond the retention are left out.
 *
 * @returns true if all sessions were imported
 * @throws Fault if the store cannot be read
 */
export async function importSessions(options: PastSessions): Promise<boolean> {
  const { staging, store, print } = options;
  const importer = new SessionImporter(options, {
    clients: [...(await readActiveClients(store)), ...(options.wouldBeMade ?? [])],
    retention: await readRetentionOverrides(store),
  });
  await importer.findOverflow();
  await withProgress('sessions', (report) => applyPages(importer, staging, report));
  const { counts, refusals, expired, overflowing } = importer;
  if (expired > 0)
    print(`left out: ${expired} sessions that are older than the days of retention.accounting`);
  if (overflowing > 0)
    print(`left out: ${overflowing} sessions beyond the rows of retention.accounting`);
  for (const [reason, { count, example }] of refusals)
    print(`refused: ${count} sessions: ${reason}${example}`);
  const isAny = Object.values(counts).some((count) => count > 0);
  if (isAny) print(`sessions: ${describeOutcomes(counts)}`);
  return counts.refused === 0;
}

async function applyPages(
  importer: SessionImporter,
  staging: Staging,
  report: Report,
): Promise<void> {
  const total = staging.countSessions();
  let done = 0;
  let page: StagedRow[] = [];
  const apply = async () => {
    await importer.apply(page);
    done += page.length;
    page = [];
    report(done, total);
  };
  for (const row of staging.sessions()) {
    page.push(row);
    if (page.length === pageSize) await apply();
  }
  await apply();
}

interface StoredSettings {
  readonly clients: readonly SessionClient[];
  readonly retention: ReadonlyMap<number, RetentionOverrides>;
}

class SessionImporter {
  /** Sessions older than the retention. Each import would add them to the quotas again before they are deleted. */
  expired = 0;
  overflowing = 0;
  readonly counts = createOutcomeCounts();
  /** Refused sessions by reason; a line for each session would be as long as the table. */
  readonly refusals = new Map<string, { count: number; readonly example: string }>();
  readonly #options: PastSessions;
  readonly #recorder: SessionRecorder;
  readonly #clients: readonly SessionClient[];
  readonly #retention: StoredSettings['retention'];
  readonly #clientOf = new Map<string, PastClient | null>();
  /** Start of the oldest session within the rows of each organization's retention. */
  #oldestKept: ReadonlyMap<number, number> = new Map();

  constructor(options: PastSessions, { clients, retention }: StoredSettings) {
    this.#options = options;
    this.#retention = retention;
    this.#recorder = new SessionRecorder(options.store);
    this.#clients = clients;
  }

  /** Finds the sessions beyond the row limit of the retention. */
  async findOverflow(): Promise<void> {
    const { staging, store } = this.#options;
    const smallest = Math.min(
      this.#limitsOf(null).rows,
      ...[...this.#retention.keys()].map((organization) => this.#limitsOf(organization).rows),
    );
    if ((await countStored(store)) + staging.countSessions() <= smallest) return;
    const starts = new Map<number, number[]>();
    for (const row of staging.sessions()) {
      const record = this.#parse(row);
      if ('reason' in record) continue;
      const known = starts.get(record.organization);
      if (known) known.push(record.acctstarttime);
      else starts.set(record.organization, [record.acctstarttime]);
    }
    this.#oldestKept = await findOldestKept(
      store,
      starts,
      (organization) => this.#limitsOf(organization).rows,
    );
  }

  async apply(page: readonly StagedRow[]): Promise<void> {
    const records = page.map((row) => this.#read(row)).filter((record) => record !== null);
    const stored = await findSessions(this.#options.store, records);
    await Promise.all(records.map((record) => this.#write(record, stored)));
  }

  #read(row: StagedRow): AccountingRecord | null {
    const { now } = this.#options;
    const record = this.#parse(row);
    if ('reason' in record) {
      this.#refuse(record);
      return null;
    }
    const { organization, acctstarttime, acctstoptime } = record;
    if (acctstoptime === null || acctstoptime >= now - longestPeriodMs) return record;
    if (acctstarttime < now - this.#limitsOf(organization).days * msPerDay) this.expired += 1;
    else if (acctstarttime < (this.#oldestKept.get(organization) ?? 0)) this.overflowing += 1;
    else return record;
    return null;
  }

  #parse(row: StagedRow): AccountingRecord | Refusal {
    const { timeZone, now } = this.#options;
    const address = row['nasipaddress'] ?? '';
    const client = this.#clientAt(address);
    return client === null
      ? { reason: `no AAA client has the address of NAS ${address || '(none)'}` }
      : readRadacctRow(row, { client, timeZone, now });
  }

  /** @param organization  null: an organization without limits of its own */
  #limitsOf(organization: number | null): RetentionLimits {
    const own = organization === null ? undefined : this.#retention.get(organization)?.accounting;
    return { ...this.#options.kept, ...own };
  }

  async #write(
    record: AccountingRecord,
    stored: ReadonlyMap<AccountingRecord, StoredSession>,
  ): Promise<void> {
    const before = stored.get(record);
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

  /** Returns the client of an address; of several networks, the smallest counts. */
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

/** True if a session of the source has ended or continued since the stored one was written. */
function isNewer(record: AccountingRecord, stored: StoredSession): boolean {
  const isOpen = stored.acctstoptime === null;
  const [at, before] = [record.acctupdatetime, stored.acctupdatetime ?? 0];
  if (record.kind === 'stop') return (isOpen || stored.stop_is_guess === 1) && at >= before;
  return isOpen && at > before;
}
