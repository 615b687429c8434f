import type { Config } from '../../config/load-config.ts';
import type { SealedColumn } from '../../site/sealed-columns.ts';
import { failed, type Finding, type Found } from '../../contract/finding.ts';
import { isDenied } from '../../runtime/machine/file-access.ts';

/** A check of an installation, or of a part of it. It returns findings for whatever it sees, and throws only if it has failed. */
export interface Check<Context = Examined> {
  readonly name: string;
  readonly run: (context: Context) => Promise<readonly Found[]> | readonly Found[];
}

/** An installation that is examined. */
export interface Examined {
  readonly config: Config;
  /** True if a gateway holds the data directory. */
  readonly isRunning: boolean;
  /** Columns with sealed values. */
  readonly sealed: readonly SealedColumn[];
}

const limitMs = 60_000;

/** Runs checks one after the other; a check that throws, or does not end, has failed and stops no other. */
export async function runChecks<Context>(
  checks: readonly Check<Context>[],
  context: Context,
): Promise<readonly Finding[]> {
  const findings: Finding[] = [];
  for (const { name, run } of checks) {
    const found = await Promise.race([attempt(run, context), late()]);
    findings.push(...found.map((one) => ({ check: name, ...one })));
  }
  return findings;
}

async function attempt<Context>(
  run: Check<Context>['run'],
  context: Context,
): Promise<readonly Found[]> {
  try {
    return await run(context);
  } catch (error) {
    if (isDenied(error) && error instanceof Error && 'path' in error)
      return [deniedFinding(String(error.path))];
    return [failed(error instanceof Error ? error.message : 'unknown', 'see the reason')];
  }
}

/** Returns the finding on a file or folder that the system refuses, which says nothing about what is in it. */
export function deniedFinding(path: string): Found {
  return failed(
    `permission denied: ${path}`,
    'run it as root, or as the user of the gateway: sudo -u gatehouse gatehouse doctor',
  );
}

function late(): Promise<readonly Found[]> {
  return new Promise((resolve) => {
    setTimeout(() => {
      resolve([
        failed(`no result within ${limitMs / 1000} s`, 'see whether the disk or network hangs'),
      ]);
    }, limitMs).unref();
  });
}
