import { Type } from 'typebox';
import { text } from '../fields.ts';
import type { Endpoint } from '../http/endpoint.ts';
import { readableSchema } from '../http/resource-schema.ts';
import { portalEvents, portalLog } from '../portal/portal-log.ts';
import { guestReaders, logListEndpoint } from './log-endpoints.ts';

/** GET /txlog_portal/: the transactions of the captive portal. */
export const portalLogEndpoint: Endpoint = logListEndpoint({
  resource: portalLog,
  roles: guestReaders,
  reply: Type.Object({ ...readableSchema(portalLog).properties, type_display: text() }),
  mapItems: (items) => items.map((item) => ({ ...item, type_display: portalEvents[item.type] })),
});
