import { Type, type Static } from 'typebox';
import { text } from '../../contract/fields.ts';
import { findNextChange, isWithin, parseLoginTime } from './limit/login-time.ts';
import type { ZonedTime } from './limit/quota-period.ts';

/** Octets of an SSID. @see IEEE 802.11-2020 section 9.4.2.2 */
export const ssidOctets = 32;
const maxName = 128;

/** Where and when a reply item is sent. */
export const replyCondition = Type.Object(
  {
    client: Type.Optional(
      text({
        minLength: 1,
        maxLength: maxName,
        examples: ['lobby'],
        description: 'name of the AAA client',
      }),
    ),
    nas_group: Type.Optional(
      text({
        minLength: 1,
        maxLength: maxName,
        examples: ['hotel'],
        description: '`nas_group` of the AAA client',
      }),
    ),
    ssid: Type.Optional(
      text({
        minLength: 1,
        maxLength: ssidOctets,
        examples: ['guests'],
        description: 'the name of the wireless network in Called-Station-Id',
      }),
    ),
    time: Type.Optional(
      text({
        minLength: 1,
        maxLength: 253,
        examples: ['Wk0800-1800'],
        description: 'times of the week by the clocks of the site, as Login-Time: Wk0800-1800,Sa',
      }),
    ),
  },
  {
    additionalProperties: false,
    minProperties: 1,
    'x-extension': true,
    description: 'the item is only sent where all of these hold; left out: always',
  },
);

export type ReplyCondition = Static<typeof replyCondition>;

/** What a NAS says of the place of a session. */
export interface NasPlace {
  /** Name of the AAA client; null: no NAS has sent a request yet. */
  readonly client: string | null;
  readonly nasGroup: string | null;
  readonly ssid: string | null;
}

/** A login whose NAS is not known: no item with a condition on it applies. */
export const noNas: NasPlace = { client: null, nasGroup: null, ssid: null };

/** Where and when reply items are selected. */
export interface ReplyPlace extends NasPlace {
  readonly at: Date;
  /** IANA name; null: time zone of the gateway. */
  readonly timeZone: string | null;
}

interface Conditional {
  readonly when?: ReplyCondition;
}

/** Selects the items whose conditions hold. */
export function selectReplies<Item extends Conditional>(
  list: readonly Item[],
  place: ReplyPlace,
): Item[] {
  return list.filter(({ when }) => when === undefined || holds(when, place));
}

function holds(when: ReplyCondition, place: ReplyPlace): boolean {
  return (
    (when.client === undefined || when.client === place.client) &&
    (when.nas_group === undefined || when.nas_group === place.nasGroup) &&
    (when.ssid === undefined || when.ssid === place.ssid) &&
    (when.time === undefined || holdsAt(when.time, place))
  );
}

function holdsAt(time: string, { at, timeZone }: ReplyPlace): boolean {
  const week = parseLoginTime(time);
  return week !== null && isWithin(week, at, timeZone);
}

/** Returns when a time of the items begins or ends next, in milliseconds since 1970; null: none does. */
export function nextReplyChange(
  lists: readonly (readonly Conditional[])[],
  { now, timeZone }: ZonedTime,
): number | null {
  const changes = lists.flatMap((list) =>
    list.flatMap(({ when }) => {
      const week = when?.time === undefined ? null : parseLoginTime(when.time);
      return week ? (findNextChange(week, { now, timeZone }) ?? []) : [];
    }),
  );
  return changes.length > 0 ? Math.min(...changes) : null;
}
