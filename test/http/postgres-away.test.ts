import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import tap, { test } from 'tap';
import { startGateway } from '../../src/start/main.ts';
import { eventually } from '../gateway-process.ts';
import { loopbackConfig } from '../loopback-config.ts';
import { startPostgres } from '../peers/postgres.ts';
import { rows } from './endpoint-rows.ts';

/* Without PostgreSQL every endpoint answers 503 in the form of all errors, and names nothing of the server to strangers. */

const data = mkdtempSync(join(tmpdir(), 'gatehouse-away-'));
const postgres = await startPostgres({ fsync: false, isShared: false });
const running = await startGateway(
  loopbackConfig({
    GATEHOUSE_DATA_DIR: data,
    GATEHOUSE_DATABASE_URL: postgres.url,
    GATEHOUSE_POLLING_ENABLED: 'true',
  }),
);
const token = readFileSync(join(data, 'admin-token'), 'utf8').trim();
tap.teardown(async () => {
  // Releasing its transactions fails.
  await running.stop().catch(() => undefined);
  await postgres.stop();
  rmSync(data, { recursive: true });
});

async function ask(method: string, path: string) {
  const signIn = { username: 'admin', password: 'a long password' };
  const isSignIn = method === 'POST' && path.endsWith('/session/');
  const reply = await fetch(`http://127.0.0.1:${running.http.port}${path}`, {
    method,
    headers: {
      authorization: `Bearer ${token}`,
      ...(isSignIn && { 'content-type': 'application/json' }),
    },
    ...(isSignIn && { body: JSON.stringify(signIn) }),
  });
  return { status: reply.status, text: await reply.text() };
}

test('every endpoint is 503 while PostgreSQL is away', { timeout: 240_000 }, async (t) => {
  const before = await eventually(
    () => ask('GET', '/readyz'),
    ({ status }) => status === 200,
  );
  t.match(before, { status: 200, text: /"store":"ok"/ });
  await postgres.stop();
  for (const { api, row } of rows) {
    const path = `/${api}/api/v1${row.path.replaceAll(/\{\+?\w+\}/g, '1')}`;
    const { status, text } = await ask(row.method, path);
    t.match(
      { status, text },
      { status: 503, text: /^\{"detail":"[^"]+"\}$/ },
      `${row.method} ${path}`,
    );
    t.notMatch(text, /ECONN|127\.0\.0\.1|terminat/, path);
  }
  // The last probe may be a second old.
  const ready = await eventually(
    () => ask('GET', '/readyz'),
    ({ text }) => !text.includes('"store":"ok"'),
  );
  t.match(ready, { status: 503, text: /"store":"PostgreSQL: / });
});
