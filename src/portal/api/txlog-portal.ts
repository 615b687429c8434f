import { isIP } from 'node:net';
import { Type } from 'typebox';
import { Fault } from '../../contract/errors.ts';
import { dateTime, mac, text } from '../../contract/fields.ts';
import { endpoint, type Endpoint } from '../../http/endpoint.ts';
import { readableSchema } from '../../http/resource-schema.ts';
import { portalEvents, portalLog, reportedEvents } from '../../aaa/portal-log/portal-log.ts';
import { recordReport } from '../portal-report.ts';
import { guestReaders } from '../../contract/caller.ts';
import { logListEndpoint } from '../../http/list/log-endpoints.ts';

const list = logListEndpoint({
  resource: portalLog,
  roles: guestReaders,
  reply: Type.Object({ ...readableSchema(portalLog).properties, type_display: text() }),
  mapItems: (items) => items.map((item) => ({ ...item, type_display: portalEvents[item.type] })),
});

const body = Type.Object(
  {
    type: Type.Enum([...reportedEvents], {
      description: reportedEvents.map((type) => `\`${type}\` ${portalEvents[type]}`).join(', '),
    }),
    status: Type.Optional(
      Type.Integer({
        minimum: 100,
        maximum: 599,
        default: 200,
        description: 'as of HTTP: 200 is success',
      }),
    ),
    detail: Type.Optional(text({ maxLength: 500 })),
    uid: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 255,
        description: 'user name, e-mail address or external id; stored as it is if no user has it',
      }),
    ),
    ap_mac: Type.Optional(mac()),
    mac: Type.Optional(mac()),
    ip: Type.Optional(Type.String({ maxLength: 45, description: 'IPv4 or IPv6' })),
    page: Type.Optional(Type.Integer({ minimum: 1, description: 'id of a portal page' })),
    session_id: Type.Optional(
      text({ format: 'uuid', description: '`session_id` of the portal_login' }),
    ),
    user_agent: Type.Optional(text({ maxLength: 255 })),
  },
  { additionalProperties: false },
);

const report = endpoint({
  method: 'POST',
  path: '/txlog_portal/',
  summary: 'Report an event of a portal in front of the gateway',
  body,
  reply: Type.Object({ datetime: dateTime() }),
  roles: ['admin', 'app'],
  acceptsDataField: true,
  isExtension: true,
  async handle({ gateway, caller, body }) {
    if (body.ip !== undefined && isIP(body.ip) === 0)
      throw Fault.field('ip', 'Expected an IPv4 or IPv6 address.');
    const at = await recordReport(gateway, caller, body);
    return { datetime: at.toISOString() };
  },
});

/** The transactions of the captive portal, and reports of transactions that happen in front of it. */
export const portalLogEndpoints: readonly Endpoint[] = [list, report];
