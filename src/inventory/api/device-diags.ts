import { Type, type TObject, type TSchema } from 'typebox';
import { keysOf } from '../../contract/fields.ts';
import { createValidator } from '../../http/request-validation.ts';
import { endpoint, type Endpoint } from '../../http/endpoint.ts';
import {
  diagnosticCodes,
  diagnosticSchemas,
  diagnosticSource,
  type DiagnosticCode,
} from '../diagnostic/diagnostic-schemas.ts';
import { scheduleDiagnostics } from '../diagnostic/diagnostic.ts';
import { transaction } from '../transaction/transaction.ts';
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
const common = {
  operation: Type.Enum([...diagnosticCodes]),
  source: Type.Optional(diagnosticSource),
  ...scheduleFields,
  ...repetitionFields,
};

/** POST and GET …_diags/: schedules a diagnostic of one device, and lists diagnostics. */
export const deviceDiagsEndpoints = (by: Addressing): Endpoint[] => [
  listTransactionsEndpoint(`${by.path}_diags`, 'diagnostic', 'List diagnostics'),
  scheduling(by),
];

function scheduling(by: Addressing): Endpoint {
  const device = { [by.parent]: deviceListSchema(by) };
  const checks = validatorsByCode(device);
  return endpoint({
    method: 'POST',
    path: `/${by.path}_diags/`,
    summary: 'Schedule a diagnostic',
    query: waitQuery,
    body: Type.Object({ ...device, ...common, ...allParameters() }, closed),
    reply: Type.Unsafe({
      oneOf: [transaction.schema, Type.Array(transaction.schema)],
      description: 'one transaction; for a list of devices, a transaction for each',
    }),
    async handle(call) {
      const { gateway, caller } = call;
      const body: Readonly<Record<string, unknown>> = call.body;
      const operation = diagnosticCodes.find((known) => known === body.operation) ?? 'ping';
      checks.get(operation)?.(body);
      const devices = await findListedDevices(by, call);
      const parameters = omit(body, [
        by.parent,
        'operation',
        ...keysOf(scheduleFields),
        ...keysOf(repetitionFields),
      ]);
      const ids = await scheduleDiagnostics(gateway, devices, {
        operation,
        parameters,
        user: caller.user,
      });
      return awaitTransactions(by, call, ids);
    },
  });
}

/** Returns a validator for each kind of diagnostic, which fills in the defaults of the kind. */
function validatorsByCode(
  device: Readonly<Record<string, TSchema>>,
): ReadonlyMap<DiagnosticCode, (body: unknown) => void> {
  const check = (kind: TObject) =>
    createValidator(Type.Object({ ...device, ...common, ...kind.properties }, closed), 'body');
  return new Map(diagnosticCodes.map((code) => [code, check(diagnosticSchemas[code])]));
}

/** Returns the parameters of all kinds, for the document; the validator of a kind refuses parameters of other kinds. */
function allParameters(): Record<string, TSchema> {
  const kinds: readonly TObject[] = Object.values(diagnosticSchemas);
  return Object.fromEntries(
    kinds.flatMap(({ properties }) =>
      Object.entries(properties).map(([key, of]) => [key, withoutDefault(of)]),
    ),
  );
}

function withoutDefault(schema: TSchema): TSchema {
  return Type.Optional(Type.Unsafe(omit({ ...schema }, ['default'])));
}

function omit(
  fields: Readonly<Record<string, unknown>>,
  names: readonly string[],
): Record<string, unknown> {
  return Object.fromEntries(Object.entries(fields).filter(([name]) => !names.includes(name)));
}
