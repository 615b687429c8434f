import { Type, type TSchema } from 'typebox';
import { Fault } from '../../contract/errors.ts';
import { createValidator } from '../../http/request-validation.ts';
import { endpoint, type Endpoint } from '../../http/endpoint.ts';
import {
  previewHeadlessOperation,
  scheduleHeadlessOperation,
} from '../operation/headless-operation.ts';
import {
  headlessOperationCodes,
  type HeadlessOperationCode,
  type HeadlessVariable,
} from '../operation/headless-operations.ts';
import type { Gateway } from '../../gateway/gateway.ts';
import type { StoredDevice } from '../device/find-device.ts';
import { transaction } from '../transaction/transaction.ts';
import { dryRunQuery, previewField } from './dry-run.ts';
import { deviceListSchema, type Addressing } from './addressing.ts';
import {
  awaitTransactions,
  findListedDevices,
  listTransactionsEndpoint,
  repetitionFields,
  scheduleFields,
  waitQuery,
} from './transactions.ts';

const closed = { additionalProperties: false };
export const maxVariables = 200;

/** POST and GET …_headless_operation/: schedules an operation on one or several devices, and lists them. */
export const deviceHeadlessOperationEndpoints = (by: Addressing): Endpoint[] => [
  listTransactionsEndpoint(`${by.path}_headless_operation`, 'headless', 'List headless operations'),
  scheduling(by),
];

function scheduling(by: Addressing): Endpoint {
  return endpoint({
    method: 'POST',
    path: `/${by.path}_headless_operation/`,
    summary: 'Schedule a headless operation',
    query: Type.Object({ ...waitQuery.properties, ...dryRunQuery.properties }, closed),
    body: bodyOf(by),
    reply: Type.Unsafe({
      oneOf: [transaction.schema, Type.Array(transaction.schema), dryRunSchema],
      description:
        'one transaction; for a list of devices, a transaction for each; with `dry_run` the commands that would be sent',
    }),
    async handle(call) {
      const { gateway, caller, query } = call;
      const body: Readonly<Record<string, unknown>> = call.body;
      const operation = headlessOperationCodes.find((code) => code === body.operation) ?? 'get';
      const variables = variablesOf(operation, body.variables);
      const devices = await findListedDevices(by, call);
      if (query.dry_run === true) return previewOf(call, { devices, operation, variables });
      const ids = await scheduleHeadlessOperation(gateway, devices, {
        operation,
        variables,
        user: caller.user,
      });
      return awaitTransactions(by, call, ids);
    },
  });
}

const marked = { 'x-extension': true };

/** Reply of a request with `dry_run`. */
const dryRunSchema = Type.Object(
  {
    dry_run: Type.Literal(true, marked),
    devices: Type.Array(
      Type.Object(
        {
          parent: Type.Object(
            { id: Type.Integer(marked), name: Type.String(marked) },
            { ...closed, ...marked },
          ),
          variables: Type.Array(
            Type.Object({ variable: Type.String(marked), command: previewField }, closed),
            marked,
          ),
        },
        closed,
      ),
      marked,
    ),
  },
  { ...closed, ...marked },
);

interface Previewed {
  readonly devices: readonly { readonly device: StoredDevice }[];
  readonly operation: HeadlessOperationCode;
  readonly variables: readonly HeadlessVariable[];
}

async function previewOf(
  { gateway }: { readonly gateway: Gateway },
  { devices, operation, variables }: Previewed,
) {
  const previews = await previewHeadlessOperation(
    gateway,
    devices.map(({ device }) => device),
    { operation, variables },
  );
  return {
    dry_run: true,
    devices: previews.map(({ device: { id, name }, commands }) => ({
      parent: { id, name },
      variables: variables.map(({ variable }, at) => ({ variable, command: commands[at] ?? null })),
    })),
  };
}

function bodyOf(by: Addressing) {
  const variable = Type.Unsafe({
    type: ['object', 'string'],
    properties: { ...valuedVariable.properties, values: valuesOfInstance },
    ...closed,
    description: 'a variable and, for `set`, its value; or its name alone',
  });
  const variables = Type.Array(variable, { minItems: 1, maxItems: maxVariables });
  return Type.Object(
    {
      [by.parent]: deviceListSchema(by),
      operation: Type.Enum([...headlessOperationCodes]),
      variables,
      ...scheduleFields,
      ...repetitionFields,
    },
    closed,
  );
}

const path = (pattern: string, description: string) =>
  Type.String({ minLength: 1, maxLength: 255, pattern, description });
const anywhere = path('^\\S+$', 'the name of a variable, without spaces');
/** A variable with its value, of a `set`. */
export const valuedVariable = Type.Object(
  {
    variable: anywhere,
    value: Type.Unsafe<unknown>({ type: ['string', 'integer', 'boolean'] }),
    type: Type.Optional(Type.Enum(['int', 'integer', 'boolean', 'bool', 'string'])),
  },
  closed,
);

const valuesOfInstance = Type.Array(valuedVariable, {
  maxItems: maxVariables,
  description: '`add.obj`: the values of the new instance',
});

/** Schemas of one variable, by operation. */
const variableSchemas: Readonly<Record<HeadlessOperationCode, TSchema>> = {
  get: Type.Object({ variable: anywhere }, closed),
  set: valuedVariable,
  'add.obj': Type.Object(
    {
      variable: path('^\\S+\\.$', 'the path of an object, with a dot at its end'),
      values: Type.Optional(valuesOfInstance),
    },
    closed,
  ),
  'del.obj': Type.Object(
    {
      variable: path(
        '^[^\\s[]+\\.(\\d+|\\[.+\\])\\.$',
        'the path of an instance, such as Device.X.3. or Device.X.[name].',
      ),
    },
    closed,
  ),
};

const checks = new Map(
  headlessOperationCodes.map((code) => [
    code,
    createValidator(Type.Object({ variables: Type.Array(variableSchemas[code]) }), 'body'),
  ]),
);

/** The shape that the variables of all operations share. */
const checkShape = createValidator(
  Type.Object({ variables: Type.Array(Type.Unsafe<HeadlessVariable>({ type: 'object' })) }),
  'body',
);

/** Returns the checked variables of a body. @throws Fault `invalid` naming a variable that the operation does not accept */
export function variablesOf(
  operation: HeadlessOperationCode,
  given: unknown,
): readonly HeadlessVariable[] {
  const listed: readonly unknown[] = Array.isArray(given) ? given : [];
  const variables = listed.map((entry) =>
    typeof entry === 'string' ? { variable: entry } : entry,
  );
  checks.get(operation)?.({ variables });
  return checkShape({ variables }).variables.map((variable, index) =>
    withType(variable, `variables.${index}`),
  );
}

const types: Readonly<Record<string, string>> = {
  number: 'int',
  boolean: 'boolean',
  string: 'string',
};
const synonyms: Readonly<Record<string, string>> = { integer: 'int', bool: 'boolean' };

/** Adds the type of its value to a variable. @throws Fault `invalid` if the declared type differs */
function withType(variable: HeadlessVariable, path: string): HeadlessVariable {
  const { value, type } = variable;
  const values = variable.values?.map((inner, index) => withType(inner, `${path}.values.${index}`));
  if (value === undefined) return { ...variable, ...(values && { values }) };
  const actual = types[typeof value] ?? 'string';
  const declared = type === undefined ? actual : (synonyms[type] ?? type);
  if (declared === actual) return { ...variable, type: declared };
  throw Fault.field(`${path}.value`, `Expected ${declared}.`);
}
