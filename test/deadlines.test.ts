import { test } from 'tap';
import ts from 'typescript';
import { sourceFiles, visitNodes, type SourceFile } from './source-files.ts';

/** Signals whose timer has no owner: `runWithin` and `Watchdog.run` hold theirs. */
const unowned: readonly string[] = ['any', 'timeout'];

function faultsOf(file: SourceFile): readonly string[] {
  const faults: string[] = [];
  visitNodes(file, (node) => {
    if (!ts.isPropertyAccessExpression(node) || !unowned.includes(node.name.text)) return;
    if (ts.isIdentifier(node.expression) && node.expression.text === 'AbortSignal')
      faults.push(`${file.path}: AbortSignal.${node.name.text}`);
  });
  return faults;
}

test('every deadline is a timer that its owner holds', (t) => {
  t.same(sourceFiles('src', 'adapters').flatMap(faultsOf), []);
  const text = 'const signal = AbortSignal.any([own, AbortSignal.timeout(10)]);';
  t.same(faultsOf({ path: 'src/x.ts', text }), [
    'src/x.ts: AbortSignal.any',
    'src/x.ts: AbortSignal.timeout',
  ]);
  t.end();
});
