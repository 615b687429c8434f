import { Type, type Static, type TObject } from 'typebox';
import { accessPoint } from '../../organization/access-point.ts';
import { location } from '../../organization/location.ts';
import {
  computeEffectivePolicy,
  policySources,
  type EffectivePolicy,
} from '../policy/authorization/effective-policy.ts';
import { isSameName } from '../policy/authorization/authorization.ts';
import { replyCondition } from '../policy/reply-condition.ts';
import { findSubscriberById } from '../policy/subscriber.ts';
import { readTimeZone, type Site } from '../../organization/time-zone.ts';
import { Fault } from '../../contract/errors.ts';
import { nullable, text } from '../../contract/fields.ts';
import type { Call } from '../../http/endpoint.ts';
import { findResourceRows } from '../../http/resource-access.ts';
import type { Resource } from '../../contract/resource.ts';

const place = (description: string) =>
  Type.Optional(Type.Integer({ 'x-extension': true, description }));

/** The query parameters that request the effective policy. */
export const policyParameters = {
  effective_policy: Type.Optional(
    Type.Boolean({
      'x-extension': true,
      description: 'true: include the result of a login now, and the source of each value',
    }),
  ),
  access_point: place('with `effective_policy`: the access point of the login'),
  location: place('with `effective_policy`: the location of the login'),
};

type Query = Static<TObject<typeof policyParameters>>;

const source = Type.Enum([...policySources], {
  description:
    '`limit`: the rest of a limit, or `limit_attributes`; `default`: neither set nor limited',
});
const origin = {
  source,
  profile: nullable(text({ description: 'name of the profile; null: another source' })),
};
const valueOf = (description: string) =>
  Type.Object({ value: nullable(text()), ...origin }, { description });

const fields = {
  result: Type.Enum(['accept', 'reject'], { description: 'with the right password' }),
  reason: text({ description: 'why it is rejected or limited' }),
  access_point: nullable(Type.Integer()),
  location: nullable(Type.Integer()),
  time_zone: Type.Object({
    value: nullable(text({ description: 'IANA name; null: time zone of the gateway' })),
    source: Type.Enum(['location', 'organization', 'default']),
  }),
  session_timeout: valueOf('seconds'),
  idle_timeout: valueOf('seconds'),
  bandwidth_down: valueOf('bit/s to the guest: WISPr-Bandwidth-Max-Down'),
  bandwidth_up: valueOf('bit/s from the guest: WISPr-Bandwidth-Max-Up'),
  vlan: valueOf('Tunnel-Private-Group-Id'),
  simultaneous_use: valueOf('concurrent sessions'),
  limits: Type.Array(
    Type.Object({
      name: text(),
      unit: Type.Enum(['seconds', 'octets', 'sessions']),
      allowed: nullable(Type.Integer()),
      used: nullable(Type.Integer()),
      left: Type.Integer(),
      ...origin,
    }),
  ),
  attributes: Type.Array(Type.Object({ attribute: text(), value: text(), ...origin }), {
    description: 'the attributes of the reply; secrets are ***',
  }),
  conditional_attributes: Type.Array(
    Type.Object({ attribute: text(), value: text(), ...origin, when: replyCondition }),
    {
      description:
        'reply items with conditions; `attributes` has those of them that hold wherever the login is',
    },
  ),
  conditions: Type.Array(Type.Object({ attribute: text(), op: text(), value: text(), ...origin }), {
    description: 'check items, which only the request of a NAS can be compared with',
  }),
};

/** The field of a reply that has the effective policy. */
export const policyField = {
  effective_policy: Type.Optional(
    nullable(
      Type.Object(fields, {
        'x-extension': true,
        description:
          'the result of a login now, by the rules of a RADIUS login; only if `effective_policy=true`; null: not a `network` token',
      }),
    ),
  ),
};

/** Where a login is supposed to be. */
interface Place extends Site {
  readonly access_point: number | null;
}

