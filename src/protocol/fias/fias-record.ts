import { TextDecoder } from 'node:util';
import { Fault } from '../../contract/errors.ts';
import { offsetAt } from '../../runtime/time-zone.ts';

/*
 * Records of FIAS, the interface of hotel systems (Oracle Hospitality, FIAS Interface Specification 2.20, TCP/IP): a frame of
 * STX, a record and ETX. A record is an id of two characters and fields of an id of two characters and a value, each ended by `|`.
 */

export interface FiasRecord {
  /** `GI`, `GO`, `LA` and others. */
  readonly id: string;
  /** Values by the id of their field: `RN`, `G#`. */
  readonly fields: Readonly<Record<string, string>>;
}

/** How the hotel system encodes names: the older ones in the code page of Windows. */
export const fiasEncodings = ['utf-8', 'windows-1252'] as const;
export type FiasEncoding = (typeof fiasEncodings)[number];

const stx = 0x02;
const etx = 0x03;
/** Longer than any record that the interface describes: its fields have 200 characters at most. */
const maxRecordOctets = 8_192;

/** Returns the frame of a record. What would end a field or a frame is left out of values. */
export function encodeFiasRecord({ id, fields }: FiasRecord, encoding: FiasEncoding): Buffer {
  const parts = Object.entries(fields).map(([field, value]) => `${field}${plainValue(value)}|`);
  const text = `${id}|${parts.join('')}`;
  // Latin-1 has the letters of windows-1252 at the same octets; other letters lose their upper octet, so they are replaced.
  const octets =
    encoding === 'utf-8'
      ? Buffer.from(text)
      : Buffer.from(text.replaceAll(/[^\u0020-\u007e\u00a0-\u00ff]/g, '?'), 'latin1');
  return Buffer.concat([Buffer.from([stx]), octets, Buffer.from([etx])]);
}

function plainValue(value: string): string {
  return value.replaceAll(/[|\p{Cc}]/gu, ' ').trim();
}

/** @returns null: not a record */
function parseFiasRecord(text: string): FiasRecord | null {
  const [id = '', ...parts] = text.split('|');
  if (!/^[A-Z][A-Z0-9]$/.test(id)) return null;
  const fields = parts
    .filter((part) => part.length >= 2)
    .map((part) => [part.slice(0, 2), part.slice(2).trim()] as const);
  return { id, fields: Object.fromEntries(fields) };
}

/** Splits the octets of a connection into records. What stands between two frames, such as a checksum, is skipped. */
export class FiasReader {
  readonly #decoder: TextDecoder;
  #rest: Buffer = Buffer.alloc(0);

  constructor(encoding: FiasEncoding) {
    this.#decoder = new TextDecoder(encoding);
  }

  /** Returns the records that end in these octets. @throws Fault `garbled` for a frame that does not end */
  read(octets: Buffer): readonly FiasRecord[] {
    const records: FiasRecord[] = [];
    let rest = Buffer.concat([this.#rest, octets]);
    for (;;) {
      const start = rest.indexOf(stx);
      if (start < 0) {
        this.#rest = Buffer.alloc(0);
        return records;
      }
      const end = rest.indexOf(etx, start);
      if (end < 0) {
        this.#rest = rest.subarray(start);
        if (this.#rest.length > maxRecordOctets)
          throw new Fault('garbled', `a record has more than ${maxRecordOctets} octets`);
        return records;
      }
      const record = parseFiasRecord(this.#decoder.decode(rest.subarray(start + 1, end)));
      if (record) records.push(record);
      rest = rest.subarray(end + 1);
    }
  }
}

/** Returns the fields with the date and time of a clock: `DA261128`, `TI074500`. @param zone  IANA name; null: the gateway's zone */
export function fiasStamp(at: Date, zone: string | null): Readonly<Record<string, string>> {
  const local = new Date(at.getTime() + offsetAt(zone, at.getTime())).toISOString();
  const digits = local.replaceAll(/\D/g, '');
  return { DA: digits.slice(2, 8), TI: digits.slice(8, 14) };
}

/** Returns a date of a record, `YYMMDD`, as `YYYY-MM-DD`; null: none, or no date. */
export function parseFiasDate(text: string | undefined): string | null {
  const match = /^(\d\d)(\d\d)(\d\d)$/.exec(text ?? '');
  if (!match) return null;
  const date = `20${match[1] ?? ''}-${match[2] ?? ''}-${match[3] ?? ''}`;
  const at = new Date(`${date}T00:00:00Z`);
  return Number.isNaN(at.getTime()) || !at.toISOString().startsWith(date) ? null : date;
}
