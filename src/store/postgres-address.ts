/** Parameters that an address of a database may have, with the variables of libpq for its programs. */
export const libpqVariables: Readonly<Record<string, string>> = {
  host: 'PGHOST',
  port: 'PGPORT',
  user: 'PGUSER',
  password: 'PGPASSWORD',
  sslmode: 'PGSSLMODE',
  sslrootcert: 'PGSSLROOTCERT',
  sslcert: 'PGSSLCERT',
  sslkey: 'PGSSLKEY',
  options: 'PGOPTIONS',
  application_name: 'PGAPPNAME',
};

/** Modes that both the driver of the gateway and the programs of PostgreSQL accept; the driver would treat `allow` differently. */
const sslModes = ['disable', 'prefer', 'require', 'verify-ca', 'verify-full'];

/**
 * Returns errors in the parameters of an address. The driver would ignore them: a mistyped `sslmode` means a connection
 * without TLS.
 *
 * @returns  the expected form, without a value of the address; null: the address is valid
 */
export function parameterFault(address: string): string | null {
  const start = address.indexOf('?');
  // Not parseable as a URL: mask everything, any part may be the password.
  if (!/^postgres(ql)?:/.test(address) || start === -1 || !URL.canParse(address)) return null;
  const parameters = new URLSearchParams(address.slice(start + 1).replace(/#.*$/s, ''));
  const known = Object.keys(libpqVariables);
  const unknown = [...parameters.keys()].find((name) => !known.includes(name));
  if (unknown !== undefined)
    return `no parameter ${shownName(unknown)} in the address: one of ${known.join(', ')}`;
  if (parameters.getAll('sslmode').every((mode) => sslModes.includes(mode))) return null;
  return `as sslmode in the address one of ${sslModes.join(', ')}`;
}

/** Returns the name of a parameter; no other text, which may be of a password with a question mark. */
function shownName(name: string): string {
  return /^\w+$/.test(name) ? JSON.stringify(name) : 'of such a name';
}
