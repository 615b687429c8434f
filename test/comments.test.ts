import { test } from 'tap';
import ts from 'typescript';
import { sourceFiles, visitNodes, type SourceFile } from './source-files.ts';

/* A literal is written out, not packed by spread. */

/** Lists where a file spreads a literal into a literal: `{ ...{ a: 1, b: 2 }, c: 3 }`, `[...[1, 2], 3]`. */
function packedLiterals(file: SourceFile): readonly string[] {
  const found: string[] = [];
  visitNodes(file, (node) => {
    const isPacked =
      (ts.isSpreadAssignment(node) && ts.isObjectLiteralExpression(node.expression)) ||
      (ts.isSpreadElement(node) && ts.isArrayLiteralExpression(node.expression));
    if (isPacked) found.push(`${file.path}: ${node.getText().slice(0, 60)}`);
  });
  return found;
}

test('no literal is packed by spread', (t) => {
  const files = sourceFiles('src', 'adapters', 'tools', 'test', 'bench', 'web');
  t.same(files.flatMap(packedLiterals), []);
  t.end();
});

test('packed literals are recognized', (t) => {
  t.same(packedLiterals({ path: 'src/x.ts', text: 'const x = { ...{ a: 1, b: 2 }, c: 3 };' }), [
    'src/x.ts: ...{ a: 1, b: 2 }',
  ]);
  t.same(packedLiterals({ path: 'src/x.ts', text: 'const x = [...[1, 2], 3];' }), [
    'src/x.ts: ...[1, 2]',
  ]);
  const unpacked = 'const x = { ...y, ...(z ? { a } : {}) }; f(...[1, 2].map(g));';
  t.same(packedLiterals({ path: 'src/x.ts', text: unpacked }), []);
  t.end();
});
