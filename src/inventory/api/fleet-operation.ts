import { Type, type Static } from 'typebox';
import { asFault, Fault } from '../../contract/errors.ts';
import { formatTime } from '../../contract/fields.ts';
import type { Gateway } from '../../gateway/gateway.ts';
import { endpoint, type Call, type Endpoint } from '../../http/endpoint.ts';
import {
  filterConditions,
  listQuerySchema,
  namedFilters,
  pagingParameters,
  resolveNames,
} from '../../http/list/filter.ts';
import { fetchOwnPage, pageSchema } from '../../http/list/page.ts';
import type { ReferenceContext } from '../../http/reference/reference.ts';
import { createValidator } from '../../http/request-validation.ts';
import { findResourceRows, retrieveResource } from '../../http/resource-access.ts';
import { fieldSchema, readableSchema } from '../../http/resource-schema.ts';
import { device } from '../device/device.ts';
import { cancelFleet } from '../fleet/fleet-end.ts';
import { fleetOperation, fleetTarget, fleetWindow } from '../fleet/fleet-operation.ts';
import {
  createFleet,
  previewFleet,
  type FleetPreview,
  type FleetRequest,
  type FleetTarget,
} from '../fleet/fleet-request.ts';
import { findHeadlessOperation, headlessOperations } from '../operation/headless-operations.ts';
import { maxVariables, valuedVariable, variablesOf } from './device-headless-operation.ts';
import { previewField } from './dry-run.ts';
import { operationFields, scheduleFields } from './transactions.ts';

const closed = { additionalProperties: false };
const maxDevices = 10_000;

const body = Type.Object(
  {
    ...operationFields,
    variables: Type.Optional(
      Type.Array(valuedVariable, {
        minItems: 1,
        maxItems: maxVariables,
        description:
          'of the operation `set`: parameters and the values that all devices shall have, as in a headless operation',
      }),
    ),
    devices: Type.Optional(
      Type.Array(Type.Integer({ minimum: 1 }), {
        minItems: 1,
        maxItems: maxDevices,
        uniqueItems: true,
        description: 'ids of devices; or `filter`',
      }),
    ),
    filter: Type.Optional(
      Type.Record(Type.String(), Type.Unknown(), {
        minProperties: 1,
        maxProperties: 50,
        description: 'parameters of the list of devices, such as `location` or `type`',
      }),
    ),
    ...scheduleFields,
    window: Type.Optional(fleetWindow),
    concurrency: Type.Optional(Type.Integer({ minimum: 1, maximum: 1000, default: 10 })),
    stagger: Type.Optional(Type.Integer({ minimum: 0, maximum: 86_400, default: 0 })),
    canary: Type.Optional(Type.Integer({ minimum: 0, maximum: 1000, default: 0 })),
    stop_after_failures: Type.Optional(Type.Integer({ minimum: 1, maximum: maxDevices })),
    dry_run: Type.Optional(
      Type.Boolean({ description: 'true: nothing is stored; the reply shows each device' }),
    ),
    confirm: Type.Optional(
      Type.Integer({
        minimum: 0,
        description: 'the number of devices that it runs on, as a dry run shows it',
      }),
    ),
  },
  closed,
);
type Body = Static<typeof body>;

const preview = Type.Object({
  targets: Type.Integer({ description: 'devices that it runs on: the value of `confirm`' }),
  refused: Type.Integer(),
  commands: Type.Array(
    Type.Object({
      type: Type.String({ description: 'short name of a device type' }),
      variable: Type.String(),
      command: previewField,
    }),
    {
      description:
        'commands that a `set` would send, for each type, to the devices that do not refuse it',
    },
  ),
  devices: Type.Array(
    Type.Object({
      device: Type.Integer(),
      device_name: Type.String(),
      refusal: Type.Unsafe<string | null>({ type: ['string', 'null'] }),
      run_at: Type.Unsafe<string | null>({ type: ['string', 'null'] }),
      expires_at: Type.String(),
    }),
  ),
});

const params = Type.Object({ id: fieldSchema(fleetOperation, 'id') });
const path = '/inventory_fleet_operation';

/** POST /inventory_fleet_operation/: runs an operation on many devices, or previews the devices. */
const creating: Endpoint = endpoint({
  method: 'POST',
  path: `${path}/`,
  summary: 'Run an operation on many devices',
  body,
  reply: Type.Union([readableSchema(fleetOperation), preview]),
  isExtension: true,
  async handle(call) {
    const { gateway, caller } = call;
    const request = requestOf(gateway, call.body);
    const found = await previewFleet(gateway, await idsOf(call), request);
    if (call.body.dry_run === true) return previewOf(found, request);
    const { targets } = found;
    checkTargets(call.body, targets);
    const id = await createFleet(gateway, caller, { request, targets });
    return retrieveResource({ resource: fleetOperation, gateway, caller }, ['id', id]);
  },
});

/** @throws Fault `invalid` */
function requestOf(gateway: Gateway, given: Body): FleetRequest {
  checkVariables(gateway, given);
  // The same defaults as in the schema.
  const { concurrency = 10, stagger = 0, canary = 0, operation, run_at, expires_at } = given;
  return {
    operation,
    concurrency,
    stagger,
    canary,
    run_at,
    expires_at,
    parameters: given.parameters ?? {},
    variables: given.variables === undefined ? null : variablesOf('set', given.variables),
    window: given.window ?? null,
    filter: given.filter ?? null,
    stop_after_failures: given.stop_after_failures ?? null,
  };
}

