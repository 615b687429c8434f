import { Type } from 'typebox';
import { Fault } from '../../contract/errors.ts';
import { canonicalMac, mac, text } from '../../contract/fields.ts';
import { endpoint, type Endpoint } from '../../http/endpoint.ts';
import { PortalReject } from '../portal-reject.ts';
import { logOutGuest, type PortalLogout } from '../portal-logout.ts';

const body = Type.Object(
  {
    uid: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 255,
        description: 'user name, e-mail address or external id: ends the sessions of the user',
      }),
    ),
    mac: Type.Optional(
      mac({
        description:
          'address of the device: ends its session; with `uid`, only if it belongs to that user',
      }),
    ),
  },
  { additionalProperties: false },
);

const reply = Type.Object({
  sessions: Type.Array(text({ format: 'uuid' }), {
    description:
      '`session_id` of each session that this request has ended; empty: no session was open',
  }),
});

/** POST /portal_logout/: ends the portal sessions of a user or a device. */
export const portalLogoutEndpoint: Endpoint = endpoint({
  method: 'POST',
  path: '/portal_logout/',
  summary: 'Log a user or a device out of the captive portal',
  body,
  reply,
  status: 200,
  roles: ['admin', 'app'],
  acceptsDataField: true,
  isExtension: true,
  async handle({ gateway, caller, body }) {
    const ended = await logOutGuest(gateway, caller, subjectOf(body));
    if (!(ended instanceof PortalReject)) return { sessions: [...ended] };
    const fields = { non_field_errors: [ended.message], code: [ended.code] };
    throw new Fault('invalid', `logout rejected: ${ended.code}`, { fields });
  },
});

/** @throws Fault `invalid` unless the body has `uid`, `mac` or both */
function subjectOf({ uid, mac }: PortalLogout): PortalLogout {
  if (uid === undefined && mac === undefined)
    throw Fault.field('uid', 'Give `uid`, `mac` or both.');
  return {
    ...(uid !== undefined && { uid }),
    ...(mac !== undefined && { mac: canonicalMac(mac) ?? mac }),
  };
}
