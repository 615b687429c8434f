import { ok, skipped, warning, type Found } from '../../contract/finding.ts';
import { findRelatives } from '../../organization/tree-query.ts';
import { isWithin, parseIpNetwork } from '../../runtime/ip-address.ts';
import { parseJsonColumn } from '../../store/store.ts';
import type { Examination } from './examination.ts';

/* RADIUS and captive portal: what the gateway has seen of the device. */

const quietMs = 900_000;

export async function examineRadius(examination: Examination): Promise<Found> {
  const { gateway, device } = examination;
  const relatives = await findRelatives(gateway.store, device.organization);
  const client = await findClient(examination, relatives.above);
  if (client === null)
    return skipped(
      'No AAA client has the address of the device: its users do not log in here, or through a controller.',
    );
  const { name, last_seen } = client;
  const evidence = { client: name, last_seen: last_seen && new Date(last_seen).toISOString() };
  if (last_seen === null)
    return warning(
      `AAA client "${name}" has never sent a packet.`,
      'Check the RADIUS server and the shared secret in the settings of the device.',
      evidence,
    );
  const now = gateway.now().getTime();
  const decisions = await countDecisions(gateway, {
    client: client.id,
    organizations: relatives.below,
    since: now - quietMs,
  });
  const all = { ...evidence, ...decisions };
  if (decisions.rejects > 0 && decisions.accepts === 0)
    return warning(
      `All ${decisions.rejects} logins of the last 15 minutes were rejected; the last one because: ${decisions.last_reason}`,
      '',
      all,
    );
  if (now - last_seen > quietMs)
    return warning(`AAA client "${name}" has sent no packet since ${evidence.last_seen}.`, '', all);
  return ok(`AAA client "${name}" sends packets, and its logins are decided.`, all);
}

/** Returns the client of the device's organization, or of one above it, with the longest network around the address. */
async function findClient({ gateway, device }: Examination, above: readonly number[]) {
  const address = parseIpNetwork(device.ip_address ?? '');
  if (!address) return null;
  const rows = await gateway.store.db
    .selectFrom('aaa_client')
    .select(['id', 'name', 'address', 'last_seen', 'organization', 'serves'])
    .where('is_active', '=', 1)
    .execute();
  const own = new Set([device.organization, ...above]);
  const around = rows.flatMap(({ serves, ...row }) => {
    const network = parseIpNetwork(row.address);
    const isOwn =
      own.has(row.organization) ||
      parseJsonColumn<readonly number[]>(serves).includes(device.organization);
    return network && isOwn && isWithin(address, network)
      ? [{ ...row, length: network.prefixLength }]
      : [];
  });
  return around.toSorted((one, other) => other.length - one.length)[0] ?? null;
}

const maxDecisions = 200;

interface Decisions {
  readonly client: number;
  readonly organizations: readonly number[];
  readonly since: number;
}

/** Counts decisions of the device's organization and those below it: a client of one above serves others as well. */
async function countDecisions(
  { store }: Examination['gateway'],
  { client, organizations, since }: Decisions,
) {
  const rows = await store.db
    .selectFrom('aaa_decision')
    .select(['outcome', 'reason'])
    .where('client', '=', client)
    .where('organization', 'in', organizations)
    .where('datetime', '>=', since)
    .orderBy('datetime', 'desc')
    .limit(maxDecisions)
    .execute();
  const rejects = rows.filter(({ outcome }) => outcome === 'reject');
  return {
    accepts: rows.length - rejects.length,
    rejects: rejects.length,
    last_reason: rejects[0]?.reason ?? '',
  };
}

export async function examinePortal(examination: Examination): Promise<Found> {
  const place = await findAccessPoint(examination);
  if (!place)
    return skipped('The device is no access point of the captive portal, by its MAC address.');
  const [last] = await eventsOf(examination, place.id);
  if (!last) return skipped('No guest has come to the captive portal here.');
  const at = new Date(last.datetime).toISOString();
  const evidence = { access_point: place.name, last_event: last.type, at, detail: last.detail };
  if (last.status === 200) return ok(`The captive portal was last used at ${at}.`, evidence);
  return warning(
    `The last event at the captive portal here, at ${at}, is a failure: ${last.detail || `status ${last.status}`}`,
    '',
    evidence,
  );
}

function findAccessPoint({ gateway, device }: Examination) {
  return gateway.store.db
    .selectFrom('access_point')
    .select(['id', 'name'])
    .where('organization', '=', device.organization)
    .where((where) =>
      where.or([
        where('id', '=', device.access_point ?? 0),
        where('mac', '=', device.mac_address ?? ''),
      ]),
    )
    .orderBy('id')
    .executeTakeFirst();
}

function eventsOf({ gateway }: Examination, accessPoint: number) {
  return gateway.store.db
    .selectFrom('txlog_portal')
    .select(['type', 'status', 'detail', 'datetime'])
    .where('access_point', '=', accessPoint)
    .orderBy('datetime', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .execute();
}
