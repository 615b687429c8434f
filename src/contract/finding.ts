/** State of a finding; `skipped`: it could not be examined, or does not apply. */
type FindingState = 'ok' | 'warning' | 'failed' | 'skipped';

/** Measured values behind a finding, for programs. */
type Evidence = Readonly<Record<string, unknown>>;

/** What a check of an installation, a portal or a site has found. */
export interface Finding {
  /** Name of the check. */
  readonly check: string;
  readonly state: FindingState;
  /** Observation as a sentence or a part of one. */
  readonly seen: string;
  /** Advice; empty if no action is needed. */
  readonly advice: string;
  readonly evidence?: Evidence;
}

/** A finding without the name of its check. */
export type Found = Omit<Finding, 'check'>;

export const ok = (seen: string, evidence?: Evidence): Found => found('ok', { seen, evidence });

export const skipped = (seen: string, evidence?: Evidence): Found =>
  found('skipped', { seen, evidence });

export const warning = (seen: string, advice: string, evidence?: Evidence): Found =>
  found('warning', { seen, advice, evidence });

export const failed = (seen: string, advice: string, evidence?: Evidence): Found =>
  found('failed', { seen, advice, evidence });

interface Observation {
  readonly seen: string;
  readonly advice?: string;
  readonly evidence: Evidence | undefined;
}

function found(state: FindingState, { seen, advice = '', evidence }: Observation): Found {
  return { state, seen, advice, ...(evidence && { evidence }) };
}

/** Returns true unless a check failed: the exit status of each command that reports findings, and `healthy` of their JSON. */
export function isHealthy(findings: readonly Finding[]): boolean {
  return !findings.some(({ state }) => state === 'failed');
}

export interface FindingReport {
  /** False: the command ends with exit status 1. */
  readonly isHealthy: boolean;
  /** Text to print. */
  readonly text: string;
}

/** Reports findings as JSON, or as lines for an operator: the observation, and below it the advice. */
export function reportFindings(
  findings: readonly Finding[],
  { json }: { readonly json: boolean },
): FindingReport {
  const healthy = isHealthy(findings);
  const text = json ? JSON.stringify({ healthy, findings }) : linesOf(findings);
  return { isHealthy: healthy, text };
}

const stateWidth = 8;

function linesOf(findings: readonly Finding[]): string {
  const checkWidth = Math.max(0, ...findings.map(({ check }) => check.length)) + 1;
  const indent = ' '.repeat(stateWidth + 1 + checkWidth);
  return findings
    .flatMap(({ check, state, seen, advice }) => [
      `${state.padEnd(stateWidth)} ${check.padEnd(checkWidth)} ${seen}`,
      ...(advice === '' ? [] : [`${indent} -> ${advice}`]),
    ])
    .join('\n');
}
