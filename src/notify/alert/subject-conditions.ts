import type { Gateway } from '../../gateway/gateway.ts';
import type { Statement } from '../../store/store.ts';
import type { AlertRules, StoredRule } from './alert-rules.ts';
import {
  conditionKey,
  keepConditions,
  readConditionKeys,
  type Observation,
} from './metric-conditions.ts';

/** Something of an organization, other than a device, whose condition is fulfilled. */
interface FoundSubject extends Pick<Observation, 'subject' | 'value' | 'message'> {
  readonly organization: number;
}

interface Subjects {
  /** The rules of the kind. */
  readonly ofKind: readonly StoredRule[];
  readonly rules: AlertRules;
  /** Begin of the subjects that this collector keeps; empty: all. */
  readonly prefix: string;
  readonly find: () => readonly FoundSubject[] | Promise<readonly FoundSubject[]>;
}

/** Returns statements that keep a condition for each subject in the organizations that a rule reaches. */
export async function keepSubjects(
  gateway: Gateway,
  { ofKind, rules, prefix, find }: Subjects,
): Promise<readonly Statement[]> {
  if (ofKind.length === 0) return [];
  const found = await find();
  const keys = await readConditionKeys(gateway.store, ofKind);
  return ofKind.flatMap((rule) =>
    keepConditions(gateway, rule, {
      observations: found
        .filter(({ organization }) => rules.reaches(rule, organization))
        .map(({ organization: _organization, ...subject }) => ({
          ...subject,
          device: { id: null, organization: rule.organization },
          state: 'fulfilled' as const,
        })),
      known: keys.filter((key) => key.startsWith(conditionKey(rule.id, null, prefix))),
    }),
  );
}
