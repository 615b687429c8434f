import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { packageRoot } from '../runtime/package-root.ts';
import { nearestTo } from '../runtime/command/nearest.ts';
import { UsageError } from './usage-error.ts';

/* The operations of both APIs, as the build lists them from their OpenAPI documents. */

/** Kind of a value by its JSON types; `any`: JSON, or else text. */
export type ValueKind =
  'text' | 'integer' | 'number' | 'boolean' | 'date-time' | 'list' | 'object' | 'any';

/** A parameter of the query or a field of a body, which is an option of the command line. */
export interface ApiValue {
  readonly name: string;
  readonly kind: ValueKind;
  /** Kind of each item of a list. */
  readonly items?: ValueKind;
  /** True for a list that may also be one item. */
  readonly isSingleOrList?: true;
  readonly choices?: readonly (string | number)[];
  readonly minimum?: number;
  readonly maximum?: number;
  readonly isSecret?: true;
  readonly isRequired?: true;
  readonly about?: string;
}

export interface ApiOperation {
  readonly api: 'control' | 'gate';
  readonly resource: string;
  readonly action: string;
  readonly method: string;
  /** Path with its parameters in braces. */
  readonly path: string;
  readonly summary: string;
  readonly query: readonly ApiValue[];
  /** Fields of the body; null: no body. */
  readonly body: readonly ApiValue[] | null;
  /** Request headers, such as If-Match. */
  readonly headers: readonly string[];
  readonly isList: boolean;
  /** Fields of a row of the list. */
  readonly columns: readonly string[];
  readonly takesCsv: boolean;
  /** False where the reply is JSON in no case. */
  readonly isJson: boolean;
}

const operationsFile = new URL('dist/gateway/api-operations.json', packageRoot);

/** Reads the operations that the build has listed. */
export function readOperations(): readonly ApiOperation[] {
  const text = readFileSync(operationsFile, 'utf8');
  try {
    // Written by the build from the same type.
    return JSON.parse(text) as readonly ApiOperation[];
  } catch (cause) {
    const path = fileURLToPath(operationsFile);
    throw Object.assign(new Error(`${path} is damaged`, { cause }), { code: 'damaged', path });
  }
}

/** Returns the command line of an operation, without options. */
export function usageLine(operation: ApiOperation): string {
  const operands = operandsOf(operation).map((name) => name.toUpperCase());
  return ['gatehouse api', operation.resource, operation.action, ...operands].join(' ');
}

/** Returns the names of the parameters in a path, in their order. */
export function operandsOf({ path }: Pick<ApiOperation, 'path'>): readonly string[] {
  return [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
}

/** Returns the names of all resources, each once. */
export function resourceNames(operations: readonly ApiOperation[]): readonly string[] {
  return [...new Set(operations.map(({ resource }) => resource))].sort();
}

/**
 * Returns the operations of a resource.
 *
 * @param name  name of the resource; `gate/audit` selects the API if both have the resource
 * @throws UsageError with the nearest name
 */
export function operationsOf(
  operations: readonly ApiOperation[],
  name: string,
): readonly ApiOperation[] {
  const [api, resource] = name.includes('/') ? name.split('/', 2) : [undefined, name];
  const found = operations.filter(
    (operation) => operation.resource === resource && (!api || operation.api === api),
  );
  const [first] = found;
  if (!first)
    throw new UsageError(`unknown resource '${name}'`, nearestTo(name, resourceNames(operations)));
  return found.filter((operation) => operation.api === first.api);
}

/** @throws UsageError with the nearest action */
export function operationOf(of: readonly ApiOperation[], action: string): ApiOperation {
  const found = of.find((operation) => operation.action === action);
  if (found) return found;
  const actions = of.map((operation) => operation.action);
  throw new UsageError(
    `unknown action '${action}' of ${of[0]?.resource ?? ''}; it has ${actions.join(', ')}`,
    nearestTo(action, actions),
  );
}
