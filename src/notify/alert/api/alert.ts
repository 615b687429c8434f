import { Type } from 'typebox';
import { alert, alertWithHistory } from '../alert.ts';
import { acknowledgeAlert, readAlertHistory } from '../alert-change.ts';
import { refusalOfTenants } from '../alert-kinds.ts';
import { alertRule, validateAlertRule } from '../alert-rule.ts';
import { Fault } from '../../../contract/errors.ts';
import { formatTime } from '../../../contract/fields.ts';
import type { Gateway } from '../../../gateway/gateway.ts';
import type { Caller } from '../../../contract/caller.ts';
import { crud } from '../../../http/crud.ts';
import { endpoint, type Endpoint } from '../../../http/endpoint.ts';
import {
  createResource,
  retrieveResource,
  updateResource,
  type Row,
} from '../../../http/resource-access.ts';
import { fieldSchema } from '../../../http/resource-schema.ts';
import { writeEndpoints } from '../../../http/write-endpoints.ts';

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

/** @throws Fault `invalid` if rules of a kind are only for the root organization, and the caller is of another */
function checkKind({ isRoot }: Caller, { kind }: Row): void {
  const refusal = isRoot ? null : refusalOfTenants(String(kind));
  if (refusal !== null) throw Fault.field('kind', refusal);
}

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
    create(access, body) {
      checkKind(access.caller, body);
      return createResource(access, validateAlertRule(body));
    },
    async update(access, key, body) {
      const found = await retrieveResource(access, key);
      checkKind(access.caller, { ...found, ...body });
      return updateResource(access, key, validateAlertRule(body, found));
    },
  }),
  ...crud(alert, ['list'], { path: alert.name, key: 'id', isExtension: true }),
  retrieving,
  acknowledging,
];
