import { chmod, readdir, readFile, rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { build, type BuildOptions, type Metafile, type Plugin } from 'esbuild';

/** Largest chunk whose modules are merged with modules of other chunks. */
const maxSmallOctets = 16_384;
/** Entry points that should load little: the command line, what prints documents, and what calls a gateway. */
const lean = /^src\/(?:cli|start\/command-line|api-client\/.*|start\/documents\/.*)\.js$/;

/** Parts of modules, which are loaded with the same parts of the other modules. */
const moduleParts = ['tables', 'endpoints', 'service'] as const;
/** Entry points that a start loads: the start itself, the parts of the modules, the adapters. */
const ofStart = new RegExp(
  String.raw`^(?:src/start/main\.js$|src/[\w-]+/(?:${moduleParts.join('|')})\.js$|adapters/)`,
);

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
  const parts = await modulePartsBelow(compiled('src'));
  const first = [putTogether(parts)];
  const { metafile } = await build({ ...options, plugins: first, metafile: true, write: false });
  await build({ ...options, plugins: [putTogether([...parts, smallOnes(output, metafile)])] });
  await chmod(join(outdir, 'cli.js'), 0o755);
}

/** Entry points, and the modules that each of them is to load. */
interface Group {
  readonly importers: ReadonlySet<string>;
  readonly modules: readonly string[];
}

/** Returns a group for each part of the modules: who loads it of one module loads it of all. */
async function modulePartsBelow(folder: string): Promise<readonly Group[]> {
  const domains = await readdir(folder, { withFileTypes: true });
  const folders = domains.filter((one) => one.isDirectory()).map(({ name }) => join(folder, name));
  const files = (
    await Promise.all(
      folders.map(async (domain) => (await readdir(domain)).map((file) => join(domain, file))),
    )
  ).flat();
  return moduleParts.map((part) => {
    const modules = files.filter((path) => basename(path) === `${part}.js`);
    return { modules, importers: new Set(modules) };
  });
}

const smallOnes = (output: string, metafile: Metafile): Group => ({
  modules: smallModules(metafile).map((path) => join(output, path)),
  importers: new Set(entryPointsOf(metafile).map((path) => join(output, path))),
});

/** Makes every entry point of a group load its modules: esbuild makes a chunk for each set of entry points. */
function putTogether(groups: readonly Group[]): Plugin {
  const importsOf = (path: string) =>
    groups
      .filter(({ importers }) => importers.has(path))
      .flatMap(({ modules }) => modules)
      .filter((module) => module !== path)
      .map((module) => `import ${JSON.stringify(module)};\n`)
      .join('');
  return {
    name: 'put together',
    setup(bundler) {
      bundler.onLoad({ filter: /\.js$/ }, async ({ path }) => {
        const imports = importsOf(path);
        return imports === '' ? null : { contents: `${await readFile(path, 'utf8')}\n${imports}` };
      });
    },
  };
}

/** Returns the entry points and dynamic imports, without threads, which load as little as they can. */
function entryPointsOf({ outputs }: Metafile): readonly string[] {
  return Object.values(outputs)
    .flatMap(({ entryPoint }) => entryPoint ?? [])
    .filter((path) => !lean.test(path) && !path.endsWith('-thread.js'));
}

/** Returns the modules of small chunks that a start loads and that import only each other. */
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
    if (ofStart.test(entryPoint)) load(chunk);
  return [...loaded].flatMap((chunk) => outputs[chunk] ?? []);
}

/** True for an import that is loaded with what imports it: not on demand, and not from outside of the bundle. */
function isLoadedWith({ kind, external }: { kind: string; external?: boolean }): boolean {
  return kind === 'import-statement' && external !== true;
}