/**
 * Computes the effective policy of a user, if it is asked for.
 *
 * @returns  undefined: it is not asked for
 * @throws Fault `invalid` naming the parameter
 */
export async function readEffectivePolicy(
  call: Pick<Call, 'gateway' | 'caller'> & { readonly query: Query },
  user: number,
) {
  const { gateway, query } = call;
  const given = (['access_point', 'location'] as const).find((name) => query[name] !== undefined);
  if (query.effective_policy !== true) {
    if (given !== undefined) throw Fault.field(given, 'Only with `effective_policy=true`.');
    return undefined;
  }
  const { store } = gateway;
  const subscriber = await findSubscriberById(store, user);
  if (!subscriber) throw new Fault('not_found', 'Not found.');
  const { organization, voucher } = subscriber;
  const place = (await findPlace(call)) ?? {
    access_point: null,
    location: voucher?.location ?? null,
    organization,
  };
  const policy = await computeEffectivePolicy(gateway.logins, {
    subscriber,
    site: place,
    at: gateway.now(),
  });
  const { access_point, location } = place;
  const time_zone = await findTimeZone(store, place);
  return { ...serializePolicy(policy), access_point, location, time_zone };
}

/** @returns null: the query names no place */
async function findPlace({
  gateway,
  caller,
  query,
}: Parameters<typeof readEffectivePolicy>[0]): Promise<Place | null> {
  const find = async (resource: Resource, value: number) => {
    const where = [{ column: 'id', operator: '=' as const, value }];
    const [row] = await findResourceRows({ resource, gateway, caller }, where, 1);
    if (!row) throw Fault.absent(resource.name, value);
    return row;
  };
  if (query.access_point !== undefined) {
    if (query.location !== undefined)
      throw Fault.field('location', 'Not with `access_point`, which has its own.');
    const row = await find(accessPoint, query.access_point);
    const at = typeof row['location'] === 'number' ? row['location'] : null;
    return {
      access_point: query.access_point,
      location: at,
      organization: Number(row['organization']),
    };
  }
  if (query.location === undefined) return null;
  const row = await find(location, query.location);
  return {
    access_point: null,
    location: query.location,
    organization: Number(row['organization']),
  };
}

async function findTimeZone(store: Parameters<typeof readTimeZone>[0], site: Site) {
  const ofPlace = await readTimeZone(store, { ...site, organization: 0 });
  if (ofPlace !== null) return { value: ofPlace, source: 'location' as const };
  const value = await readTimeZone(store, { ...site, location: null });
  return { value, source: value === null ? ('default' as const) : ('organization' as const) };
}

const unset = { source: 'default', profile: null } as const;

function serializePolicy(policy: EffectivePolicy) {
  const { isAccepted, reason, limits, attributes, conditionalAttributes, conditions } = policy;
  const valueOf = (name: string) => {
    const found = attributes.find(({ attribute }) =>
      isSameName(attribute.replace(/:\d+$/, ''), name),
    );
    return found
      ? { value: found.value, source: found.source, profile: found.profile }
      : { value: null, ...unset };
  };
  const sessions = limits.find(({ name }) => name === 'Simultaneous-Use');
  return {
    result: isAccepted ? ('accept' as const) : ('reject' as const),
    reason,
    session_timeout: valueOf('Session-Timeout'),
    idle_timeout: valueOf('Idle-Timeout'),
    bandwidth_down: valueOf('WISPr-Bandwidth-Max-Down'),
    bandwidth_up: valueOf('WISPr-Bandwidth-Max-Up'),
    vlan: valueOf('Tunnel-Private-Group-Id'),
    simultaneous_use: sessions
      ? { value: String(sessions.allowed), source: sessions.source, profile: sessions.profile }
      : { value: null, ...unset },
    limits: [...limits],
    attributes: [...attributes],
    conditional_attributes: [...conditionalAttributes],
    conditions: [...conditions],
  };
}
