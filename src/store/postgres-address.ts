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

/** What `target_session_attrs` may ask for. The gateway writes, so every server that it uses is one of these. */
const sessionAttributes = ['read-write', 'primary', 'any'];
const sessionParameter = 'target_session_attrs';

/**
 * Returns the addresses of the servers that an address names, which may be several as libpq takes them:
 * `postgres://user:password@db1:5432,db2/name?target_session_attrs=read-write`.
 *
 * @see https://www.postgresql.org/docs/15/libpq-connect.html#LIBPQ-MULTIPLE-HOSTS
 */
export function serversOf(address: string): readonly string[] {
  const parts = /^(postgres(?:ql)?:\/\/(?:[^@/?#]*@)?)([^@/?#]*)(.*)$/s.exec(address);
  if (!parts) return [address];
  const [, before = '', hosts = '', after = ''] = parts;
  return hosts.split(',').map((host) => {
    const url = URL.parse(before + host + after);
    // An address without a host, such as that of a socket, is for the driver to read.
    if (!url?.searchParams.has(sessionParameter)) return before + host + after;
    url.searchParams.delete(sessionParameter);
    return url.href;
  });
}

/**
 * Returns errors in the parameters of an address. The driver would ignore them: a mistyped `sslmode` means a connection
 * without TLS.
 *
 * @returns  the expected form, without a value of the address; null: the address is valid
 */
export function parameterFault(address: string): string | null {
  const servers = serversOf(address);
  if (servers.length > 1 && !servers.every((server) => URL.canParse(server)))
    return 'host or host:port for each server of the address, with commas between them';
  const start = address.indexOf('?');
  // Not parseable as a URL: mask everything, any part may be the password.
  const isReadable = servers.every((server) => URL.canParse(server));
  if (!/^postgres(ql)?:/.test(address) || start === -1 || !isReadable) return null;
  const parameters = new URLSearchParams(address.slice(start + 1).replace(/#.*$/s, ''));
  const known = [...Object.keys(libpqVariables), sessionParameter];
  const unknown = [...parameters.keys()].find((name) => !known.includes(name));
  if (unknown !== undefined)
    return `no parameter ${shownName(unknown)} in the address: one of ${known.join(', ')}`;
  if (!parameters.getAll(sessionParameter).every((value) => sessionAttributes.includes(value)))
    return `as ${sessionParameter} in the address one of ${sessionAttributes.join(', ')}, since the gateway writes`;
  if (parameters.getAll('sslmode').every((mode) => sslModes.includes(mode))) return null;
  return `as sslmode in the address one of ${sslModes.join(', ')}`;
}

/** Returns the name of a parameter; no other text, which may be of a password with a question mark. */
function shownName(name: string): string {
  return /^\w+$/.test(name) ? JSON.stringify(name) : 'of such a name';
}
