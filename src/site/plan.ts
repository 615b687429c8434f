import { dirname } from 'node:path';
import type { Adapter } from '../adapter.ts';
import { Fault } from '../errors.ts';
import type { AttributeDictionary } from '../attribute-dictionary.ts';
import type { Store } from '../store/store.ts';
import type { Vault } from '../vault.ts';
import { checkLastAdmin } from './last-admin.ts';
import type { ObjectChange } from './change.ts';
import { compareObject } from './compare.ts';
import { FaultList, SiteFaults } from './faults.ts';
import { createRowIdResolver } from './row-id.ts';
import { checkPasswords } from './password-change.ts';
import { readSiteFile } from './site-file.ts';
import { resolveEntries, type DesiredObject } from './resolve.ts';
import type { Section } from './section.ts';
import { createSections } from './sections.ts';
import { planStatements } from './statements.ts';
import { StoredObjects } from './stored-objects.ts';
import { checkParentCycles, sortParentsFirst } from './parent-tree.ts';
import { validateEntries } from './validate.ts';

/** What a site is set up in. */
export interface SiteContext {
  readonly store: Store;
  readonly vault: Vault;
  readonly adapters: ReadonlyMap<string, Adapter>;
  readonly dictionary: () => AttributeDictionary;
  readonly now: () => Date;
}

/** What a site file comes to. */
export interface SitePlan {
  readonly changes: readonly ObjectChange[];
  /**
   * Carries the changes out, all of them or none.
   *
   * @throws SiteFaults where the store has a row that is in the way of an object; Fault where it can not be written
   */
  readonly apply: () => Promise<void>;
}

/**
 * Compares a site file with the store and writes nothing.
 *
 * @param environment  where `env:` references lead
 * @throws SiteFaults  everything that is wrong with the file, at once
 */
export async function planSite(
  file: string,
  site: SiteContext,
  environment: Readonly<Record<string, string | undefined>>,
): Promise<SitePlan> {
  const faults = new FaultList();
  const sections = createSections(site);
  const entries = readSiteFile(file, sections, faults);
  const checked = validateEntries(entries, { folder: dirname(file), environment }, faults);
  const stored = await StoredObjects.read(site.store, sectionsOf(sections, entries));
  const wanted = resolveEntries(checked, stored, faults);
  checkParentCycles(wanted, stored, faults);
  checkPasswords(wanted, faults);
  checkLastAdmin(wanted, stored, faults);
  faults.throwIfAny();
  return planOf(sortParentsFirst(wanted), site, stored);
}

function sectionsOf(
  sections: readonly Section[],
  entries: readonly { readonly section: Section }[],
): Section[] {
  return sections.filter((section) => entries.some((entry) => entry.section === section));
}

async function planOf(
  wanted: readonly DesiredObject[],
  site: SiteContext,
  stored: StoredObjects,
): Promise<SitePlan> {
  const idOf = createRowIdResolver(stored);
  const changes: ObjectChange[] = [];
  for (let next = 0; next < wanted.length; next += atOnce) {
    const some = wanted
      .slice(next, next + atOnce)
      .map((entry) => compareObject(entry, { stored, vault: site.vault, idOf }));
    changes.push(...(await Promise.all(some)).filter((change) => change !== null));
  }
  return {
    changes,
    async apply() {
      const steps = planStatements(site.store, changes, { idOf, now: site.now().getTime() });
      if (steps.length === 0) return;
      const unit = steps.map(({ statement }) => statement);
      await site.store.write(unit).catch((error: unknown) => {
        throw withObject(error, (place) => steps[place]?.change);
      });
    },
  };
}

/** Passwords are hashed on threads: so many are compared at the same time. */
const atOnce = 4;

/** A conflict in the store, told of the object that it is about. */
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
