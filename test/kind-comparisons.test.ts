import { test } from 'tap';
import ts from 'typescript';
import { keysOf } from '../src/contract/fields.ts';
import { publishedOperations } from '../src/device-type/device-type.ts';
import { diagnosticCodes } from '../src/inventory/diagnostic/diagnostic-schemas.ts';
import { headlessOperationCodes } from '../src/inventory/operation/headless-operations.ts';
import { transactionKinds } from '../src/inventory/transaction/transaction-kinds.ts';
import { alertKinds } from '../src/notify/alert/alert-kinds.ts';
import { sourceFiles, visitNodes, type SourceFile } from './source-files.ts';

/*
 * A closed list is a table with everything that depends on its names. Code that compares a name instead is not found by the
 * compiler when a name is added.
 */

const names: ReadonlySet<string> = new Set([
  ...keysOf(alertKinds),
  ...keysOf(transactionKinds),
  ...diagnosticCodes,
  ...headlessOperationCodes,
  ...publishedOperations,
  'backup',
  'restore',
]);

/** Names of the variables and fields that hold one of the names. */
const holders: ReadonlySet<string> = new Set(['kind', 'operation', 'code']);

const equalities: ReadonlySet<ts.SyntaxKind> = new Set([
  ts.SyntaxKind.EqualsEqualsEqualsToken,
  ts.SyntaxKind.ExclamationEqualsEqualsToken,
  ts.SyntaxKind.EqualsEqualsToken,
  ts.SyntaxKind.ExclamationEqualsToken,
]);

/** Lists the comparisons of a file with a name, as they are written. */
function comparisonsOf(file: SourceFile): readonly string[] {
  const found: string[] = [];
  visitNodes(file, (node) => {
    if (pairsOf(node).some(([holder, name]) => isHolder(holder) && isName(name)))
      found.push(`${file.path}: ${node.getText().split('\n')[0] ?? ''}`);
  });
  return found;
}

/** Returns what a node compares. */
function pairsOf(node: ts.Node): readonly (readonly [ts.Node, ts.Node])[] {
  if (ts.isBinaryExpression(node) && equalities.has(node.operatorToken.kind))
    return [
      [node.left, node.right],
      [node.right, node.left],
    ];
  if (ts.isCaseClause(node)) return [[node.parent.parent.expression, node.expression]];
  if (!ts.isCallExpression(node) || !ts.isPropertyAccessExpression(node.expression)) return [];
  const { expression: list, name } = node.expression;
  const [given] = node.arguments;
  if (name.text !== 'includes' || !ts.isArrayLiteralExpression(list) || !given) return [];
  return list.elements.map((element) => [given, element]);
}

function isHolder(node: ts.Node): boolean {
  if (ts.isIdentifier(node)) return holders.has(node.text);
  if (ts.isPropertyAccessExpression(node)) return holders.has(node.name.text);
  return ts.isElementAccessExpression(node) && isHolderName(node.argumentExpression);
}

function isHolderName(node: ts.Node): boolean {
  return ts.isStringLiteral(node) && holders.has(node.text);
}

function isName(node: ts.Node): boolean {
  return ts.isStringLiteral(node) && names.has(node.text);
}

test('no code compares the name of a kind: what depends on it is in its table', (t) => {
  t.same(sourceFiles('src', 'adapters').flatMap(comparisonsOf), []);
  t.end();
});

test('the check finds a comparison in every form', (t) => {
  const comparisons = (text: string) => comparisonsOf({ path: 'src/x.ts', text }).length;
  for (const text of [
    `const a = rule.kind === 'device_down';`,
    `if (kind !== 'diagnostic') run();`,
    `const a = 'set' === work.operation;`,
    `const a = row['kind'] == 'doctor';`,
    `switch (operation) { case 'dns_lookup': run(); }`,
    `const a = ['get', 'set'].includes(operation);`,
    `const a = work?.operation === 'restore';`,
  ])
    t.equal(comparisons(text), 1, text);
  for (const text of [
    `const a = fault.kind === 'conflict';`,
    `const a = field === 'operation';`,
    `const a = { kind: 'diagnostic' };`,
    `const a = operation === asked;`,
  ])
    t.equal(comparisons(text), 0, text);
  t.end();
});
