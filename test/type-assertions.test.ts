import { test } from 'tap';
import ts from 'typescript';
import { sourceFiles, visitNodes, type SourceFile } from './source-files.ts';

/** Assertions that src, adapters and web may have outside of src/store, where rows of SQL get their types. */
const maxAssertions = 15;

interface Assertion {
  /** `src/contract/fields.ts: Object.keys(table) as K[]` */
  readonly place: string;
  readonly hasReason: boolean;
}

/** Lists the type assertions of a file; `as const` asserts nothing. */
function assertionsOf(file: SourceFile): readonly Assertion[] {
  const found: Assertion[] = [];
  visitNodes(file, (node) => {
    const isAssertion = ts.isAsExpression(node) || ts.isTypeAssertionExpression(node);
    if (!isAssertion || ts.isConstTypeReference(node.type)) return;
    found.push({ place: `${file.path}: ${node.getText()}`, hasReason: hasComment(node, file) });
  });
  return found;
}

/** True if a statement around a node, up to its function, follows a comment. */
function hasComment(node: ts.Node, { text }: SourceFile): boolean {
  for (let at = node; !ts.isSourceFile(at); at = at.parent) {
    if (isDocumented(at) && ts.getLeadingCommentRanges(text, at.getFullStart())) return true;
    if (ts.isFunctionDeclaration(at)) return false;
  }
  return false;
}

function isDocumented(node: ts.Node): boolean {
  return ts.isStatement(node) || ts.isFunctionDeclaration(node);
}

test(`src, adapters and web have at most ${maxAssertions} type assertions outside of the store`, (t) => {
  const files = sourceFiles('src', 'adapters', 'web');
  const outside = files.filter(({ path }) => !path.startsWith('src/store/'));
  const places = outside.flatMap(assertionsOf).map(({ place }) => place);
  t.ok(places.length <= maxAssertions, `${places.length}:\n${places.join('\n')}`);
  t.ok(files.length - outside.length > 20, 'the store is there');
  t.end();
});

test('every type assertion has its reason in a comment', (t) => {
  const unexplained = sourceFiles('src', 'adapters', 'web')
    .flatMap(assertionsOf)
    .filter(({ hasReason }) => !hasReason);
  t.same(
    unexplained.map(({ place }) => place),
    [],
  );
  t.end();
});

test('the count finds an assertion in either form, and misses a comment that is not there', (t) => {
  const path = 'src/x.ts';
  const assertions = (text: string) => assertionsOf({ path, text });
  t.same(assertions('const a = b as string;'), [
    { place: 'src/x.ts: b as string', hasReason: false },
  ]);
  t.equal(assertions('const a = <string>b;').length, 1);
  t.equal(assertions('const a = b as unknown as string;').length, 2);
  t.equal(assertions('// The library says any.\nconst a = b as string;')[0]?.hasReason, true);
  t.same(assertions('const a = [1] as const;'), []);
  t.same(assertions('const a = { b: 1 } satisfies object;'), []);
  t.end();
});
