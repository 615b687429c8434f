import { portalEvents, portalLog as of, type PortalEvent } from '../portal/portal-log.ts';
import { Type } from 'typebox';
import { text } from '../fields.ts';
import type { Endpoint } from '../http/endpoint.ts';
import { listEndpoint } from '../http/list-endpoint.ts';
import { readableSchema } from '../http/resource-schema.ts';
import { periodFilter } from './list-parameters.ts';

/** GET /txlog_portal/: what happened at the portal. */
export const portalLogEndpoint: Endpoint = listEndpoint({
  resource: of,
  ...periodFilter('datetime'),
  reply: Type.Object({ ...readableSchema(of).properties, type_display: text() }),
  mapItems: (items) =>
    items.map((item) => ({ ...item, type_display: portalEvents[item.type as PortalEvent] })),
  csv: true,
  roles: ['admin', 'read_only', 'reports'],
});