/** True for the headless operation that sets values, which a fleet operation can make on every device. */
function takesVariables(operation: string): boolean {
  const code = findHeadlessOperation(operation);
  return code !== undefined && headlessOperations[code].setsDesiredValues;
}

function checkVariables(
  { deviceTypes }: Pick<Gateway, 'deviceTypes'>,
  { operation, parameters, variables }: Body,
): void {
  if (variables === undefined) {
    const isOfTypes = [...deviceTypes.values()].some(({ operations }) => operation in operations);
    if (!takesVariables(operation) || isOfTypes) return;
    throw Fault.field('variables', 'This field is required.');
  }
  if (!takesVariables(operation))
    throw Fault.field('variables', `Only a set has variables, not "${operation}".`);
  if (parameters !== undefined)
    throw Fault.field('parameters', 'A set has variables, not parameters.');
}

const { properties } = listQuerySchema(device);
const filters = Object.fromEntries(
  Object.entries(properties).filter(
    ([name]) => !(name in pagingParameters.offset) && name !== 'ordering',
  ),
);
const named = namedFilters(device);
const checkFilter = createValidator(Type.Object({ filter: Type.Object(filters, closed) }), 'query');

/** Returns the ids of the devices that a body names or selects. @throws Fault `invalid` */
async function idsOf({
  body: given,
  gateway,
  caller,
}: Pick<Call, 'gateway' | 'caller'> & { readonly body: Body }): Promise<readonly number[]> {
  const { devices, filter } = given;
  if ((devices === undefined) === (filter === undefined))
    throw Fault.field('devices', 'Expected either devices or filter.');
  const access = { resource: device, gateway, caller };
  const where = devices
    ? [{ column: 'id', operator: 'in' as const, value: devices }]
    : filterConditions(device, await readFilter(filter, access));
  const rows = await findResourceRows(access, where, maxDevices + 1);
  const found = rows.map(({ id }) => Number(id));
  if (found.length > maxDevices)
    throw Fault.field('filter', `More than ${maxDevices} devices match.`);
  const absent = devices?.find((id) => !found.includes(id));
  if (absent !== undefined) throw Fault.absent('devices', absent);
  return found;
}

/** @throws Fault `invalid` naming a parameter of the filter */
async function readFilter(filter: Body['filter'], by: ReferenceContext) {
  try {
    return await resolveNames(named, checkFilter({ filter }).filter, by);
  } catch (error) {
    const { fields } = asFault(error) ?? {};
    const [name, texts] = Object.entries(fields ?? {})[0] ?? [];
    if (name === undefined || texts === undefined || name.startsWith('filter')) throw error;
    throw Fault.field(`filter.${name}`, texts.join(' '));
  }
}

function previewOf(
  { targets, sets }: FleetPreview,
  { variables }: FleetRequest,
): Static<typeof preview> {
  const refused = targets.filter(({ refusal }) => refusal !== null).length;
  return {
    targets: targets.length - refused,
    refused,
    commands: sets.flatMap(({ type, commands }) =>
      commands.map((command, at) => ({ type, variable: variables?.[at]?.variable ?? '', command })),
    ),
    devices: targets.map(({ device: { id, name }, refusal, runAt, expiresAt }) => ({
      device: id,
      device_name: name,
      refusal,
      run_at: runAt === null ? null : formatTime(runAt),
      expires_at: formatTime(expiresAt),
    })),
  };
}

/** @throws Fault `invalid` if no device can do it, or another number of devices was confirmed */
function checkTargets({ confirm }: Body, targets: readonly FleetTarget[]): void {
  const count = targets.filter(({ refusal }) => refusal === null).length;
  if (count === 0)
    throw Fault.field('operation', targets[0]?.refusal ?? 'No device matches the filter.');
  if (confirm === count) return;
  const refused = targets.length - count;
  throw Fault.field(
    'confirm',
    `It runs on ${count} devices, and ${refused} refuse it. Confirm with ${count}; dry_run shows them.`,
  );
}

/** POST /inventory_fleet_operation/{id}/cancel/ */
const canceling: Endpoint = endpoint({
  method: 'POST',
  path: `${path}/{id}/cancel/`,
  summary: 'Cancel a fleet operation',
  params,
  body: Type.Object({}, closed),
  reply: readableSchema(fleetOperation),
  status: 200,
  isExtension: true,
  async handle({ gateway, caller, params: { id } }) {
    const { organizations, username } = caller;
    await cancelFleet(gateway, { id, organizations }, username);
    return retrieveResource({ resource: fleetOperation, gateway, caller }, ['id', id]);
  },
});

/** GET /inventory_fleet_operation/{id}/devices/: the state of each device. */
const reporting: Endpoint = endpoint({
  method: 'GET',
  path: `${path}/{id}/devices/`,
  summary: 'List the devices of a fleet operation',
  params,
  query: Type.Object(pagingParameters.offset, closed),
  reply: pageSchema(readableSchema(fleetTarget)),
  isExtension: true,
  async handle(call) {
    const { gateway, caller, params } = call;
    await retrieveResource({ resource: fleetOperation, gateway, caller }, ['id', params.id]);
    const where = [{ column: 'fleet_operation', operator: '=' as const, value: params.id }];
    return fetchOwnPage(fleetTarget, where, call);
  },
});

export const fleetOperationEndpoints: readonly Endpoint[] = [creating, canceling, reporting];
