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

/** A check of an installation, or of a part of it. It returns findings for whatever it sees, and throws only what is a fault by itself. */
export interface Check<Context = Examined> {
  readonly name: string;
  readonly run: (context: Context) => Promise<readonly Found[]> | readonly Found[];
}

/** An installation that is examined. */
export interface Examined {
  readonly config: Config;
  /** True if a gateway holds the data directory. */
  readonly isRunning: boolean;
}

export type Found = Omit<Finding, 'check'>;

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

export interface Examination {
  /** False if something is at fault; warnings are none. */
  readonly isHealthy: boolean;
  /** Text to print. */
  readonly text: string;
}

/** Findings as JSON, or as lines for an operator: what was seen, and below it what to do. */
export function textOfFindings(
  findings: readonly Finding[],
  { json }: { readonly json: boolean },
): Examination {
  const isHealthy = !findings.some(({ state }) => state === 'fault');
  const text = json
    ? JSON.stringify({ healthy: isHealthy, findings })
    : findings.map(lineOf).join('\n');
  return { isHealthy, text };
}

function lineOf({ check, state, seen, advice }: Finding): string {
  const line = `${state.padEnd(8)} ${check.padEnd(14)} ${seen}`;
  return advice === '' ? line : `${line}\n${' '.repeat(24)}-> ${advice}`;
}
