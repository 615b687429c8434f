import { Type, type TObject, type TSchema } from 'typebox';
import { createValidator } from '../http/request-validation.ts';
import { endpoint, type Endpoint } from '../http/endpoint.ts';
import {
  diagnosticCodes,
  diagnosticSchemas,
  diagnosticSource,
  type DiagnosticCode,
} from '../inventory/diagnostic/diagnostic-schemas.ts';
import { scheduleDiagnostic } from '../inventory/diagnostic/diagnostic.ts';
import { transaction } from '../inventory/device/transaction.ts';
import { deviceKeySchema, findParentDeviceInBody, type Addressing } from './addressing.ts';
import { awaitTransaction, listTransactionsEndpoint, waitQuery } from './transactions.ts';

const closed = { additionalProperties: false };
const operation = Type.Enum([...diagnosticCodes]);

/** POST and GET …_diags/: schedules a diagnostic of one device, and shows those that were scheduled. */
export const deviceDiagsEndpoints = (by: Addressing): Endpoint[] => [
  listTransactionsEndpoint(`${by.path}_diags`, 'diagnostic', 'List diagnostics'),
  scheduling(by),
];

function scheduling(by: Addressing): Endpoint {
  const device = { [by.parent]: deviceKeySchema(by) };
  const checks = checksOf(device);
  return endpoint({
    ...{
      method: 'POST',
      path: `/${by.path}_diags/`,
      summary: 'Schedule a diagnostic',
      query: waitQuery,
    },
    body: Type.Object(
      { ...device, operation, source: Type.Optional(diagnosticSource), ...everyKey() },
      closed,
    ),
    reply: transaction.schema,
    async handle(call) {
      const { gateway, caller } = call;
      const body: Readonly<Record<string, unknown>> = call.body;
      const code = diagnosticCodes.find((known) => known === body.operation) ?? 'ping';
      checks[code](body);
      const device = await findParentDeviceInBody(body[by.parent], by, call);
      const parameters = without(body, [by.parent, 'operation']);
      const id = await scheduleDiagnostic(gateway, device, {
        operation: code,
        parameters,
        user: caller.user,
      });
      return awaitTransaction(call, id, call.query.wait);
    },
  });
}

/** What a kind does not know, or lacks, is said as for any other body; its defaults are filled in. */
function checksOf(
  device: Readonly<Record<string, TSchema>>,
): Readonly<Record<DiagnosticCode, (body: unknown) => void>> {
  const check = (kind: TObject) =>
    createValidator(
      Type.Object(
        { ...device, operation, source: Type.Optional(diagnosticSource), ...kind.properties },
        closed,
      ),
      'body',
    );
  return Object.fromEntries(
    diagnosticCodes.map((code) => [code, check(diagnosticSchemas[code])]),
  ) as Record<DiagnosticCode, (body: unknown) => void>;
}

/** The keys of all kinds, for the document; which of them a kind takes, and what they default to, its own check says. */
function everyKey(): Record<string, TSchema> {
  const kinds = Object.values(diagnosticSchemas) as readonly TObject[];
  return Object.fromEntries(
    kinds.flatMap(({ properties }) =>
      Object.entries(properties).map(([key, of]) => [key, withoutDefault(of)]),
    ),
  );
}

function withoutDefault(schema: TSchema): TSchema {
  return Type.Optional(Type.Unsafe(without({ ...schema }, ['default'])));
}

function without(
  fields: Readonly<Record<string, unknown>>,
  names: readonly string[],
): Record<string, unknown> {
  return Object.fromEntries(Object.entries(fields).filter(([name]) => !names.includes(name)));
}
