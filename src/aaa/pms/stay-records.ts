import type { Gateway } from '../../gateway/gateway.ts';
import { readDeadline } from '../../organization/deadline.ts';
import { parseFiasDate, type FiasRecord } from '../../protocol/fias/fias-record.ts';
import type { Statement } from '../../store/store.ts';
import { foldName, roomKey } from './guest-name.ts';
import {
  countInHouse,
  recordCheckOut,
  recordEndOfSync,
  recordStay,
  type Stay,
} from './guest-store.ts';
import type { StoredLink } from './link-store.ts';

type Parts = Pick<Gateway, 'store' | 'now' | 'log'>;

/** More guests than one hotel has. */
const maxGuests = 50_000;
/** Records that are written at a time. */
const batchRecords = 100;

interface Sync {
  /** Milliseconds since 1970, higher than that of any earlier synchronization. */
  readonly number: number;
  guests: number;
}

/** Keeps the guests of a link as its hotel system reports them. */
export class StayRecords {
  readonly #parts: Parts;
  readonly #link: StoredLink;
  #sync: Sync | null = null;

  constructor(parts: Parts, link: StoredLink) {
    this.#parts = parts;
    this.#link = link;
  }

  /** Writes records of guests, in their order. @throws Error for more guests than a hotel has, Fault of the store */
  async apply(records: readonly FiasRecord[]): Promise<void> {
    for (let start = 0; start < records.length; start += batchRecords) {
      const statements: Statement[] = [];
      const ends = new Map<string, number>();
      for (const record of records.slice(start, start + batchRecords))
        statements.push(...(await this.#statementsOf(record, ends)));
      if (statements.length > 0) await this.#parts.store.write(statements);
    }
  }

  async #statementsOf(
    record: FiasRecord,
    ends: Map<string, number>,
  ): Promise<readonly Statement[]> {
    if (record.id === 'DS') return this.#beginSync();
    if (record.id === 'DE') return this.#endSync();
    if (record.id === 'GI' || record.id === 'GC') return this.#recordStay(record, ends);
    return record.id === 'GO' ? this.#recordCheckOut(record) : [];
  }

  #beginSync(): readonly Statement[] {
    const number = Math.max(this.#parts.now().getTime(), (this.#sync?.number ?? 0) + 1);
    this.#sync = { number, guests: 0 };
    return [];
  }

  /** A hotel system that has just been set up may send an empty list, which checks nobody out. */
  async #endSync(): Promise<readonly Statement[]> {
    const { store, now, log } = this.#parts;
    const sync = this.#sync;
    this.#sync = null;
    if (!sync) return [];
    const { id, name } = this.#link;
    const held = sync.guests === 0 ? await countInHouse(store, id) : 0;
    if (held > 0)
      log.warn(
        { link: name, guests: held },
        'hotel system: an empty list of guests is not believed; those that were in house stay',
      );
    else log.info({ link: name, guests: sync.guests }, 'hotel system: all guests have been read');
    return held > 0 ? [] : recordEndOfSync(store, id, { sync: sync.number, at: now() });
  }

  async #recordStay(
    { fields }: FiasRecord,
    ends: Map<string, number>,
  ): Promise<readonly Statement[]> {
    const stay = stayOf(fields);
    if (!stay) return [];
    const { store, now } = this.#parts;
    if (this.#sync) this.#sync.guests += 1;
    if ((this.#sync?.guests ?? 0) > maxGuests)
      throw new Error(`the hotel system has sent more than ${maxGuests} guests`);
    const expiration = stay.departure === null ? null : await this.#endOf(stay.departure, ends);
    const sync = this.#sync?.number ?? null;
    return recordStay(store, this.#link, { ...stay, expiration, sync, at: now() });
  }

  #recordCheckOut({ fields }: FiasRecord): readonly Statement[] {
    const { store, now } = this.#parts;
    const { RN: room = '', 'G#': reservation = '' } = fields;
    if (reservation === '' && room === '') return [];
    const guests = reservation === '' ? { room } : { reservation };
    return recordCheckOut(store, this.#link.id, { ...guests, at: now() });
  }

  /** Returns the end of a day where the hotel is, in milliseconds since 1970. @param ends  known ends by date */
  async #endOf(date: string, ends: Map<string, number>): Promise<number> {
    const known = ends.get(date);
    if (known !== undefined) return known;
    const end = await readDeadline(this.#parts.store, this.#link, date);
    ends.set(date, end);
    return end;
  }
}

const maxText = 255;

/** @returns null: the record names no room */
function stayOf(fields: Readonly<Record<string, string>>): Stay | null {
  const text = (field: string) => (fields[field] ?? '').slice(0, maxText);
  const orNull = (field: string) => text(field) || null;
  const room = text('RN');
  if (roomKey(room) === '') return null;
  const lastName = text('GN');
  return {
    // Without a number, a guest is the name in the room.
    reservation: orNull('G#') ?? `${roomKey(room)} ${foldName(lastName)}`,
    room,
    lastName,
    firstName: orNull('GF'),
    language: orNull('GL'),
    arrival: parseFiasDate(fields['GA']),
    departure: parseFiasDate(fields['GD']),
    noPost: fields['NP'] === 'Y',
  };
}
