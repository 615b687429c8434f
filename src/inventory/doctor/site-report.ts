import { isHealthy, type Finding } from '../../contract/finding.ts';

/** A finding as the results of a site doctor show it. */
export interface SiteStep {
  readonly step: string;
  readonly state: Finding['state'];
  /** For a person: observation and advice. */
  readonly verdict: string;
  readonly evidence: Readonly<Record<string, unknown>>;
}

/** Returns the results of a site doctor, with the verdict of the first failed step, or else of the first warning. */
export function siteReport(findings: readonly Finding[]) {
  const first =
    findings.find(({ state }) => state === 'failed') ??
    findings.find(({ state }) => state === 'warning');
  return {
    healthy: isHealthy(findings),
    at: first?.check ?? null,
    verdict: first ? verdictOf(first) : 'No check that the gateway can make found a fault.',
    steps: siteSteps(findings),
  };
}

export function siteSteps(findings: readonly Finding[]): readonly SiteStep[] {
  return findings.map((finding) => {
    const { check: step, state, evidence = {} } = finding;
    return { step, state, verdict: verdictOf(finding), evidence };
  });
}

function verdictOf({ seen, advice }: Finding): string {
  return advice === '' ? seen : `${seen} ${advice}`;
}
