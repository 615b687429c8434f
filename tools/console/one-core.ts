import { readFile } from 'node:fs/promises';
import { extname, join, resolve } from 'node:path';
import type { Metafile, Plugin } from 'esbuild';

const entry = 'web/main.tsx';
const namespace = 'core';

/**
 * Keeps the sources that the first script imports in one chunk. The bundler makes a chunk for each set of entries that share
 * some sources, which were twelve, and on a slow link a browser loads six files at a time. So each source that is loaded
 * later imports all of the core: then all of it is shared by the same entries.
 *
 * @param plan  of a bundle without this plugin
 */
export function oneCore({ inputs }: Pick<Metafile, 'inputs'>): Plugin {
  const core = sourcesOf(inputs, entry);
  const ownSources = [...core].filter((path) => path.startsWith('web/'));
  return {
    name: 'one core',
    setup(of) {
      const folder = of.initialOptions.absWorkingDir ?? '.';
      const later = new Set(
        laterSources(inputs).flatMap((path) => (core.has(path) ? [] : [join(folder, path)])),
      );
      of.onResolve({ filter: /^core:$/ }, ({ path }) => ({ path, namespace }));
      of.onLoad({ filter: /./, namespace }, () => ({
        // Packages are imported by these.
        contents: ownSources.map((path) => `import ${JSON.stringify(`./${path}`)};\n`).join(''),
        resolveDir: resolve(folder),
      }));
      of.onLoad({ filter: /\.tsx?$/ }, async ({ path }) =>
        later.has(path)
          ? {
              contents: `${await readFile(path, 'utf8')}\nimport 'core:';\n`,
              loader: extname(path) === '.tsx' ? 'tsx' : 'ts',
            }
          : null,
      );
    },
  };
}

type Inputs = Metafile['inputs'];

/** Lists the sources that one imports at once, by whatever way, without itself. */
function sourcesOf(inputs: Inputs, first: string): ReadonlySet<string> {
  const found = new Set<string>();
  const add = (source: string) => {
    for (const { path, kind } of inputs[source]?.imports ?? []) {
      if (kind !== 'import-statement' || found.has(path) || !(path in inputs)) continue;
      found.add(path);
      add(path);
    }
  };
  add(first);
  return found;
}

/** Lists the sources that are loaded when they are needed. */
function laterSources(inputs: Inputs): readonly string[] {
  return Object.values(inputs).flatMap(({ imports }) =>
    imports.flatMap(({ path, kind }) => (kind === 'dynamic-import' ? [path] : [])),
  );
}
