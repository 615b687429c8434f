import type { Identity, IdentityRule } from '../../contract/adapter.ts';
import type { DeviceType } from '../../device-type/device-type.ts';
import { searchBounded } from '../../runtime/pattern/bounded-search.ts';

/** A type whose `detect` fits what a machine says of itself. */
export interface TypeMatch {
  readonly type: string;
  readonly why: string;
  /** The greater, the more specific. */
  readonly weight: number;
}

/**
 * Weights of the patterns; each number of an object identifier adds 1. A description counts for more than an identifier, which
 * many devices share: that of Net-SNMP has ten numbers.
 */
const weights = { sysDescr: 20, sshBanner: 5, httpBanner: 6 } as const;

/**
 * Finds the type that fits a machine best, among types whose connection uses one of some protocols: a second protocol alone,
 * such as SNMP for metrics, cannot operate a device.
 *
 * @returns null without a match
 */
export function matchType(
  types: Iterable<DeviceType>,
  identity: Identity,
  protocols: ReadonlySet<string>,
): TypeMatch | null {
  const matches = [...types]
    .filter(({ connection }) => protocols.has(connection.protocol))
    .flatMap((type) => (type.detect ?? []).map((rule) => matchRule(type, rule, identity)))
    .filter((match) => match !== null);
  // Of equal matches, a proved type comes first.
  const [best] = matches.sort(
    (one, other) =>
      other.weight - one.weight || Number(one.isExperimental) - Number(other.isExperimental),
  );
  return best ?? null;
}

/**
 * Names a type that fits a machine better than the one that was found, and needs a protocol that the profile lacks.
 *
 * @returns null if there is none
 */
export function betterWith(
  types: readonly DeviceType[],
  identity: Identity,
  found: TypeMatch | null,
): string | null {
  const protocols = new Set(types.map(({ connection }) => connection.protocol));
  const best = matchType(types, identity, protocols);
  if (best === null || best.weight <= (found?.weight ?? 0)) return null;
  const protocol = types.find(({ short_name }) => short_name === best.type)?.connection.protocol;
  return `with a connection profile for ${protocol ?? ''}, the type ${best.type} fits better`;
}

type Match = TypeMatch & { readonly isExperimental: boolean };

function matchRule(
  { short_name, experimental }: DeviceType,
  { sys_object_id, sys_descr, ssh_banner, http_banner }: IdentityRule,
  { sysObjectId, sysDescr, sshBanner, httpBanner }: Identity,
): Match | null {
  const held = [
    sys_object_id === undefined ? [] : [heldId(sys_object_id, sysObjectId)],
    sys_descr === undefined ? [] : [heldPattern('sysDescr', sys_descr, sysDescr)],
    ssh_banner === undefined ? [] : [heldPattern('sshBanner', ssh_banner, sshBanner)],
    http_banner === undefined ? [] : [heldPattern('httpBanner', http_banner, httpBanner)],
  ].flat();
  const all = held.filter((one) => one !== null);
  if (all.length < held.length) return null;
  return {
    type: short_name,
    isExperimental: experimental,
    why: all.map(({ why }) => why).join(', '),
    weight: all.reduce((sum, { weight }) => sum + weight, 0),
  };
}

/** A condition of a rule that holds. */
interface Held {
  readonly why: string;
  readonly weight: number;
}

function heldId(above: string, id = ''): Held | null {
  if (id !== above && !id.startsWith(`${above}.`)) return null;
  return { why: `sysObjectID ${id} is ${above} or below`, weight: above.split('.').length };
}

const names = {
  sysDescr: 'sysDescr',
  sshBanner: 'SSH banner',
  httpBanner: 'web page',
} as const;
const maxShown = 200;

function heldPattern(
  of: keyof typeof names,
  pattern: string,
  text: string | undefined,
): Held | null {
  if (text === undefined || !isFound(pattern, text)) return null;
  const shown = JSON.stringify(text.slice(0, maxShown));
  return { why: `${names[of]} ${shown} matches ${pattern}`, weight: weights[of] };
}

const maxSearched = 1000;

function isFound(source: string, text: string): boolean {
  const searched = text.slice(0, maxSearched);
  return searchBounded({ source, flags: '' }, searched, (pattern, all) => pattern.test(all));
}
