import { Type } from 'typebox';
import { alert, alertWithHistory } from '../../alert/alert.ts';
import { acknowledgeAlert, readAlertHistory } from '../../alert/alert-change.ts';
import { alertRule, validateAlertRule } from '../../alert/alert-rule.ts';
import { formatTime } from '../../fields.ts';
import type { Gateway } from '../../gateway.ts';
import type { Caller } from '../../caller.ts';
import { crud } from '../../http/crud.ts';
import { endpoint, type Endpoint } from '../../http/endpoint.ts';
import { createResource, retrieveResource, updateResource } from '../../http/resource-access.ts';
import { fieldSchema } from '../../http/resource-schema.ts';
import { writeEndpoints } from '../../http/write-endpoints.ts';

const params = Type.Object({ id: fieldSchema(alert, 'id') });

async function retrieveAlert(gateway: Gateway, caller: Caller, id: string) {
  const found = await retrieveResource({ resource: alert, gateway, caller }, ['id', id]);
  const history = await readAlertHistory(gateway, id);
  return {
    ...found,
    history: history.map((entry) => ({ ...entry, datetime: formatTime(entry.datetime) })),
  };
}

/** GET /alert/{id}/: an alert with its history. */
const retrieving: Endpoint = endpoint({
  method: 'GET',
  path: '/alert/{id}/',
  summary: 'Get an alert with its history',
  params,
  reply: alertWithHistory,
  isExtension: true,
  handle: ({ gateway, caller, params: { id } }) => retrieveAlert(gateway, caller, id),
});

/** POST /alert/{id}/acknowledge/ */
const acknowledging: Endpoint = endpoint({
  method: 'POST',
  path: '/alert/{id}/acknowledge/',
  summary: 'Acknowledge an alert',
  params,
  body: Type.Object(
    { note: Type.Optional(Type.String({ minLength: 1, maxLength: 1000 })) },
    { additionalProperties: false },
  ),
  reply: alertWithHistory,
  status: 200,
  isExtension: true,
  async handle({ gateway, caller, params: { id }, body: { note = '' } }) {
    const { organizations, username } = caller;
    await acknowledgeAlert(gateway, { id, organizations, username, note });
    return retrieveAlert(gateway, caller, id);
  },
});

/** Rules of alerts, and the alerts themselves. */
export const alertEndpoints: readonly Endpoint[] = [
  ...crud(alertRule, ['list', 'retrieve', 'destroy'], {
    path: alertRule.name,
    key: 'id',
    isExtension: true,
  }),
  ...writeEndpoints({
    resource: alertRule,
    isExtension: true,
    create: (access, body) => createResource(access, validateAlertRule(body)),
    async update(access, key, body) {
      const found = await retrieveResource(access, key);
      return updateResource(access, key, validateAlertRule(body, found));
    },
  }),
  ...crud(alert, ['list'], { path: alert.name, key: 'id', isExtension: true }),
  retrieving,
  acknowledging,
];
