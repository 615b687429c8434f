import type { ApiCommand } from './command-line.ts';
import type { Connection } from './connection.ts';
import { operandsOf, type ApiValue } from './operations.ts';
import { rowOf, type Row } from './output.ts';
import { readJson, sendRequest } from './request.ts';
import { UsageError } from './usage-error.ts';

/* Names in the place of ids: people know the names of things, and the APIs refer to most of them by number. */

/** A list with the names of what a field refers to. */
interface Referred {
  readonly noun: string;
  readonly path: string;
  readonly field: string;
}

const of = (noun: string, path: string, field = 'name'): Referred => ({ noun, path, field });

const device = of('device', '/control/api/v1/inventory_device/');
const user = of('user', '/gate/api/v1/user/', 'username');

/** What fields and parameters refer to, by their names. */
const referred: Readonly<Record<string, Referred>> = {
  access_point: of('access point', '/gate/api/v1/access_point/'),
  client: of('AAA client', '/gate/api/v1/aaa_client/'),
  connection_profile: of('connection profile', '/control/api/v1/inventory_connection_profile/'),
  device,
  firmware_image: of('firmware image', '/control/api/v1/inventory_firmware_image/'),
  location: of('location', '/gate/api/v1/location/'),
  organization: of('organization', '/gate/api/v1/organization/'),
  page: of('portal page', '/gate/api/v1/portal_page/'),
  parent_id: device,
  profile: of('AAA profile', '/gate/api/v1/aaa_profile/'),
  user,
};

/** Resources whose `id` in a path is that of another resource. */
const devicesOf = /^inventory_device_(?:operation|ipping|whip|setting|variables)$/;

/**
 * Replaces names by ids, in operands and in the values of fields and parameters that refer to something by its id.
 *
 * @throws UsageError if nothing has the name, or several have it; Unreachable
 */
export async function withIds(command: ApiCommand, connection: Connection): Promise<ApiCommand> {
  const { operation, operands, values } = command;
  const known = new Map(
    [...operation.query, ...(operation.body ?? [])].map((one) => [one.name, one]),
  );
  const found = new Map(values);
  for (const [name, texts] of values) {
    const list = referred[name];
    if (list && takesId(known.get(name)))
      found.set(name, await Promise.all(texts.map((text) => idOf(connection, list, text))));
  }
  const ids = operandsOf(operation).map((name, at) =>
    operandId(connection, { command, name, text: operands[at] ?? '' }),
  );
  return { ...command, values: found, operands: await Promise.all(ids) };
}

/** True for a value that is a number; a list of ids is written as it is. */
function takesId(value: ApiValue | undefined): boolean {
  return value?.kind === 'integer';
}

interface Operand {
  readonly command: ApiCommand;
  readonly name: string;
  readonly text: string;
}

async function operandId(
  connection: Connection,
  { command: { operation }, name, text }: Operand,
): Promise<string> {
  const { resource, api, path } = operation;
  if (name === 'parent_id' || (name === 'id' && devicesOf.test(resource)))
    return idOf(connection, device, text);
  if (name !== 'id' || !named.has(resource) || !path.startsWith(`/${api}/api/v1/${resource}/{id}/`))
    return text;
  const field = resource === 'user' ? 'username' : 'name';
  return idOf(connection, of(resource, `/${api}/api/v1/${resource}/`, field), text);
}

/** Resources whose rows have an id that is a number, and a name. */
const named: ReadonlySet<string> = new Set([
  'aaa_client',
  'aaa_profile',
  'access_point',
  'alert_rule',
  'dnsfilter_category',
  'dnsfilter_rule',
  'inventory_connection_profile',
  'inventory_device',
  'inventory_firmware_image',
  'inventory_variable_set',
  'location',
  'organization',
  'portal_page',
  'user',
  'webhook',
]);

/** Returns the id of the row with a name; a number is an id. */
async function idOf(
  connection: Connection,
  { noun, path, field }: Referred,
  text: string,
): Promise<string> {
  if (text === '' || /^[+-]?\d+$/.test(text)) return text;
  const query = new URLSearchParams({ [filterOf(field)]: text, limit: '20' });
  const reply = await sendRequest(connection, {
    method: 'GET',
    path: `${path}?${query.toString()}`,
  });
  // The request itself is refused for the same reason, and says it.
  if (reply.status !== 200) return text;
  const rows = rowsIn(await readJson(reply)).filter((row) => row[field] === text);
  const ids = rows.map((row) => String(row['id']));
  const [id, ...others] = ids;
  if (id === undefined) throw new UsageError(`no ${noun} "${text}"`);
  if (others.length > 0)
    throw new UsageError(`several ${noun}s have the name "${text}": give an id, ${ids.join(', ')}`);
  return id;
}

function filterOf(field: string): string {
  return field === 'username' ? 'username__exact' : field;
}

function rowsIn(page: unknown): readonly Row[] {
  const rows: unknown = rowOf(page)['results'];
  return Array.isArray(rows) ? rows.map(rowOf) : [];
}
