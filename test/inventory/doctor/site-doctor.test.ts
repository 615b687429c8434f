import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'tap';
import { examineRadius } from '../../../src/inventory/doctor/access-steps.ts';
import type { Examination } from '../../../src/inventory/doctor/examination.ts';
import { HttpClient } from '../../http-client.ts';
import { startInProcess, type Row } from '../../in-process.ts';
import { ManualClock } from '../../manual-clock.ts';

test('a site doctor counts the logins of its organization at a client of one above', async (t) => {
  const site = await startInProcess({ clock: new ManualClock() });
  t.teardown(() => site.stop());
  const { gateway, http } = site.running;
  const token = readFileSync(join(site.folder, 'data', 'admin-token'), 'utf8').trim();
  const client = new HttpClient(http.port);
  const make = async (path: string, fields: Row) => {
    const body = JSON.stringify(fields);
    const { text } = await client.ask('POST', `/gate/api/v1/${path}/`, { token, body });
    return Number((JSON.parse(text) as Row)['id']);
  };
  const child = await make('organization', { name: 'north', parent: 1 });
  const nas = await make('aaa_client', {
    name: 'shared',
    address: '10.0.0.0/8',
    secret: 'a long shared secret',
  });
  const now = gateway.now().getTime();
  const { db } = gateway.store;
  await gateway.store.write([
    db.updateTable('aaa_client').set({ last_seen: now }).where('id', '=', nas).compile(),
    db
      .insertInto('aaa_decision')
      .values({
        organization: 1,
        datetime: now,
        client: nas,
        client_name: 'shared',
        method: 'PAP',
        outcome: 'reject',
        reason: 'of another organization',
        checks: '[]',
        counters: '[]',
        attributes: '[]',
        ms: 1,
      })
      .compile(),
  ]);
  const examine = (organization: number) =>
    examineRadius({ gateway, device: { ip_address: '10.1.1.1', organization } } as Examination);
  t.match(await examine(1), { state: 'warning', evidence: { rejects: 1 } });
  t.match(await examine(child), { state: 'ok', evidence: { rejects: 0, last_reason: '' } });
});
