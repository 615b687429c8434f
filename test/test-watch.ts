import { watch, type FSWatcher } from 'node:fs';
import { join } from 'node:path';
import { importsOf, type SourceFile } from './source-files.ts';

/** A run of test files that has begun. */
export interface TestRun {
  readonly stop: () => Promise<void>;
}

export interface WatchOptions {
  /** Root of the repository, and the folders in it that are watched. */
  readonly root: string;
  readonly folders: readonly string[];
  /** Test files that run after every change; none: those that import the changed file. */
  readonly named: readonly string[];
  readonly sources: () => readonly SourceFile[];
  readonly run: (files: readonly string[]) => TestRun;
  readonly print: (line: string) => void;
}

/** An editor writes a file in several steps, and a branch changes many files. */
const settlingMs = 100;
/** Test files that run after a change of a file that most of the gateway imports. */
const maxFiles = 5;
/** Not what editors write next to a file. */
const watched = /^(?:[^.][^/]*\/)*[^./][^/]*\.(?:ts|yaml|json|py|sh|mib|txt)$/;

/** Runs tests whenever a file has changed. A run that has not ended is stopped. @returns the function that ends it */
export function watchTests(options: WatchOptions): () => Promise<void> {
  const changed = new Set<string>();
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<TestRun | null> = Promise.resolve(null);
  const begin = (files: readonly string[]) => {
    running = running.then(async (former) => {
      await former?.stop();
      return files.length > 0 ? options.run(files) : null;
    });
  };
  const settle = () => {
    const files = testsAfter([...changed], options);
    changed.clear();
    begin(files);
  };
  const watchers = options.folders.map((folder) =>
    watchFolder(options.root, folder, (file) => {
      changed.add(file);
      clearTimeout(timer);
      timer = setTimeout(settle, settlingMs);
    }),
  );
  if (options.named.length > 0) begin(options.named);
  return async () => {
    clearTimeout(timer);
    for (const watcher of watchers) watcher.close();
    await (await running)?.stop();
  };
}

function watchFolder(root: string, folder: string, onChange: (file: string) => void): FSWatcher {
  return watch(join(root, folder), { recursive: true }, (_event, name) => {
    if (name !== null && watched.test(name)) onChange(`${folder}/${name}`);
  });
}

/** Returns the test files that run after a change, and prints why. */
function testsAfter(
  changed: readonly string[],
  { named, sources, print }: WatchOptions,
): readonly string[] {
  if (named.length > 0) return named;
  const found = testsThatImport(changed, sources());
  const files = found.slice(0, maxFiles);
  const more = found.length > files.length ? `, the nearest of ${found.length}` : '';
  print(`# ${changed.join(', ')} changed: ${files.join(' ') || 'no test imports it'}${more}`);
  return files;
}

/** Returns the test files that import some files or are among them, those with the fewest imports between first. */
export function testsThatImport(
  changed: readonly string[],
  sources: readonly SourceFile[],
): readonly string[] {
  const importers = new Map<string, string[]>();
  for (const source of sources)
    for (const imported of importsOf(source))
      importers.set(imported, [...(importers.get(imported) ?? []), source.path]);
  const reached = new Set(changed);
  // A set yields what is added while it is read, so this is a breadth-first search.
  for (const file of reached)
    for (const importer of importers.get(file) ?? []) reached.add(importer);
  return [...reached].filter((file) => file.endsWith('.test.ts'));
}
