import { test } from 'tap';
import { Progress } from '../../../src/runtime/command/progress.ts';

/** Returns an output that keeps what is written. */
function createOutput(isTTY: boolean) {
  const written: string[] = [];
  return { isTTY, written, write: (text: string) => written.push(text) };
}

test('progress is a bar on a terminal, and lines elsewhere', (t) => {
  const terminal = createOutput(true);
  const bar = new Progress('tables', 0, terminal);
  bar.show(1, 4);
  bar.show(2, 4, 'user copied');
  bar.end();
  t.same(terminal.written, [
    '\r[######                  ] tables: 1 of 4\u001b[K',
    '\r[############            ] tables: 2 of 4, user copied\u001b[K',
    '\n',
  ]);
  const pipe = createOutput(false);
  const lines = new Progress('tables', 0, pipe);
  for (const done of [1, 1, 2, 3]) lines.show(done, 4);
  lines.end();
  t.same(pipe.written, ['tables: 1 of 4\n'], 'no more than one in five seconds');
  t.end();
});

test('work that is done soon has no progress', (t) => {
  const output = createOutput(true);
  const progress = new Progress('backup', 60_000, output);
  progress.show(1, 3);
  progress.end();
  t.same(output.written, []);
  t.end();
});
