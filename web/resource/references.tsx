import { signal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { call, type ApiPath } from '../app/api.ts';
import { isRecord, rowsIn, textOf } from '../app/problem.ts';
import type { Option } from '../design/field.tsx';

/* Fields that name a row of another collection by its id. */

interface Target {
  readonly path: ApiPath;
  readonly name: string;
}

const target = (path: ApiPath, name = 'name'): Target => ({ path, name });

/** Collections by the name of the field that refers to them. */
const targets: Readonly<Record<string, Target>> = {
  organization: target('/gate/api/v1/organization/'),
  location: target('/gate/api/v1/location/'),
  profile: target('/gate/api/v1/aaa_profile/'),
  user: target('/gate/api/v1/user/', 'username'),
  terms_user: target('/gate/api/v1/user/', 'username'),
  client: target('/gate/api/v1/aaa_client/'),
  access_point: target('/gate/api/v1/access_point/'),
  pool: target('/gate/api/v1/address_pool/'),
  source: target('/gate/api/v1/user_source/'),
  type: target('/control/api/v1/inventory_type/'),
  device: target('/control/api/v1/inventory_device/'),
  connection_profile: target('/control/api/v1/inventory_connection_profile/'),
  firmware_image: target('/control/api/v1/inventory_firmware_image/'),
  category: target('/control/api/v1/dnsfilter_category/'),
  rule: target('/control/api/v1/alert_rule/'),
  webhook: target('/control/api/v1/webhook/'),
};

/** `parent` means a row of the collection itself. */
const ownParents: ReadonlySet<string> = new Set([
  '/gate/api/v1/organization/',
  '/gate/api/v1/location/',
  '/control/api/v1/inventory_device/',
]);

/** Choices are offered up to this many rows; beyond them the id is entered. */
const maxChoices = 500;

const known = signal<Readonly<Record<string, readonly Option[]>>>({});
const asked = new Set<string>();

/** Returns the collection that a field refers to. @param within  path of the collection that has the field */
export function targetOf(field: string, within?: string): Target | null {
  if (field === 'parent' && within !== undefined && ownParents.has(within)) {
    const own = Object.values(targets).find(({ path }) => path === within);
    return own ?? null;
  }
  return targets[field] ?? null;
}

/** Returns the choices of a reference once they are read; null before, or if there are too many. */
export function useChoices(found: Target | null): readonly Option[] | null {
  const key = found?.path ?? '';
  useEffect(() => {
    if (found && !asked.has(key)) void readChoices(found);
  }, [key]);
  return known.value[key] ?? null;
}

/** Forgets what was read, after a row was changed. */
export function forgetChoices(path: string): void {
  asked.delete(path);
}

async function readChoices({ path, name }: Target): Promise<void> {
  asked.add(path);
  const reply = await call(`${path}?limit=${maxChoices}`).catch(() => null);
  if (!reply || !isRecord(reply.body) || reply.body['next'] !== null) return;
  const choices = rowsIn(reply.body)
    .map((row): Option => [textOf(row['id']), textOf(row[name])])
    .toSorted(([, one], [, other]) => one.localeCompare(other));
  known.value = { ...known.value, [path]: choices };
}

/** The name of a row of another collection; its id until the name is known. */
export function ReferenceName({ field, id }: { readonly field: string; readonly id: string }) {
  const choices = useChoices(targetOf(field));
  return <>{choices?.find(([one]) => one === id)?.[1] ?? id}</>;
}
