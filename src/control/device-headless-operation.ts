import { Type, type TSchema } from 'typebox';
import { Fault } from '../errors.ts';
import { createValidator } from '../http/request-validation.ts';
import { endpoint, type Endpoint } from '../http/endpoint.ts';
import {
  headlessOperationCodes,
  scheduleHeadlessOperation,
  type HeadlessOperationCode,
  type HeadlessVariable,
} from '../inventory/operation/headless-operation.ts';
import { transaction } from '../inventory/device/transaction.ts';
import { deviceKeySchema, findParentDeviceInBody, type Addressing } from './addressing.ts';
import { awaitTransaction, listTransactionsEndpoint, waitQuery } from './transactions.ts';

const closed = { additionalProperties: false };
const mostDevices = 100;
const mostVariables = 200;

/** POST and GET …_headless_operation/: asks something of one or several devices, and shows what was asked. */
export const deviceHeadlessOperationEndpoints = (by: Addressing): Endpoint[] => [
  listTransactionsEndpoint(`${by.path}_headless_operation`, 'headless', 'List headless operations'),
  scheduling(by),
];

function scheduling(by: Addressing): Endpoint {
  return endpoint({
    ...{
      method: 'POST',
      path: `/${by.path}_headless_operation/`,
      summary: 'Schedule a headless operation',
      query: waitQuery,
    },
    body: bodyOf(by),
    reply: Type.Unsafe({
      ...{ oneOf: [transaction.schema, Type.Array(transaction.schema)] },
      description: 'one transaction; of a list of devices a list of as many',
    }),
    async handle(call) {
      const { gateway, caller, query } = call;
      const body: Readonly<Record<string, unknown>> = call.body;
      const operation = headlessOperationCodes.find((code) => code === body.operation) ?? 'get';
      const variables = variablesOf(operation, body.variables);
      const given = body[by.parent];
      const keys: readonly unknown[] = Array.isArray(given)
        ? [...new Set(given as unknown[])]
        : [given];
      const devices = await Promise.all(keys.map((key) => findParentDeviceInBody(key, by, call)));
      const ids = await scheduleHeadlessOperation(gateway, devices, {
        operation,
        variables,
        user: caller.user,
      });
      const replies = await Promise.all(ids.map((id) => awaitTransaction(call, id, query.wait)));
      return Array.isArray(given) ? replies : replies[0];
    },
  });
}

function bodyOf(by: Addressing) {
  const key = deviceKeySchema(by);
  const type: unknown = 'type' in key ? key.type : 'string';
  const device = Type.Unsafe({
    ...{
      type: [type, 'array'],
      items: key,
      minItems: 1,
      maxItems: mostDevices,
      minimum: 1,
      minLength: 1,
      maxLength: 255,
    },
    description: `one device, or a list of at most ${mostDevices}`,
  });
  const variable = Type.Unsafe({
    type: ['object', 'string'],
    description: 'what is asked of one variable',
  });
  const variables = Type.Array(variable, { minItems: 1, maxItems: mostVariables });
  return Type.Object(
    { [by.parent]: device, operation: Type.Enum([...headlessOperationCodes]), variables },
    closed,
  );
}

const path = (pattern: string, description: string) =>
  Type.String({ minLength: 1, maxLength: 255, pattern, description });
const anywhere = path('^\\S+$', 'the name of a variable, without spaces');
const valued = Type.Object(
  {
    variable: anywhere,
    value: Type.Unsafe<unknown>({ type: ['string', 'integer', 'boolean'] }),
    type: Type.Optional(Type.Enum(['int', 'integer', 'boolean', 'bool', 'string'])),
  },
  closed,
);

/** How one variable of each operation is written. */
const shapes: Readonly<Record<HeadlessOperationCode, TSchema>> = {
  get: Type.Object({ variable: anywhere }, closed),
  set: valued,
  'add.obj': Type.Object(
    {
      variable: path('^\\S+\\.$', 'the path of an object, with a dot at its end'),
      values: Type.Optional(Type.Array(valued, { maxItems: mostVariables })),
    },
    closed,
  ),
  'del.obj': Type.Object(
    { variable: path('^\\S+\\.\\d+\\.$', 'the path of an instance, such as Device.X.3.') },
    closed,
  ),
};

const checks = new Map(
  headlessOperationCodes.map((code) => [
    code,
    createValidator(Type.Object({ variables: Type.Array(shapes[code]) }), 'body'),
  ]),
);

/** @throws Fault `invalid` naming what does not fit the operation */
function variablesOf(
  operation: HeadlessOperationCode,
  given: unknown,
): readonly HeadlessVariable[] {
  const whole = (given as readonly unknown[]).map((one) =>
    typeof one === 'string' ? { variable: one } : one,
  );
  checks.get(operation)?.({ variables: whole });
  return (whole as readonly HeadlessVariable[]).map((one, index) =>
    typed(one, `variables.${index}`),
  );
}

const types: Readonly<Record<string, string>> = {
  number: 'int',
  boolean: 'boolean',
  string: 'string',
};
const synonyms: Readonly<Record<string, string>> = { integer: 'int', bool: 'boolean' };

function typed(one: HeadlessVariable, place: string): HeadlessVariable {
  const values = one.values?.map((value, index) => typed(value, `${place}.values.${index}`));
  if (one.value === undefined) return { ...one, ...(values && { values }) };
  const actual = types[typeof one.value] ?? 'string';
  const said = one.type === undefined ? actual : (synonyms[one.type] ?? one.type);
  if (said === actual) return { ...one, type: said };
  throw Fault.field(`${place}.value`, `Expected ${said}.`);
}
