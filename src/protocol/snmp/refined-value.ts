import { searchBounded } from '../../runtime/pattern/bounded-search.ts';
import type { SnmpCommand } from './schema.ts';
import type { SnmpValue, Varbind } from './varbind.ts';

/** Keys of a command that change the value of the device. */
export type Refinement = Pick<SnmpCommand, 'match' | 'null_when' | 'values'>;

/** Returns a varbind with its value as `null_when`, `match` and `values` of a command have it, in this order. */
export function refineVarbind(
  { match, null_when: absent, values }: Refinement,
  varbind: Varbind,
): Varbind {
  const { oid } = varbind;
  if ('fault' in varbind) return varbind;
  const text = String(varbind.value);
  if (absent?.some((one) => String(one) === text) === true)
    return { oid, value: null, fault: `the device returned ${text}, which stands for no value` };
  const found = match === undefined ? text : groupOf(match, text);
  if (found === undefined)
    return { oid, value: null, fault: `${JSON.stringify(text)} does not match ${match ?? ''}` };
  const value = values?.[found];
  if (value !== undefined) return { oid, value };
  return match === undefined ? varbind : { oid, value: numberOrText(found) };
}

function groupOf(source: string, text: string): string | undefined {
  return searchBounded({ source, flags: 'm' }, text, (pattern, whole) => pattern.exec(whole)?.[1]);
}

/** Returns a number where the text is one, so that rows of a table have results. */
function numberOrText(text: string): SnmpValue {
  return /^-?\d{1,15}(?:\.\d{1,15})?$/.test(text) ? Number(text) : text;
}
