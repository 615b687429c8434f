import { test } from 'tap';
import ts from 'typescript';
import { sourceFiles, visitNodes, type SourceFile } from './source-files.ts';

/* A doc comment begins with a verb or a noun phrase; a literal is written out, not packed by spread. */

/** Matches the words that begin a clause or a phrase, but no sentence of a doc comment. */
const fragmentStart = new RegExp(
  `^(?:${[
    'After|All that|And|Absent|As|At|Because|Before|Beside|Between|But|By|Else|Everything that|For|From',
    'Here|How|If|In|Left|No|Nobody|None|Not|Nothing|Null|Of|On|Only|Or|Ours|Otherwise|Over|Since|So',
    'Such|That|There|Those|To|Under|Until|Up|What|When|Where|Whether|Which|Who|Whom|Whose|With|Without',
  ].join('|')})\\b`,
);

/** Returns the text of each doc comment, without its stars. */
function docComments(text: string): readonly string[] {
  return [...text.matchAll(/^[ \t]*\/\*\*\s([\s\S]*?)\*\//gm)].map(([, body = '']) =>
    body.replaceAll(/^\s*\*? ?/gm, '').trim(),
  );
}

const isFragment = (comment: string): boolean =>
  fragmentStart.test(comment) || /^\p{Lowercase}/u.test(comment);

interface Share {
  readonly comments: number;
  readonly fragments: readonly string[];
}

function fragmentsIn(files: readonly SourceFile[]): Share {
  const comments = files.flatMap(({ path, text }) =>
    docComments(text).map((comment) => ({ path, comment })),
  );
  const fragments = comments
    .filter(({ comment }) => isFragment(comment))
    .map(({ path, comment }) => `${path}: ${comment.slice(0, 80)}`);
  return { comments: comments.length, fragments };
}

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

test('fewer than 3 of 100 doc comments begin with a fragment', (t) => {
  const { comments, fragments } = fragmentsIn(sourceFiles('src', 'adapters', 'tools'));
  t.ok(comments > 500, `${comments} doc comments`);
  t.ok(
    fragments.length < comments * 0.03,
    `${fragments.length} of ${comments} begin with a fragment:\n${fragments.join('\n')}`,
  );
  t.end();
});

test('no literal is packed by spread', (t) => {
  const files = sourceFiles('src', 'adapters', 'tools', 'test', 'bench');
  t.same(files.flatMap(packedLiterals), []);
  t.end();
});

test('fragments and packed literals are recognized', (t) => {
  const text = [
    '/** Of what a client can be asked. */',
    '/** Returns the open RadSec connection of a client. */',
    '/**\n * whether it is open\n */',
    '/** `id` of the row. */',
    '/* Of no interest: not a doc comment. */',
    '/** Origin of the request. */',
  ].join('\n');
  t.same(fragmentsIn([{ path: 'src/x.ts', text }]), {
    comments: 5,
    fragments: ['src/x.ts: Of what a client can be asked.', 'src/x.ts: whether it is open'],
  });
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
