import { chmod, readdir, readFile, rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { build, type BuildOptions, type Metafile, type Plugin } from 'esbuild';

/** Largest chunk whose modules are put together with those of others. */
const maxSmallOctets = 16_384;
/** Entry points that should load little: the command line, what prints documents, and what calls a gateway. */
const lean = /^src\/(?:cli|start\/command-line|api-client\/.*|start\/documents\/.*)\.js$/;

/**
 * Bundles the compiled gateway: finding, opening and linking hundreds of modules takes a third of the
 * processor time of a start. Modules that several entry points use are chunks of their own, so that each exists once. A
 * first build finds the small ones of these chunks that a start loads, the second one puts them together.
 *
 * @param output  folder of the compiled code; the bundle is its folder `gateway`
 */
export async function bundleGateway(output: string): Promise<void> {
  const outdir = join(output, 'gateway');
  const compiled = (path: string) => join(output, path);
  await rm(outdir, { recursive: true, force: true });
  const adapters = (await readdir(compiled('adapters'))).filter((file) => file.endsWith('.js'));
  const options = {
    absWorkingDir: output,
    entryPoints: [
      { in: compiled('src/cli.js'), out: 'cli' },
      // Where the module that starts a thread looks for it.
      ...[
        'aaa/password/crypt-thread',
        'aaa/api/user-token/sheet-thread',
        'store/sqlite/read-worker-thread',
        'store/sqlite/write-worker-thread',
      ].map((thread) => ({
        in: compiled(`src/${thread}.js`),
        out: `chunks/${basename(thread)}`,
      })),
      ...adapters.map((file) => ({
        in: compiled(`adapters/${file}`),
        out: `adapters/${file.replace(/\.js$/, '')}`,
      })),
    ],
    outdir,
    chunkNames: 'chunks/[name]-[hash]',
    bundle: true,
    splitting: true,
    // Those in the folder node_modules next to it are bundled by themselves: tests load them too.
    packages: 'external',
    format: 'esm',
    platform: 'node',
    target: 'node24',
    logLevel: 'warning',
  } as const satisfies BuildOptions;
  const { metafile } = await build({ ...options, metafile: true, write: false });
  await build({ ...options, plugins: [putTogether(output, metafile)] });
  await chmod(join(outdir, 'cli.js'), 0o755);
}

/** esbuild makes a chunk for each set of entry points: what all of them import is one. */
function putTogether(output: string, metafile: Metafile): Plugin {
  const text = smallModules(metafile)
    .map((path) => `import ${JSON.stringify(join(output, path))};\n`)
    .join('');
  const importers = new Set(entryPointsOf(metafile).map((path) => join(output, path)));
  return {
    name: 'put together',
    setup(bundler) {
      bundler.onLoad({ filter: /\.js$/ }, async ({ path }) =>
        importers.has(path) ? { contents: `${await readFile(path, 'utf8')}\n${text}` } : null,
      );
    },
  };
}

/** Returns the entry points, and what is imported on demand; without threads, which load as little as they can. */
function entryPointsOf({ outputs }: Metafile): readonly string[] {
  return Object.values(outputs)
    .flatMap(({ entryPoint }) => entryPoint ?? [])
    .filter((path) => !lean.test(path) && !path.endsWith('-thread.js'));
}

/** Returns the modules of small chunks that a start loads and that import nothing but each other. */
function smallModules({ inputs, outputs }: Metafile): readonly string[] {
  const small = new Set(
    chunksOfStart(outputs)
      .filter(({ bytes, entryPoint }) => entryPoint === undefined && bytes <= maxSmallOctets)
      .flatMap((chunk) => Object.keys(chunk.inputs)),
  );
  const importsOther = (path: string) =>
    (inputs[path]?.imports ?? []).some((one) => isLoadedWith(one) && !small.has(one.path));
  for (;;) {
    const others = [...small].filter(importsOther);
    if (others.length === 0) return [...small];
    for (const path of others) small.delete(path);
  }
}

function chunksOfStart(outputs: Metafile['outputs']): readonly Metafile['outputs'][string][] {
  const loaded = new Set<string>();
  const load = (chunk: string) => {
    if (loaded.has(chunk)) return;
    loaded.add(chunk);
    for (const one of outputs[chunk]?.imports ?? []) if (isLoadedWith(one)) load(one.path);
  };
  for (const [chunk, { entryPoint = '' }] of Object.entries(outputs))
    if (/^(?:src\/start\/main\.js$|adapters\/)/.test(entryPoint)) load(chunk);
  return [...loaded].flatMap((chunk) => outputs[chunk] ?? []);
}

/** True for an import that is loaded with what imports it: not on demand, and not from outside of the bundle. */
function isLoadedWith({ kind, external }: { kind: string; external?: boolean }): boolean {
  return kind === 'import-statement' && external !== true;
}
