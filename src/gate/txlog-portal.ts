import { portalEvents, portalLog as of, type PortalEvent } from '../aaa/portal-log.ts';
import { Type } from 'typebox';
import { text } from '../fields.ts';
import type { Endpoint } from '../http/endpoint.ts';
import { listing } from '../http/list.ts';
import { shownSchema } from '../http/resource-schema.ts';
import { byPeriod } from './list.ts';

/** GET /txlog_portal/: what happened at the portal. */
export const portalLogRow: Endpoint = listing({
  of,
  ...byPeriod('datetime'),
  reply: Type.Object({ ...shownSchema(of).properties, type_display: text() }),
  finish: (items) => items.map((item) => ({ ...item, type_display: portalEvents[item.type as PortalEvent] })),
  csv: true,
  roles: ['admin', 'read_only', 'reports'],
});
