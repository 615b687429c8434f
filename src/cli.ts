#!/usr/bin/env -S node --max-semi-space-size=4 --v8-pool-size=1 --no-maglev --no-node-snapshot
import { createRequire } from 'node:module';
import { availableParallelism } from 'node:os';

/*
 * Imports nothing of the gateway before the check: an older Node would stop at its syntax and name no reason. The flags keep
 * the process small; docs/decisions/003-bundles-and-memory.md lists other flags, which brought no gain.
 */

const description = import.meta.url.endsWith('.ts') ? '../package.json' : '../../package.json';
const oldest = oldestNode();

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
  // A client of a gateway: loads no module of the gateway itself.
  if (process.argv[2] === 'api') {
    const { runApi } = await import('./api-client/run.ts');
    process.exitCode = await runApi(process.argv.slice(3), process.env);
  } else await import('./start/command-line.ts');
} catch (error) {
  const damage = damageOf(error);
  if (damage === null) throw error;
  endAsDamaged(damage);
}

function oldestNode(): number {
  try {
    // The package's own file, shipped next to the code; a validator must not be imported here.
    const { engines } = createRequire(import.meta.url)(description) as {
      readonly engines: { readonly node: string };
    };
    return Number(/\d+/.exec(engines.node)?.[0]);
  } catch {
    return endAsDamaged('package.json is missing or damaged');
  }
}

function endAsDamaged(damage: string): never {
  process.stderr.write(
    `Gatehouse is not installed completely: ${damage}. Build it with \`npm run build\`, or install it again.\n`,
  );
  process.exit(1);
}

/** Returns which module, package or file of the build is missing, damaged or unreadable; null for any other error. */
function damageOf(error: unknown): string | null {
  if (!(error instanceof Error)) return null;
  // Only files of the build are parsed without a check.
  if (error instanceof SyntaxError) return `a file of it is damaged (${error.message})`;
  const code = 'code' in error ? String(error.code) : '';
  if (code.endsWith('MODULE_NOT_FOUND')) return missingModule(error);
  if (code === 'ERR_DLOPEN_FAILED') return error.message.split('\n', 1)[0] ?? null;
  return damagedFile(error, code);
}

function missingModule({ message }: Error): string | null {
  const name = /^Cannot find (?:module|package) '([^']+)'/.exec(message)?.[1];
  return name === undefined ? null : `${name} is missing`;
}

function damagedFile(error: Error, code: string): string | null {
  const path = 'path' in error ? String(error.path) : '';
  if (!path.includes('/dist/gateway/')) return null;
  return `${path} is ${code === 'ENOENT' ? 'missing' : `damaged or unreadable (${code})`}`;
}
