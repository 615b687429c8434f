#!/usr/bin/env -S node --max-semi-space-size=2 --v8-pool-size=1 --no-maglev --no-node-snapshot
import { createRequire } from 'node:module';
import { availableParallelism } from 'node:os';

/*
 * Imports nothing of the gateway before the check: an older Node would stop at its syntax and name no reason. The flags keep
 * the process small; docs/decisions/003-bundles-and-memory.md lists other flags, which brought no gain.
 */

const description = import.meta.url.endsWith('.ts') ? '../package.json' : '../../package.json';
// The package's own file, shipped next to the code; nothing may be imported here that could check it.
const { engines } = createRequire(import.meta.url)(description) as {
  readonly engines: { readonly node: string };
};
const oldest = Number(/\d+/.exec(engines.node)?.[0]);

if (Number.parseInt(process.versions.node, 10) < oldest) {
  process.stderr.write(
    `Gatehouse needs Node ${oldest} or newer; ${process.execPath} is ${process.version}. ` +
      'npm start and npm exec use the one in node_modules/.bin.\n',
  );
  process.exit(1);
}

// Before the first use of the thread pool: a thread for each processor to check passwords, two for files and host names.
process.env['UV_THREADPOOL_SIZE'] ??= String(Math.max(4, availableParallelism() + 2));

try {
  // It calls a gateway, and loads nothing of one.
  if (process.argv[2] === 'api') {
    const { runApi } = await import('./api-client/run.ts');
    process.exitCode = await runApi(process.argv.slice(3), process.env);
  } else await import('./start/command-line.ts');
} catch (error) {
  const part = missingPart(error);
  if (part === null) throw error;
  process.stderr.write(
    `Gatehouse is not installed completely: ${part} is missing. Build it with \`npm run build\`, or install it again.\n`,
  );
  process.exit(1);
}

/** Returns the module, package or file of the build that is not there; null for any other error. */
function missingPart(error: unknown): string | null {
  if (!(error instanceof Error && 'code' in error)) return null;
  if (error.code === 'ERR_MODULE_NOT_FOUND' || error.code === 'MODULE_NOT_FOUND')
    return /^Cannot find (?:module|package) '([^']+)'/.exec(error.message)?.[1] ?? null;
  const path = error.code === 'ENOENT' && 'path' in error ? String(error.path) : '';
  return path.includes('/dist/gateway/') ? path : null;
}
