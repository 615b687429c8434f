import { compareCheckItem, isPatternItem, type CheckResult } from './check-item.ts';
import { isControlItem } from './control-items.ts';
import type { PatternMatcher } from './pattern-matcher.ts';
import type { RequestAttributes } from './request-attributes.ts';
import type { AttributeLists } from './subscriber.ts';

interface CheckListContext {
  readonly request: RequestAttributes;
  readonly patterns: PatternMatcher;
}

/** Compares the check items of a profile and its user with a request; control items are not compared. */
export async function compareCheckItems(
  { checkLists }: Pick<AttributeLists, 'checkLists'>,
  { request, patterns: matcher }: CheckListContext,
): Promise<readonly CheckResult[]> {
  const items = checkLists.flat().filter((item) => !isControlItem(item));
  const patterns = items.filter(isPatternItem).map(({ value }) => value);
  if (patterns.length > 0) await matcher.prepare(patterns);
  const context = { request, patterns: matcher.forRequest() };
  return items.map((item) => compareCheckItem(item, context));
}

/** Formats why a check item rejects a login. */
export function formatFailedCheck({ attribute, op, value, found, note }: CheckResult): string {
  if (note !== undefined) return `check ${attribute} ${op} ${value}: ${note}`;
  return `check ${attribute} ${op} ${value}: the request has ${found.length > 0 ? found.join(', ') : 'none'}`;
}
