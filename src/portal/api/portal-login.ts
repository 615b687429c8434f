import { isIP } from 'node:net';
import { Type, type Static } from 'typebox';
import { maxPasswordLength } from '../../aaa/account/user.ts';
import { deviceMac } from '../device-mac.ts';
import { PortalReject } from '../portal-reject.ts';
import {
  dialectNames,
  dialects,
  detectDialect,
  findDialect,
  plainUrl,
} from '../dialect/dialects.ts';
import type { RedirectParameters } from '../dialect/dialect.ts';
import { logInGuest, type PortalAccess } from '../portal-access.ts';
import { Fault } from '../../contract/errors.ts';
import { mac, nullable, text, dateTime } from '../../contract/fields.ts';
import { endpoint, type Endpoint } from '../../http/endpoint.ts';
import { Secret } from '../../contract/secret.ts';

const short = () => Type.Optional(text({ maxLength: 255 }));

const body = Type.Object(
  {
    uid: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 255,
        description: 'user name, e-mail address or external id; required unless `token` is present',
      }),
    ),
    token: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 255,
        description: 'voucher code; replaces `uid` and needs no password',
      }),
    ),
    ap_mac: mac(),
    mac: mac(),
    ip: Type.String({ maxLength: 45, description: 'address of the client: IPv4 or IPv6' }),
    original_url: Type.Optional(
      Type.String({
        maxLength: 4000,
        pattern: '^https?://[^\\s]+$',
        description: 'a URL of http or https',
      }),
    ),
    timeout: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: 31_536_000,
        description: 'maximum session time in seconds',
      }),
    ),
    password: Type.Optional(
      Type.String({
        maxLength: maxPasswordLength,
        writeOnly: true,
        description: 'checked if present',
      }),
    ),
    controller: short(),
    ssid: short(),
    vlan: Type.Optional(
      Type.Unsafe<string | number>({ type: ['integer', 'string'], maxLength: 32 }),
    ),
    nas_id: short(),
    vendor: Type.Optional(
      text({
        maxLength: 255,
        description: `the dialect of the access point: ${dialectNames.map((name) => `\`${name}\` (${dialects[name].title})`).join(', ')}; absent: it follows from \`params\``,
      }),
    ),
    params: Type.Optional(
      Type.Object(
        {},
        {
          additionalProperties: true,
          'x-max-octets': 65_536,
          description: 'the parameters of the redirect',
        },
      ),
    ),
    user_agent: Type.Optional(text({ maxLength: 255, 'x-extension': true })),
  },
  {
    additionalProperties: false,
    if: { not: { required: ['token'] } },
    then: { required: ['uid'] },
  },
);

const seconds = () => nullable(Type.Integer({ description: 'seconds; null: unlimited' }));

const reply = Type.Object({
  result: Type.Enum(['accept', 'pending'], {
    description:
      '`accept`: the client is on the network, or is after the step of `grant`; `pending`: the user is admitted, and so will the client be when its NAS asks by RADIUS',
  }),
  reason: nullable(
    text({ description: 'why the result is `pending`; null: it is `accept`', 'x-extension': true }),
  ),
  session_id: text({ format: 'uuid' }),
  user: Type.Integer(),
  username: text(),
  access_point: Type.Integer(),
  location: nullable(Type.Integer()),
  mac: mac(),
  ip: text(),
  session_timeout: seconds(),
  idle_timeout: seconds(),
  expires: nullable(dateTime()),
  redirect_url: nullable(text()),
  grant: Type.Object(
    {
      method: Type.Enum(['none', 'redirect', 'form', 'api']),
      url: nullable(text()),
      fields: Type.Object({}, { additionalProperties: true }),
    },
    {
      description: 'the step that remains before the controller admits the client; `none`: no step',
    },
  ),
});

/** POST /portal_login/: logs a client in at the captive portal, or rejects it with a code. */
export const portalLoginEndpoint: Endpoint = endpoint({
  method: 'POST',
  path: '/portal_login/',
  summary: 'Log a client in at the captive portal',
  body,
  reply,
  roles: ['admin', 'app'],
  acceptsDataField: true,
  isRateLimited: true,
  async handle({ gateway, caller, body }) {
    if (isIP(body.ip) === 0) throw Fault.field('ip', 'Expected an IPv4 or IPv6 address.');
    const { ap_mac, mac, ip } = body;
    if (deviceMac(mac) === null)
      throw Fault.field('mac', `${JSON.stringify(mac)}: no device has this address.`);
    const named = personNamedBy(body);
    const password = body.password === undefined ? null : new Secret(body.password);
    const request = {
      ...named,
      ap_mac,
      mac,
      ip,
      password,
      timeout: body.timeout ?? null,
      user_agent: body.user_agent ?? null,
    };
    const redirect = redirectOf(body);
    const access = await logInGuest(gateway, caller, { ...request, ...redirect });
    if (!(access instanceof PortalReject)) return accepted(access, body);
    const fields = { non_field_errors: [access.message], code: [access.code] };
    throw new Fault('invalid', `login rejected: ${access.code}`, {
      fields,
    });
  },
});

/** @throws Fault `invalid` unless the body has `uid` or `token` */
function personNamedBy({ uid, token }: Pick<Static<typeof body>, 'uid' | 'token'>) {
  if (token !== undefined) return { uid: token, isCode: true };
  if (uid === undefined) throw Fault.field('uid', 'This field is required.');
  return { uid, isCode: false };
}

/** Returns what the request says of the redirect that brought the device. @throws Fault `invalid` for an unknown vendor */
function redirectOf({ vendor, params = {}, controller, original_url }: Static<typeof body>) {
  const parameters: RedirectParameters = Object.fromEntries(
    Object.entries(params).flatMap(([name, value]) =>
      typeof value === 'string' || typeof value === 'number' ? [[name, String(value)]] : [],
    ),
  );
  const dialect = vendor === undefined ? detectDialect(parameters) : findDialect(vendor);
  if (!dialect)
    throw Fault.field(
      'vendor',
      `"${vendor ?? ''}" - unknown vendor. Known: ${dialectNames.join(', ')}.`,
    );
  return {
    vendor: dialect,
    parameters,
    controller: controller ?? null,
    originalUrl: plainUrl(original_url),
  };
}

function accepted(
  { session, grant, pendingReason }: PortalAccess,
  { ip, original_url }: Static<typeof body>,
) {
  const { guest, accessPoint } = session;
  return {
    result: pendingReason === null ? ('accept' as const) : ('pending' as const),
    reason: pendingReason,
    session_id: session.id,
    user: guest.id,
    username: guest.username,
    access_point: accessPoint.id,
    location: accessPoint.location,
    mac: session.mac,
    ip,
    session_timeout: session.limits.seconds,
    idle_timeout: guest.idleSeconds,
    expires: session.expires?.toISOString() ?? null,
    redirect_url: plainUrl(original_url) === null ? null : (original_url ?? null),
    grant,
  };
}
