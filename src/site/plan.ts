import { dirname } from 'node:path';
import { writeKeepingAdministrator } from '../aaa/account/last-administrator.ts';
import type { Adapter } from '../contract/adapter.ts';
import { Fault } from '../contract/errors.ts';
import { formatTime } from '../contract/fields.ts';
import { deadlineIn } from '../organization/deadline.ts';
import type { AttributeDictionary } from '../contract/attribute-dictionary.ts';
import { requestRenderingOfAll } from '../inventory/setting/variable-change.ts';
import type { Report } from '../runtime/command/progress.ts';
import type { Statement, Store } from '../store/store.ts';
import type { Vault } from '../store/vault.ts';
import { checkLastAdmin } from './last-admin.ts';
import type { ObjectChange } from './change.ts';
import { compareObject } from './compare.ts';
import { checkDeviceNetworks } from './device-networks.ts';
import { FaultList, SiteFaults, type SiteFault } from './faults.ts';
import { createRowIdResolver } from './row-id.ts';
import { checkPasswords, withUsualPasswords } from './password-change.ts';
import { readSiteFile } from './site-file.ts';
import { resolveEntries, type DesiredObject } from './resolve.ts';
import type { Section } from './section.ts';
import type { SecretSources } from './secret-reference.ts';
import { createSections } from './sections.ts';
import { planStatements } from './statements.ts';
import { StoredObjects } from './stored-objects.ts';
import { checkParentCycles, PlannedOrganizations, sortParentsFirst } from './parent-tree.ts';
import { validateEntries } from './validate.ts';

/** The context of applying a site file. */
export interface SiteContext {
  readonly store: Store;
  readonly vault: Vault;
  readonly adapters: ReadonlyMap<string, Adapter>;
  readonly dictionary: () => AttributeDictionary;
  readonly now: () => Date;
}

/** The changes of a site file, and how to apply them. */
export interface SitePlan {
  readonly changes: readonly ObjectChange[];
  /** Secrets that are absent, in a dry run; their fields are not compared. */
  readonly absentSecrets: readonly SiteFault[];
  /**
   * Applies the changes in one transaction, together with further statements.
   *
   * @throws SiteFaults if a stored row conflicts with an object; Fault if the store cannot write
   */
  readonly apply: (withThem?: readonly Statement[]) => Promise<void>;
}

/** What the secrets of a site file are read from, and who is told how many objects were compared. */
export interface PlanOptions extends Omit<SecretSources, 'folder'> {
  readonly report: Report;
}

/**
 * Compares a site file with the store, without changes.
 *
 * @throws SiteFaults  all faults of the file
 */
export async function planSite(
  file: string,
  site: SiteContext,
  { report, ...options }: PlanOptions,
): Promise<SitePlan> {
  const faults = new FaultList();
  const sections = createSections(site);
  const entries = readSiteFile(file, sections, faults);
  const checked = validateEntries(entries, { folder: dirname(file), ...options }, faults);
  const stored = await StoredObjects.read(site.store, sectionsOf(sections, entries));
  const resolved = resolveEntries(checked, stored, faults);
  const desired = withLocalTimes(withUsualPasswords(resolved, stored), stored);
  checkParentCycles(desired, stored, faults);
  checkPasswords(desired, faults);
  checkLastAdmin(desired, stored, faults);
  checkDeviceNetworks(desired, stored, faults);
  faults.throwIfAny();
  const plan = await planOf(sortParentsFirst(desired), { site, stored, report });
  return { ...plan, absentSecrets: faults.absent };
}

/**
 * Replaces expirations by clocks of an organization with the points in time that they mean, as the API does: without an offset they
 * are local time there, and a date includes its day.
 */
function withLocalTimes(desired: readonly DesiredObject[], stored: StoredObjects): DesiredObject[] {
  const organizations = new PlannedOrganizations(desired, stored);
  return desired.map((entry) => {
    const { section, fields, organization } = entry;
    const { expiration } = fields;
    if (section.table !== 'user' || typeof expiration !== 'string') return entry;
    const time = deadlineIn(organizations.timeZoneOf(organization), expiration);
    return { ...entry, fields: { ...fields, expiration: formatTime(time) } };
  });
}

function sectionsOf(
  sections: readonly Section[],
  entries: readonly { readonly section: Section }[],
): Section[] {
  return sections.filter((section) => entries.some((entry) => entry.section === section));
}

interface Comparison {
  readonly site: SiteContext;
  readonly stored: StoredObjects;
  readonly report: Report;
}

async function planOf(
  desired: readonly DesiredObject[],
  { site, stored, report }: Comparison,
): Promise<Omit<SitePlan, 'absentSecrets'>> {
  const idOf = createRowIdResolver(stored);
  const changes: ObjectChange[] = [];
  for (let next = 0; next < desired.length; next += atOnce) {
    const some = desired
      .slice(next, next + atOnce)
      .map((entry) => compareObject(entry, { stored, vault: site.vault, idOf }));
    changes.push(...(await Promise.all(some)).filter((change) => change !== null));
    report(Math.min(next + atOnce, desired.length), desired.length);
  }
  return {
    changes,
    async apply(withThem = []) {
      const steps = planStatements(site.store, changes, { idOf, now: site.now().getTime() });
      if (steps.length === 0) return;
      const unit = [
        ...steps.map(({ statement }) => statement),
        ...(await followingOf(site, changes)),
        ...withThem,
      ];
      await writeChanges(site, changes, unit).catch((error: unknown) => {
        throw withObject(error, (place) => steps[place]?.change);
      });
    },
  };
}

/** Sections whose objects decide which variables a device has. */
const variableSections: readonly string[] = [
  'inventory_variable_set',
  'inventory_device',
  'location',
  'organization',
];

/** Returns statements that let settings follow the changes: a gateway that runs, or the next one, renders them. */
async function followingOf(
  site: SiteContext,
  changes: readonly ObjectChange[],
): Promise<readonly Statement[]> {
  const isConcerned = changes.some(({ desired }) =>
    variableSections.includes(desired.section.table),
  );
  return isConcerned ? requestRenderingOfAll(site) : [];
}

/** Writes the changes in one transaction, unless they leave the root organization without an administrator. */
function writeChanges(
  { store, now }: SiteContext,
  changes: readonly ObjectChange[],
  batch: readonly Statement[],
): ReturnType<Store['write']> {
  const isAboutCallers = changes.some(
    ({ kind, desired: { section } }) =>
      kind !== 'create' && ['user', 'organization'].includes(section.table),
  );
  return isAboutCallers ? writeKeepingAdministrator(store, batch, now()) : store.write(batch);
}

/** Objects compared concurrently: passwords are hashed on that many threads. */
const atOnce = 4;

/** Converts a conflict in the store to a fault of its object. */
function withObject(
  error: unknown,
  changeAt: (place: number) => ObjectChange | undefined,
): unknown {
  if (!(error instanceof Fault) || error.kind !== 'conflict') return error;
  const change = changeAt(error.statement ?? -1);
  if (!change) return error;
  const [field] = Object.keys(error.fields ?? {}).filter((column) => column !== 'organization');
  const faults = new FaultList();
  faults.add(
    change.desired,
    field ?? '',
    field ? 'another object has the same' : whyOf(change, error),
  );
  return new SiteFaults(faults.faults);
}

function whyOf({ kind }: ObjectChange, { message }: Fault): string {
  return kind === 'remove' ? 'still in use' : message;
}
