/** Lengths of a MAC address as NASes write it: `00-10-A4-23-19-C0`, `0010.A423.19C0`, `0010A42319C0`. */
const macLengths = [17, 14, 12];

/**
 * Returns an SQL expression of the SSID behind the MAC address in Called-Station-Id; null: it carries none.
 *
 * @see RFC 3580 section 3.20
 */
export function ssidSql(column: string): string {
  return `case ${macLengths.map((length) => afterMac(column, length)).join(' ')} end`;
}

function afterMac(column: string, length: number): string {
  const digits = `replace(replace(replace(substr(${column}, 1, ${length}), '-', ''), ':', ''), '.', '')`;
  return `when substr(${column}, ${length + 1}, 1) = ':' and length(${digits}) = 12
    and trim(upper(${digits}), '0123456789ABCDEF') = '' then nullif(substr(${column}, ${length + 2}), '')`;
}
