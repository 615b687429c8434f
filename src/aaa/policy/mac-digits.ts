import { sql, type RawBuilder } from 'kysely';

/**
 * SQL: the 12 hexadecimal digits, in capitals, of the MAC address that an attribute begins with; null: it begins with none.
 * Only an IPv4 address has a dot after three digits.
 */
export function macDigitsSql(value: RawBuilder<unknown>): RawBuilder<unknown> {
  const digits = sql`upper(substr(replace(replace(replace(substr(${value}, 1, 17), '-', ''), ':', ''), '.', ''), 1, 12))`;
  return sql`case when substr(${value}, 4, 1) <> '.' and length(${digits}) = 12
    and trim(${digits}, '0123456789ABCDEF') = '' then ${digits} end`;
}

const separators = /[-:.]/g;
const digitsOfMac = /^[0-9A-F]{12}/;

/** As `macDigitsSql`. */
export function macDigits(value: string | null): string | null {
  if (value === null || value[3] === '.') return null;
  const digits = value.slice(0, 17).replaceAll(separators, '').toUpperCase();
  return digitsOfMac.exec(digits)?.[0] ?? null;
}
