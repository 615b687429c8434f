import type { Selectable } from 'kysely';
import { Fault } from '../../contract/errors.ts';
import type { Gateway } from '../../gateway/gateway.ts';
import type { JobRun } from '../../gateway/job.ts';
import { Secret } from '../../contract/secret.ts';
import type { Tables } from '../../contract/tables.ts';
import type { BackupSpec } from '../../device-type/device-type.ts';
import { parseJsonColumn } from '../../store/store.ts';
import { insertDeviceLogEntry } from '../transaction/device-log.ts';
import { kindsThat } from '../transaction/transaction-kinds.ts';
import type { StoredDevice } from '../device/find-device.ts';
import { configurationSealPlace } from './configuration.ts';
import { compareTexts, hashOf, mask, maskConfiguration } from './configuration-text.ts';

type Version = Selectable<Tables['inventory_configuration']>;

/** A configuration that a device has reported. */
export interface Backup {
  readonly device: StoredDevice;
  readonly spec: BackupSpec;
  readonly text: string;
  /** True if the gateway has just written it. */
  readonly isRestored: boolean;
}

/** Returns the text of a stored version, with its secrets. */
export function openConfiguration(gateway: Gateway, version: Pick<Version, 'configuration'>) {
  return gateway.vault.open(version.configuration, configurationSealPlace).reveal();
}

/**
 * Returns the text of a stored version for people: the secrets are masked that the type of the device found when the version was
 * stored, and those that the same type finds now. If that type is not known, all of it is masked.
 */
export function showConfiguration(gateway: Gateway, version: Version): string {
  if (version.secrets === null) return mask;
  const now = gateway.deviceTypes.get(version.type ?? '')?.backup?.secrets ?? [];
  const secrets = new Set([...parseJsonColumn<string[]>(version.secrets), ...now]);
  return maskConfiguration(openConfiguration(gateway, version), { secrets: [...secrets] });
}

/** Finds a version of a device. @throws Fault `not_found` */
export async function findVersion(
  { store }: Gateway,
  { id, device }: { readonly id: number; readonly device: number },
): Promise<Version> {
  const found = await store.db
    .selectFrom('inventory_configuration')
    .selectAll()
    .where('id', '=', id)
    .where('device', '=', device)
    .executeTakeFirst();
  if (!found) throw new Fault('not_found', `The device has no configuration ${id}.`);
  return found;
}

/** Finds the version of a device before another one, or the last one. */
export async function findVersionBefore(
  { store }: Gateway,
  { id, device }: { readonly id?: number; readonly device: number },
): Promise<Version | undefined> {
  let query = store.db
    .selectFrom('inventory_configuration')
    .selectAll()
    .where('device', '=', device)
    .orderBy('id', 'desc')
    .limit(1);
  if (id !== undefined) query = query.where('id', '<', id);
  return query.executeTakeFirst();
}

/**
 * Stores what a device has reported: as a new version if it differs from the last one, with an alert in the device log if
 * no transaction of the gateway can have changed it.
 *
 * @returns the results of the transaction
 */
export async function saveVersion(
  gateway: Gateway,
  work: Pick<JobRun, 'id'>,
  backup: Backup,
): Promise<Readonly<Record<string, unknown>>> {
  const { device, spec, text } = backup;
  const at = gateway.now().getTime();
  const sha256 = hashOf(text, spec);
  const before = await findVersionBefore(gateway, { device: device.id });
  if (before && hashOfVersion(gateway, before, { sha256, spec }) === sha256) {
    const seen = gateway.store.db
      .updateTable('inventory_configuration')
      .set({ seen_at: at, sha256, ...policyOf(backup, before) })
      .where('id', '=', before.id);
    await gateway.store.write([seen]);
    return { configuration: before.id, changed: false };
  }
  const ours = backup.isRestored || (await isOurs(gateway, before));
  const changed_by = before ? (ours ? 'gateway' : 'device') : null;
  const lines = before ? await countLines(gateway, before, backup) : null;
  const insert = gateway.store.db
    .insertInto('inventory_configuration')
    .values({
      organization: device.organization,
      device: device.id,
      changed_by,
      sha256,
      ...policyOf(backup),
      octets: Buffer.byteLength(text),
      configuration: gateway.vault.seal(new Secret(text), configurationSealPlace),
      transaction: work.id,
      created_at: at,
      seen_at: at,
    })
    .returning('id');
  const alerts =
    changed_by === 'device' ? [insertDeviceLogEntry(gateway, device, alertOf(work, lines))] : [];
  const [written] = await gateway.store.write([insert, ...alerts]);
  const id = Number(written?.rows[0]?.['id']);
  return { configuration: id, changed: before !== undefined, changed_by, lines };
}

/**
 * Returns what a version is masked by from now on, whatever becomes of its device.
 *
 * @param known  the version, if it is stored already: it keeps what it is masked by
 */
function policyOf({ device, spec }: Backup, known?: Version) {
  if (known && known.secrets !== null) return {};
  return { type: device.type_short_name, secrets: JSON.stringify(spec.secrets) };
}

/**
 * Returns the hash of a version by the current patterns of its type: a change of the patterns since it was stored must not
 * count as a change of the device.
 */
function hashOfVersion(
  gateway: Gateway,
  version: Version,
  { sha256, spec }: { readonly sha256: string; readonly spec: BackupSpec },
): string {
  return version.sha256 === sha256 ? sha256 : hashOf(openConfiguration(gateway, version), spec);
}

function alertOf({ id }: Pick<JobRun, 'id'>, lines: string | null) {
  const size = lines === null ? '' : ` (${lines})`;
  return {
    action: 'alert',
    variable_name: 'configuration',
    transaction: id,
    error_message: `the configuration has changed${size}, and no transaction of the gateway has changed it`,
  } as const;
}

/** Returns how many lines two versions differ in; null if that is not known. */
async function countLines(
  gateway: Gateway,
  before: Version,
  { spec, text }: Backup,
): Promise<string | null> {
  const versions = {
    before: { name: '', text: showConfiguration(gateway, before) },
    after: { name: '', text: maskConfiguration(text, spec) },
  };
  const compared = await compareTexts(versions).catch(() => null);
  return compared && `+${compared.added} -${compared.removed} lines`;
}

const withoutChange = ['backup', 'sync', 'get'];

/** True if a transaction or a setting may have changed a device since a version of it was last found. */
async function isOurs({ store }: Gateway, before: Version | undefined): Promise<boolean> {
  if (!before) return true;
  const { device, seen_at: since } = before;
  const transactions = store.db
    .selectFrom('inventory_transaction')
    .select('id')
    .where('device', '=', device)
    .where('kind', 'in', kindsThat('mayChangeDevice'))
    .where('operation', 'not in', withoutChange)
    .where('started_at', 'is not', null)
    .where((eb) => eb.or([eb('completed_at', 'is', null), eb('completed_at', '>=', since)]))
    .limit(1);
  const settings = store.db
    .selectFrom('inventory_device_log')
    .select('id')
    .where('device', '=', device)
    .where('action', '=', 'set')
    .where('applied_at', '>=', since)
    .limit(1);
  const found = await Promise.all([transactions.execute(), settings.execute()]);
  return found.flat().length > 0;
}
