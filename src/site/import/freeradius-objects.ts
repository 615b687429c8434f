import { faultOfReplyItem } from '../../aaa/policy/attribute-list-validation.ts';
import { findControlName } from '../../aaa/policy/control-items.ts';
import { isPasswordScheme, schemeOfAttribute } from '../../aaa/password/password-hash.ts';
import { canonicalNetwork } from '../../runtime/ip-address.ts';
import { numberAttributeLists } from '../../aaa/policy/attribute-lists.ts';
import type { AttributeDictionary } from '../../contract/attribute-dictionary.ts';
import type { SourceObject } from './source-object.ts';
import { Huntgroups } from './huntgroups.ts';
import { personFields } from './person.ts';
import type { StagedItem, StagedRow, Staging, StagedUser } from './staging.ts';

interface Lists {
  readonly check: StagedItem[];
  readonly reply: StagedItem[];
  readonly notes: string[];
  readonly hashes: string[];
  refusal: string | null;
}

/** Attributes that steer FreeRADIUS itself. */
const internal =
  /^(?:Fall-Through|Post-Auth-Type|Autz-Type|Acct-Type|Proxy-To-Realm|Session-Type)$/i;

/** Returns the client of a row of `nas`. */
export function clientOf({ nasname, shortname, secret, description }: StagedRow): SourceObject {
  const address = canonicalNetwork(nasname ?? '') ?? nasname ?? '';
  // Names have no slashes.
  const name = (shortname ? shortname : (nasname ?? '')).replaceAll('/', '-');
  const body = { name, address, secret: secret ?? '', description: description ?? '' };
  return { resource: 'aaa_client', name, body, notes: [], refusal: null };
}

/** Turns the users and groups of FreeRADIUS into users and profiles. */
export class FreeradiusObjects {
  readonly #staging: Staging;
  readonly #dictionary: AttributeDictionary;
  readonly #huntgroups: Huntgroups;
  readonly #profiles = new Map<string, SourceObject>();

  constructor(staging: Staging, dictionary: AttributeDictionary) {
    this.#staging = staging;
    this.#dictionary = dictionary;
    this.#huntgroups = new Huntgroups(staging.huntgroups());
  }

  /** Yields the objects of a user: its profile when it is met first, then the user. */
  *ofUser(user: StagedUser): Iterable<SourceObject> {
    const { names, notes } = this.#groupsOf(user);
    const profile = names.length === 0 ? null : names.join('+');
    if (profile !== null && !this.#profiles.has(profile)) {
      const made = this.#profileOf(profile, names);
      this.#profiles.set(profile, made);
      yield made;
    }
    yield this.#userOf(
      user,
      profile === null ? null : (this.#profiles.get(profile) ?? null),
      notes,
    );
  }

