import type { TSchema } from 'typebox';
import { Fault } from '../../contract/errors.ts';
import { diagnosticSchemas, type DiagnosticCode } from './diagnostic-schemas.ts';
import type { Parameters } from './gateway-refusals.ts';

/** The keys of a diagnostic, split into shown and secret keys. */
export interface SplitKeys {
  readonly parameters: Parameters;
  /** Absent without secret keys. */
  readonly secretParameters?: Parameters;
}

/**
 * Parts the secrets of a diagnostic from what its transaction shows.
 *
 * @param isRepeated  true for a series, which would have to keep them
 * @throws Fault `invalid` for a series with secrets
 */
export function splitSecretKeys(
  operation: DiagnosticCode,
  parameters: Parameters,
  isRepeated: boolean,
): SplitKeys {
  const secret = secretKeysOf(operation);
  if (secret.size === 0) return { parameters };
  if (isRepeated)
    throw Fault.field('every', `${operation} has secrets, which are deleted after one run.`);
  const entries = Object.entries(parameters);
  return {
    parameters: Object.fromEntries(entries.filter(([key]) => !secret.has(key))),
    secretParameters: Object.fromEntries(entries.filter(([key]) => secret.has(key))),
  };
}

function secretKeysOf(operation: DiagnosticCode): ReadonlySet<string> {
  const properties: Readonly<Record<string, TSchema>> = diagnosticSchemas[operation].properties;
  const keys = Object.entries(properties);
  return new Set(
    keys.flatMap(([key, schema]) =>
      'writeOnly' in schema && schema.writeOnly === true ? [key] : [],
    ),
  );
}
