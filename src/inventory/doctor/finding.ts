import { Type, type Static } from 'typebox';

/** The steps of a site doctor, in the order in which a person goes through them. */
export const doctorSteps = [
  'link',
  'address',
  'dns',
  'gateway',
  'radius',
  'portal',
  'internet',
] as const;

export type DoctorStep = (typeof doctorSteps)[number];

/** Result of a step of a site doctor. */
export const finding = Type.Object({
  step: Type.Enum([...doctorSteps]),
  state: Type.Enum(['ok', 'warning', 'failed', 'skipped'], {
    description: 'skipped: it could not be asked, or does not apply',
  }),
  verdict: Type.String({ description: 'for a person: what it is, and what to do' }),
  evidence: Type.Object({}, { additionalProperties: true }),
});

export type Finding = Static<typeof finding>;

/** A finding without the name of its step. */
export type Found = Omit<Finding, 'step'>;

type Evidence = Readonly<Record<string, unknown>>;

const found =
  (state: Finding['state']) =>
  (verdict: string, evidence: Evidence = {}): Found => ({ state, verdict, evidence });

export const isOk = found('ok');
export const isOdd = found('warning');
export const isFailed = found('failed');
export const isSkipped = found('skipped');

/** Returns the results of a site doctor: the verdict is that of the first step that failed, or of the first warning. */
export function concludeFindings(findings: readonly Finding[]) {
  const first =
    findings.find(({ state }) => state === 'failed') ??
    findings.find(({ state }) => state === 'warning');
  return {
    healthy: !findings.some(({ state }) => state === 'failed'),
    at: first?.step ?? null,
    verdict: first?.verdict ?? 'Nothing is wrong that could be asked from here.',
    steps: findings,
  };
}