  /** Returns the groups that FreeRADIUS would process: the first, and the next one after each with Fall-Through. */
  #groupsOf({ groups }: StagedUser) {
    const names: string[] = [];
    for (const name of groups) {
      names.push(name);
      const { check, reply } = this.#staging.group(name);
      const isConditional = check.some(
        ({ attribute, op }) => !findControlName(attribute) && op !== ':=',
      );
      const fallsThrough = reply.some(
        ({ attribute, value }) => /^Fall-Through$/i.test(attribute) && /^(?:yes|1)$/i.test(value),
      );
      const others = groups.slice(names.length);
      if (isConditional && others.length > 0)
        return { names, notes: [`group ${others.join(', ')}: not taken, a user has one profile`] };
      if (!fallsThrough) break;
    }
    return { names, notes: [] };
  }

  #profileOf(name: string, groups: readonly string[]): SourceObject {
    const lists = emptyLists();
    for (const group of groups) {
      const { check, reply } = this.#staging.group(group);
      if (check.length + reply.length === 0)
        lists.notes.push(`group ${group} has no attributes in the source`);
      this.#sort(lists, { check, reply });
    }
    return {
      resource: 'aaa_profile',
      name,
      body: { name, ...attributesOf(lists) },
      notes: lists.notes,
      refusal: lists.hashes.length > 0 ? 'a password of a group is not taken over' : lists.refusal,
    };
  }

  #userOf(
    { username, check, reply }: StagedUser,
    profile: SourceObject | null,
    groupNotes: readonly string[],
  ): SourceObject {
    const lists = emptyLists();
    lists.notes.push(...groupNotes);
    this.#sort(lists, { check, reply });
    const ofGroup = profile?.body['reply_attributes'];
    const merged = mergeReply(lists.reply, Array.isArray(ofGroup) ? ofGroup : []);
    const hash = preferredHash(lists.hashes);
    if (new Set(lists.hashes).size > 1)
      lists.notes.push(`${lists.hashes.length} passwords: one in clear is taken before a hash`);
    const attributes = attributesOf({ check: lists.check, reply: merged });
    const hasAttributes = lists.check.length + merged.length > 0;
    return {
      resource: 'user',
      name: username,
      body: {
        username,
        ...(hash !== undefined && { password_hash: hash }),
        ...personFields(this.#staging.person(username), lists.notes),
        attributes: hasAttributes ? attributes : null,
      },
      ...(profile && {
        references: [{ field: 'profile', name: profile.name }],
      }),
      notes: lists.notes,
      refusal: profile?.refusal ? `profile ${profile.name}: ${profile.refusal}` : lists.refusal,
    };
  }

  #sort(lists: Lists, { check, reply }: Pick<StagedUser, 'check' | 'reply'>): void {
    for (const item of check) this.#sortCheck(lists, withOperator(item, '=='));
    for (const item of reply) {
      if (internal.test(item.attribute)) continue;
      const fault = this.#faultOf(item, faultOfReplyItem);
      if (fault === null) lists.reply.push(withOperator(item, '='));
      else lists.notes.push(`reply ${item.attribute} left out: ${fault}`);
    }
  }

  #sortCheck(lists: Lists, item: StagedItem): void {
    const { attribute, op, value } = item;
    const scheme = schemeOfAttribute(attribute);
    if (scheme !== null) lists.hashes.push(`{${scheme}}${value}`);
    else if (/^Password-With-Header$/i.test(attribute)) lists.hashes.push(value);
    else if (internal.test(attribute)) lists.notes.push(`check ${attribute} left out`);
    else if (/^Auth-Type$/i.test(attribute) && !/^(?:accept|reject)$/i.test(value))
      lists.notes.push(`check Auth-Type ${op} ${value} left out: the credential decides`);
    else this.#sortCondition(lists, item);
  }

  #sortCondition(lists: Lists, item: StagedItem): void {
    const { attribute, op } = item;
    if (findControlName(attribute) !== null) lists.check.push(item);
    // What FreeRADIUS sets for its own modules is no condition.
    else if ([':=', '+='].includes(op)) lists.notes.push(`check ${attribute} ${op} left out`);
    else if (/^Huntgroup-Name$/i.test(attribute)) this.#addHuntgroup(lists, item);
    // It compares attributes of packets by = as by ==.
    else if (this.#faultOf(item) === null)
      lists.check.push(op === '=' ? { ...item, op: '==' } : item);
    else if (op === '=') lists.notes.push(`check ${attribute} = left out`);
    // A condition that is left out would let the user in where it was refused.
    else lists.refusal ??= `check item ${attribute} ${op} cannot be evaluated`;
  }

  #addHuntgroup(lists: Lists, item: StagedItem): void {
    const condition = this.#huntgroups.conditionOf(item);
    if (typeof condition === 'string') lists.refusal ??= condition;
    else lists.check.push(condition);
  }

  #faultOf(
    { attribute, value }: StagedItem,
    find: typeof faultOfReplyItem = (dictionary, item) => dictionary.faultOf(item),
  ): string | null {
    if (value.includes('%{')) return `FreeRADIUS computes ${value} anew for each request`;
    return find(this.#dictionary, { name: attribute, value })?.reason ?? null;
  }
}

/** Returns the attribute lists of a body, numbered as the API numbers them. */
function attributesOf({ check, reply }: Pick<Lists, 'check' | 'reply'>) {
  return numberAttributeLists({ check_attributes: check, reply_attributes: reply });
}

function emptyLists(): Lists {
  return { check: [], reply: [], notes: [], hashes: [], refusal: null };
}

function withOperator({ attribute, op, value }: StagedItem, otherwise: string): StagedItem {
  return { attribute, op: op.trim() === '' ? otherwise : op.trim(), value };
}

/** Returns the password that serves most methods: in clear, then the NT hash, then another. */
function preferredHash(hashes: readonly string[]): string | undefined {
  return (
    hashes.find((hash) => isPasswordScheme(hash, 'clear')) ??
    hashes.find((hash) => isPasswordScheme(hash, 'nt')) ??
    hashes[0]
  );
}

/**
 * Returns the reply items of a user. FreeRADIUS adds the items of a group after those of the user, the gateway adds the items of
 * the profile before: for the same reply, `:=` of the group replaces the user's item, `=` does not, and `+=` adds to it.
 */
function mergeReply(own: readonly StagedItem[], group: readonly StagedItem[]): StagedItem[] {
  const isSame = (one: StagedItem) => (other: StagedItem) =>
    one.attribute.toLowerCase() === other.attribute.toLowerCase();
  return own
    .filter((item) => !group.some((other) => isSame(item)(other) && other.op === ':='))
    .map((item, at, all) => {
      const ofGroup = group.filter(isSame(item));
      if (ofGroup.length === 0) return item;
      if (ofGroup.every(({ op }) => op === '+=')) return { ...item, op: '+=' };
      const isFirst = all.findIndex(isSame(item)) === at;
      return isFirst && item.op === '+=' ? { ...item, op: '=' } : item;
    });
}
