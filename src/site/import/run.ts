import { findRootAdministrator } from '../../aaa/account/user-lookup.ts';
import type { Config } from '../../config/load-config.ts';
import type { Caller } from '../../contract/caller.ts';
import type { Resource } from '../../contract/resource.ts';
import type { Gateway } from '../../gateway/gateway.ts';
import { createServer } from '../../http/server.ts';
import { openExisting, type OpenedStore } from '../open-existing.ts';
import type { Store } from '../../store/store.ts';
import { audited } from '../../upkeep/audit/command-audit.ts';
import { isReferenced, type SourceObject } from './source-object.ts';
import { createImportGateway } from './import-gateway.ts';
import { Importer, type ImportResult } from './importer.ts';
import { createOutcomeCounts, describeOutcomes } from './outcome-counts.ts';

/** Rows that are applied concurrently: their writes share a commit. */
const atOnce = 16;

export interface ImportRun {
  /** The APIs that create the objects. */
  readonly apis: Parameters<typeof createServer>[1];
  readonly resources: readonly Resource[];
  readonly createState: Parameters<typeof createImportGateway>[0]['createState'];
  /** Returns the objects of the source; referenced objects come first. */
  readonly objects: (gateway: Gateway) => Iterable<SourceObject> | AsyncIterable<SourceObject>;
  /** Imports rows without an API, after the objects. @returns true if all were imported */
  readonly finish?: (store: Store) => Promise<boolean>;
  readonly dryRun: boolean;
  readonly print: (line: string) => void;
}

/**
 * Creates and changes the objects of a source, and reports each outcome.
 *
 * @returns true if all objects were imported
 * @throws Error if the source cannot be read, or the store cannot be opened
 */
export async function runImport(config: Config, run: ImportRun): Promise<boolean> {
  const { store, vault } = await openExisting(config);
  const work = async () => {
    const isWhole = await importObjects(config, { store, vault }, run);
    const isFinished = (await run.finish?.(store)) ?? true;
    return { isDone: isWhole && isFinished, object: null };
  };
  try {
    return (await (run.dryRun ? work() : audited(store, 'gatehouse import', work))).isDone;
  } finally {
    await store.close();
  }
}

async function importObjects(config: Config, opened: OpenedStore, run: ImportRun) {
  const counts = await apply(config, opened, run);
  run.print(describeOutcomes(counts) + (run.dryRun ? '; no changes were written' : ''));
  return counts.refused === 0;
}

async function apply(
  config: Config,
  { store, vault }: OpenedStore,
  { apis, resources, createState, objects, dryRun, print }: ImportRun,
) {
  const counts = createOutcomeCounts();
  const caller = await callerOf(store);
  const dry = dryRun ? dryStore(store) : null;
  const gateway = createImportGateway({
    config,
    store: dry?.store ?? store,
    vault,
    caller,
    resources,
    createState,
  });
  const { app } = await createServer(gateway, apis);
  const importer = new Importer({
    app,
    store,
    vault,
    resources,
    organization: caller.organization,
    takeDryWrite: dry?.takeWrite ?? null,
  });
  const report = (result: ImportResult) => {
    counts[result.outcome] += 1;
    if (result.outcome !== 'same' || result.notes.length > 0) print(describe(result));
  };
  await applyInTurn(objects(gateway), { importer, report, atOnce: dryRun ? 1 : atOnce });
  await app.close();
  return counts;
}

interface Turn {
  readonly importer: Importer;
  readonly report: (result: ImportResult) => void;
  readonly atOnce: number;
}

/** Applies objects concurrently, but referenced objects alone. */
async function applyInTurn(
  objects: Iterable<SourceObject> | AsyncIterable<SourceObject>,
  { importer, report, atOnce: most }: Turn,
): Promise<void> {
  let pending: Promise<ImportResult>[] = [];
  const settle = async () => {
    for (const result of await Promise.all(pending)) report(result);
    pending = [];
  };
  for await (const object of objects) {
    const isFirst = isReferenced(object);
    if (isFirst) await settle();
    pending.push(importer.apply(object));
    if (isFirst || pending.length >= most) await settle();
  }
  await settle();
}

function describe({ outcome, title, detail, notes }: ImportResult): string {
  const reason = detail === '' ? '' : `: ${detail}`;
  return `${outcome}: ${title}${reason}${notes.length > 0 ? ` (${notes.join('; ')})` : ''}`;
}

/** Returns a read-only store, and a function that returns whether a write was attempted since its last call. */
function dryStore(store: Store) {
  let isWritten = false;
  const refuse = () => {
    isWritten = true;
    return Promise.reject(new Error('a dry run does not write'));
  };
  return {
    store: new Proxy(store, {
      get: (target, name) => {
        if (name === 'write') return refuse;
        const value: unknown = Reflect.get(target, name, target);
        return typeof value === 'function' ? (value.bind(target) as unknown) : value;
      },
    }),
    takeWrite: () => {
      const was = isWritten;
      isWritten = false;
      return was;
    },
  };
}

/** Returns the administrator of the root organization, who is the caller of an import. */
async function callerOf(store: Store): Promise<Caller> {
  const found = await findRootAdministrator(store);
  if (!found) throw new Error('the store has no administrator of its first organization');
  return found;
}
