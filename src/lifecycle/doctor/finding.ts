import type { Config } from '../../config/load-config.ts';

/** Result of a check. */
export interface Finding {
  readonly check: string;
  /** `unknown`: it cannot be checked here, which is no fault. */
  readonly state: 'ok' | 'warning' | 'fault' | 'unknown';
  /** Observation as a sentence or a part of one. */
  readonly seen: string;
  /** Advice; empty if nothing is to be done. */
  readonly advice: string;
}

/** A check of an installation. It returns findings for whatever it sees, and throws only what is a fault by itself. */
export interface Check {
  readonly name: string;
  readonly run: (context: Examined) => Promise<readonly Found[]> | readonly Found[];
}

/** An installation that is examined. */
export interface Examined {
  readonly config: Config;
  /** True if a gateway holds the data directory. */
  readonly isRunning: boolean;
}

type Found = Omit<Finding, 'check'>;

export const ok = (seen: string): Found => ({ state: 'ok', seen, advice: '' });
export const unknown = (seen: string): Found => ({ state: 'unknown', seen, advice: '' });
export const warning = (seen: string, advice: string): Found => ({
  state: 'warning',
  seen,
  advice,
});
export const fault = (seen: string, advice: string): Found => ({ state: 'fault', seen, advice });

const limitMs = 60_000;

/** Runs checks one after the other; one that fails, or does not end, is a fault and stops nothing. */
export async function runChecks(
  checks: readonly Check[],
  context: Examined,
): Promise<readonly Finding[]> {
  const findings: Finding[] = [];
  for (const { name, run } of checks) {
    const found = await Promise.race([attempt(run, context), late()]);
    findings.push(...found.map((one) => ({ check: name, ...one })));
  }
  return findings;
}

async function attempt(run: Check['run'], context: Examined): Promise<readonly Found[]> {
  try {
    return await run(context);
  } catch (error) {
    return [fault(error instanceof Error ? error.message : 'unknown', 'see the reason')];
  }
}

function late(): Promise<readonly Found[]> {
  return new Promise((resolve) => {
    setTimeout(() => {
      resolve([
        fault(`no result within ${limitMs / 1000} s`, 'see whether the disk or network hangs'),
      ]);
    }, limitMs).unref();
  });
}
