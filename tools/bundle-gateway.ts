import { chmod, readdir, rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { build } from 'esbuild';

/**
 * Bundles the compiled gateway in dist/gateway: finding, opening and linking hundreds of modules takes a third of the
 * processor time of a start. Modules that several entry points use are chunks of their own, so that each exists once.
 *
 * @param root  folder of the package
 */
export async function bundleGateway(root: string): Promise<void> {
  const outdir = join(root, 'dist/gateway');
  const compiled = (path: string) => join(root, 'dist', path);
  await rm(outdir, { recursive: true, force: true });
  const adapters = (await readdir(compiled('adapters'))).filter((file) => file.endsWith('.js'));
  await build({
    entryPoints: [
      { in: compiled('src/cli.js'), out: 'cli' },
      // Where the module that starts a thread looks for it.
      ...[
        'aaa/password/crypt-thread',
        'gate/user-token/sheet-thread',
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
    // Those in dist/node_modules are bundled by themselves: tests load them too.
    packages: 'external',
    format: 'esm',
    platform: 'node',
    target: 'node24',
    logLevel: 'warning',
  });
  await chmod(join(outdir, 'cli.js'), 0o755);
}
