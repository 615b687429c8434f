import { createRequire } from 'node:module';
import type * as cel from '@marcbachmann/cel-js';

/** Types of the value that an expression may get. */
export type ExpressionValueType = 'double' | 'string' | 'bool';

/** Names that an expression may use. */
export interface ExpressionInputs {
  readonly value: number | string | boolean;
  readonly parameter_name: string;
  readonly variable_name: string;
}

/** @returns the number, or an error message. Never throws. */
export type Expression = (inputs: ExpressionInputs) => number | string;

/** An expression has no more nodes and levels than a line that is read by people. */
const limits = { maxAstNodes: 300, maxDepth: 32, maxListElements: 64, maxCallArguments: 4 };

/**
 * The permitted operators and functions: each takes time in proportion to its operands and returns a result no longer than them.
 * Left out are the loops (`map`, `filter`, `all`, `exists`), `matches`, whose regular expressions may take any time, and
 * `join` and `cel.bind`, which multiply texts.
 */
const operators = new Set(
  ['value', 'id', 'list', '?:', '&&', '||', '!_', '-_', 'in']
    .concat(['==', '!=', '<', '<=', '>', '>='])
    .concat(['+', '-', '*', '/', '%']),
);
const functions = new Set(
  ['double', 'int', 'string', 'bool', 'size']
    .concat(['startsWith', 'endsWith', 'contains', 'indexOf', 'lastIndexOf'])
    .concat(['substring', 'trim', 'lowerAscii', 'upperAscii']),
);

/**
 * Parses an expression of the Common Expression Language and checks its types.
 *
 * @returns a text if it cannot be used: why
 */
export function compileExpression(text: string, type: ExpressionValueType): Expression | string {
  try {
    const parsed = environment(type).parse(text);
    const forbidden = findForbidden(parsed.ast);
    if (forbidden !== null) return `${forbidden} is not available in an expression`;
    const { error, type: result = '' } = parsed.check();
    if (error !== undefined) return reasonOf(error);
    if (!['double', 'int', 'dyn'].includes(result))
      return `its result is of type ${result}, not a number`;
    return (inputs) => evaluate(parsed, inputs);
  } catch (error) {
    return reasonOf(error);
  }
}

function evaluate(parsed: cel.ParseResult, inputs: ExpressionInputs): number | string {
  try {
    const result: unknown = parsed({ ...inputs });
    const number = typeof result === 'bigint' ? Number(result) : result;
    return typeof number === 'number' && Number.isFinite(number)
      ? number
      : `its result is ${String(result)}, not a number`;
  } catch (error) {
    return reasonOf(error);
  }
}

/** Returns the reason of an error, without the lines that show its place. */
function reasonOf(error: unknown): string {
  const [reason = ''] = String(error instanceof Error ? error.message : error).split('\n');
  return reason;
}

/** Returns the first operator or function that is not permitted; null: all are permitted. */
function findForbidden(node: unknown): string | null {
  if (!isNode(node)) return null;
  const { op, args } = node;
  const operands: readonly unknown[] = Array.isArray(args) ? args : [args];
  if (op === 'value') return null;
  const [name] = operands;
  if (op === 'call' || op === 'rcall') {
    if (typeof name !== 'string' || !functions.has(name)) return `function ${String(name)}`;
  } else if (!operators.has(op)) return `operator ${op}`;
  // The operands of a call are in a list of their own.
  return (
    operands
      .flat()
      .map(findForbidden)
      .find((found) => found !== null) ?? null
  );
}

function isNode(node: unknown): node is { readonly op: string; readonly args: unknown } {
  return typeof node === 'object' && node !== null && 'op' in node && 'args' in node;
}

const environments = new Map<ExpressionValueType, cel.Environment>();

/** Returns the names and types of expressions. The library is loaded for the first expression: few sites have one. */
function environment(type: ExpressionValueType): cel.Environment {
  const known = environments.get(type);
  if (known !== undefined) return known;
  const library: unknown = createRequire(import.meta.url)('@marcbachmann/cel-js');
  if (!isCel(library)) throw new Error('the library of expressions has no Environment');
  const { Environment } = library;
  const created = new Environment({ limits })
    .registerVariable('value', type)
    .registerVariable('parameter_name', 'string')
    .registerVariable('variable_name', 'string');
  // The language itself knows no `value * 8`, only `value * 8.0`.
  for (const [operator, compute] of Object.entries(arithmetic)) {
    const mixed = (a: number | bigint, b: number | bigint) => compute(Number(a), Number(b));
    created.registerOperator(`double ${operator} int: double`, mixed);
    created.registerOperator(`int ${operator} double: double`, mixed);
  }
  created.registerOperator('double == int', (a: number, b: bigint) => a === Number(b));
  environments.set(type, created);
  return created;
}

function isCel(module: unknown): module is typeof cel {
  return typeof module === 'object' && module !== null && 'Environment' in module;
}

const arithmetic = {
  '+': (a: number, b: number) => a + b,
  '-': (a: number, b: number) => a - b,
  '*': (a: number, b: number) => a * b,
  '/': (a: number, b: number) => a / b,
} as const;
