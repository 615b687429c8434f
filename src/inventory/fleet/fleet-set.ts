import type { Vault } from '../../store/vault.ts';
import { asFault, type Fault } from '../../contract/errors.ts';
import type { Gateway } from '../../gateway/gateway.ts';
import { Secret } from '../../contract/secret.ts';
import type { StoredDevice } from '../device/find-device.ts';
import { previewHeadlessOperation } from '../operation/headless-operation.ts';
import type { HeadlessVariable } from '../operation/headless-operations.ts';
import { parseSetVariables } from '../operation/headless-set.ts';
import { passwordVariables } from '../setting/reported-values.ts';
import { parseJsonColumn } from '../../store/store.ts';

/** Preview of a set for the devices of a type: the commands by variable, or why they refuse it. */
export interface SetPreview {
  readonly type: string;
  readonly commands: readonly (string | null)[];
  readonly refusal: string | null;
}

/** Returns what a set sends, or why it is refused, by id of the type: devices of a type have the same parameters. */
export async function previewFleetSet(
  gateway: Gateway,
  devices: readonly StoredDevice[],
  variables: readonly HeadlessVariable[],
): Promise<ReadonlyMap<number, SetPreview>> {
  const byType = new Map(devices.map((device) => [device.type, device]));
  const previews = [...byType].map(
    async ([type, device]) => [type, await previewOf(gateway, device, variables)] as const,
  );
  return new Map(await Promise.all(previews));
}

async function previewOf(
  gateway: Gateway,
  device: StoredDevice,
  variables: readonly HeadlessVariable[],
): Promise<SetPreview> {
  const { type_short_name: type } = device;
  try {
    const operation = 'set';
    const found = await previewHeadlessOperation(gateway, [device], { operation, variables });
    return { type, commands: found.flatMap(({ commands }) => commands), refusal: null };
  } catch (error) {
    const fault = asFault(error);
    if (fault === null) throw error;
    return { type, commands: [], refusal: refusalText(fault) };
  }
}

function refusalText({ fields, message }: Fault): string {
  if (fields === undefined) return message;
  return Object.entries(fields)
    .map(([field, texts]) => `${field}: ${texts.join(' ')}`)
    .join('; ');
}

/** Returns the variables of a set as they are shown: null instead of a value that is a password in any type. */
export function withoutPasswords(
  { deviceTypes }: Pick<Gateway, 'deviceTypes'>,
  variables: readonly HeadlessVariable[],
): readonly HeadlessVariable[] {
  const secrets = new Set(
    [...deviceTypes.values()].flatMap((type) => [...passwordVariables(type)]),
  );
  return variables.map((one) => (secrets.has(one.variable) ? { ...one, value: null } : one));
}

const sealPlace = 'inventory_fleet_operation.secret_parameters';

/** Returns the variables of a set for the store: sealed, because a password may be among the values. */
export function sealVariables(vault: Vault, variables: readonly HeadlessVariable[]): string {
  return vault.seal(new Secret(JSON.stringify({ variables })), sealPlace);
}

/** Returns the variables of a stored set. */
export function openVariables(vault: Vault, sealed: string): readonly HeadlessVariable[] {
  return parseSetVariables(parseJsonColumn(vault.open(sealed, sealPlace).reveal()));
}
