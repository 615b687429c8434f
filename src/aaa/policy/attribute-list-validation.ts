import { Fault } from '../../contract/errors.ts';
import {
  isSecretAttribute,
  type AttributeDictionary,
  type AttributeFault,
} from '../../contract/attribute-dictionary.ts';
import type { CheckAttributes, ReplyAttributes } from './attribute-lists.ts';
import { isPatternItem } from './check-item.ts';
import { findControlName } from './control-items.ts';
import { parseLoginTime } from './limit/login-time.ts';
import { isValidControlValue } from './limit/limits.ts';
import { findPatternFault } from './pattern-matcher.ts';
import { estimatePatternSize } from '../../runtime/pattern/pattern-size.ts';
import { virtualAttributes } from './request-attributes.ts';

/** The attribute lists of a request body or a site file. */
export interface AttributeListFields {
  readonly reply_attributes?: ReplyAttributes;
  readonly check_attributes?: CheckAttributes;
  readonly limit_attributes?: ReplyAttributes;
}

type Reply = ReplyAttributes[number];
type Check = CheckAttributes[number];

interface ItemFault extends Pick<AttributeFault, 'reason'> {
  readonly part: AttributeFault['part'] | 'when.time';
}

/**
 * Validates attribute lists before they are stored.
 *
 * @param parent  the field that holds the lists; empty: the body itself
 * @throws Fault  `invalid`, with each attribute that no dictionary has, that takes no tag, or that cannot have its value
 */
export function validateAttributeLists(
  lists: AttributeListFields,
  dictionary: () => AttributeDictionary,
  parent = '',
): void {
  const faultOfPattern = patternCheck();
  const faultOfReply = ({ attribute: name, value, when }: Reply) =>
    faultOfTime(when) ?? faultOfReplyItem(dictionary(), { name, value });
  const found = [
    ...faultsIn('reply_attributes', lists.reply_attributes, faultOfReply),
    ...faultsIn(
      'check_attributes',
      lists.check_attributes,
      (item) => faultOfPattern(item) ?? faultOfCheck(item, dictionary),
    ),
    ...faultsIn('limit_attributes', lists.limit_attributes, faultOfReply),
  ];
  if (found.length === 0) return;
  const fields = Object.fromEntries(
    found.map(([place, message]) => [parent === '' ? place : `${parent}.${place}`, [message]]),
  );
  throw new Fault('invalid', found.map(([place, message]) => `${place}: ${message}`).join(' '), {
    fields,
  });
}

/** Attributes of an accept that the gateway computes for each login; a second one would confuse the NAS. */
const ownReplyAttributes: ReadonlySet<string> = new Set([
  'class',
  'eap-message',
  'message-authenticator',
  'ms-chap-error',
  'ms-chap-mppe-keys',
  'ms-chap2-success',
  'ms-mppe-encryption-policy',
  'ms-mppe-encryption-types',
  'ms-mppe-recv-key',
  'ms-mppe-send-key',
  'proxy-state',
  'state',
]);

/** Returns why a reply item of a profile or a user cannot be sent; null: it can. */
export function faultOfReplyItem(
  dictionary: AttributeDictionary,
  item: { readonly name: string; readonly value: string },
): AttributeFault | null {
  const [name = ''] = item.name.toLowerCase().split(':', 1);
  return ownReplyAttributes.has(name)
    ? { part: 'attribute', reason: 'the gateway itself sets this attribute' }
    : dictionary.faultOf(item);
}

function faultOfTime(when: Reply['when']): ItemFault | null {
  return when?.time === undefined || parseLoginTime(when.time)
    ? null
    : { part: 'when.time', reason: `${JSON.stringify(when.time)} is not like Wk0800-1800,Sa` };
}

function faultsIn<T extends Reply | Check>(
  field: string,
  list: readonly T[] = [],
  faultOf: (item: T) => ItemFault | null,
): (readonly [place: string, message: string])[] {
  return list.flatMap((item, position) => {
    const fault = faultOf(item);
    return fault ? [[`${field}.${position}.${fault.part}`, formatFault(item, fault)] as const] : [];
  });
}

function formatFault({ attribute, value }: Reply | Check, { part, reason }: ItemFault): string {
  if (part !== 'value') return `${attribute}: ${reason}.`;
  return isSecretAttribute(attribute)
    ? `${attribute}: it cannot have this value.`
    : `${attribute} = ${JSON.stringify(value)}: ${reason}.`;
}

/** Operators that compare the presence or the text of an attribute: their value has no data type. */
const untypedOperators: readonly string[] = ['=*', '!*', '=~', '!~'];

function faultOfCheck(
  { attribute: name, op = '==', value }: Check,
  dictionary: () => AttributeDictionary,
): AttributeFault | null {
  const control = findControlName(name);
  if (control !== null)
    return isValidControlValue(control, value)
      ? null
      : { part: 'value', reason: 'it is not a value of this control attribute' };
  if (virtualAttributes.some((added) => added === name.toLowerCase())) return null;
  const fault = dictionary().faultOf({ name, value });
  return fault?.part === 'value' && untypedOperators.includes(op) ? null : fault;
}

/** Limit of the patterns of one list together, so that compiling them takes a few milliseconds. */
const maxPatternsSize = 2_500;

/** Returns a check of the patterns of one list, in their order. */
function patternCheck(): (item: Check) => AttributeFault | null {
  let size = 0;
  return (item) => {
    if (!isPatternItem(item) || findControlName(item.attribute) !== null) return null;
    size += estimatePatternSize(item.value);
    const reason =
      size > maxPatternsSize
        ? 'the patterns up to this one are too large together'
        : findPatternFault(item.value);
    return reason === null ? null : { part: 'value', reason };
  };
}
