import type { CallerScope } from '../../../contract/caller.ts';
import { Fault } from '../../../contract/errors.ts';
import type { Gateway } from '../../../gateway/gateway.ts';
import type { Row } from '../../../store/query/row-serialization.ts';
import { parseJsonColumn } from '../../../store/store.ts';
import { checkCredentials, secretFields } from '../credentials.ts';
import { checkDestination } from '../device-address.ts';
import { checkPrivateKeys } from './private-key-check.ts';

/** Fields of a device that decide where its credentials are sent. */
const destinationFields = ['ip_address', 'host_key', 'tls_fingerprint'] as const;
/** Fields that decide which addresses are allowed, and the address. */
const placeFields = ['ip_address', 'organization', 'connection_profile'] as const;

interface DeviceWrite {
  readonly body: Row;
  /** The stored device that the body changes; null: a new one. */
  readonly found: Row | null;
}

/**
 * Checks that a caller may send the credentials of a device where a request says, and that the organization and the
 * connection profile of the device may be used there; and the credentials against the adapters that they are for.
 *
 * @throws Fault `invalid` naming the field
 */
export async function checkDeviceWrite(
  gateway: Gateway,
  caller: CallerScope,
  { body, found }: DeviceWrite,
): Promise<void> {
  checkCredentials(gateway.adapters, body);
  const mayHavePassphrase = found !== null || typeof body['connection_profile'] === 'number';
  await checkPrivateKeys(gateway.adapters, body, mayHavePassphrase);
  const changed = (field: string) => field in body && body[field] !== (found?.[field] ?? null);
  const place = placeFields.find(changed);
  const destination = destinationFields.find(changed);
  if (place === undefined && destination === undefined) return;
  const after: Row = { organization: caller.organization, ...found, ...body };
  const profile = await findProfile(gateway, after['connection_profile']);
  const keepsProfile = found?.['connection_profile'] === after['connection_profile'];
  if (destination !== undefined && keepsProfile) checkRights(caller, destination, profile);
  if (place !== undefined) await checkPlace(gateway, place, { after, profile });
}

async function checkPlace(
  gateway: Gateway,
  field: string,
  { after, profile }: { readonly after: Row; readonly profile: Profile | null },
): Promise<void> {
  const { ip_address: host, organization } = after;
  if (typeof host !== 'string' || typeof organization !== 'number') return;
  const networks = profile?.networks ?? null;
  const profileNetworks = networks === null ? null : parseJsonColumn<string[]>(networks);
  await checkDestination(gateway.store, field, { organization, host, profileNetworks });
}

type Profile = NonNullable<Awaited<ReturnType<typeof findProfile>>>;

async function findProfile({ store }: Gateway, id: unknown) {
  if (typeof id !== 'number') return null;
  const query = store.db
    .selectFrom('inventory_connection_profile')
    .select(['organization', 'networks', ...secretFields])
    .where('id', '=', id);
  return (await query.executeTakeFirst()) ?? null;
}

/** Refuses to send the secrets of an organization above to a machine that the caller chooses. */
function checkRights(caller: CallerScope, field: string, profile: Profile | null): void {
  if (!profile || caller.organizations.includes(profile.organization)) return;
  if (secretFields.every((field) => profile[field] === null)) return;
  throw Fault.field(
    field,
    'The connection profile of this device belongs to an organization above, and its credentials would go to another machine. Set connection_profile as well, to null or to one of your own.',
  );
}
