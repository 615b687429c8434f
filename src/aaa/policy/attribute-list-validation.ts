import { Fault } from '../../errors.ts';
import type { AttributeDictionary, AttributeFault } from '../../attribute-dictionary.ts';
import type { CheckAttributes, ReplyAttributes } from './attribute-lists.ts';
import { isSecretAttribute } from './check-item.ts';
import { findControlName } from './control-items.ts';
import { isValidControlValue } from './limits.ts';
import { virtualAttributes } from './request-attributes.ts';

/** Lists of attributes as a body or a site file has them; what else is in it is of no matter. */
export interface AttributeListFields {
  readonly reply_attributes?: ReplyAttributes;
  readonly check_attributes?: CheckAttributes;
  readonly limit_attributes?: ReplyAttributes;
}

type Reply = ReplyAttributes[number];
type Check = CheckAttributes[number];

/**
 * Checks lists of attributes that are about to be kept.
 *
 * @param within  the field that the lists are in; empty: none
 * @throws Fault `invalid` naming every attribute that no dictionary has, that takes no tag, or that can not have its value
 */
export function validateAttributeLists(
  lists: AttributeListFields,
  dictionary: () => AttributeDictionary,
  within = '',
): void {
  const reply = ({ attribute: name, value }: Reply) => dictionary().faultOf({ name, value });
  const found = [
    ...faultsIn('reply_attributes', lists.reply_attributes, reply),
    ...faultsIn('check_attributes', lists.check_attributes, (item) =>
      faultOfCheck(item, dictionary),
    ),
    ...faultsIn('limit_attributes', lists.limit_attributes, reply),
  ];
  if (found.length === 0) return;
  const fields = Object.fromEntries(
    found.map(([place, words]) => [within === '' ? place : `${within}.${place}`, [words]]),
  );
  throw new Fault('invalid', found.map(([place, words]) => `${place}: ${words}`).join(' '), {
    fields,
  });
}

function faultsIn<T extends Reply | Check>(
  field: string,
  list: readonly T[] = [],
  faultOf: (item: T) => AttributeFault | null,
): (readonly [place: string, words: string])[] {
  return list.flatMap((item, position) => {
    const fault = faultOf(item);
    return fault ? [[`${field}.${position}.${fault.part}`, wordsOf(item, fault)] as const] : [];
  });
}

function wordsOf({ attribute, value }: Reply | Check, { part, reason }: AttributeFault): string {
  if (part === 'attribute') return `${attribute}: ${reason}.`;
  return isSecretAttribute(attribute)
    ? `${attribute}: it can not have this value.`
    : `${attribute} = ${JSON.stringify(value)}: ${reason}.`;
}

/** Operators that look whether an attribute is there, or at its text: of no type is what stands beside them. */
const untyped: readonly string[] = ['=*', '!*', '=~', '!~'];

function faultOfCheck(
  { attribute: name, op = '==', value }: Check,
  dictionary: () => AttributeDictionary,
): AttributeFault | null {
  const control = findControlName(name);
  if (control !== null)
    return isValidControlValue(control, value)
      ? null
      : { part: 'value', reason: 'it sets nothing' };
  if (virtualAttributes.some((added) => added === name.toLowerCase())) return null;
  const fault = dictionary().faultOf({ name, value });
  return fault?.part === 'value' && untyped.includes(op) ? null : fault;
}
