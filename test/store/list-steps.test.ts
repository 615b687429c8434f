import { sql } from 'kysely';
import { test } from 'tap';
import { openStore } from '../../src/store/database.ts';
import { migrate } from '../../src/store/migrate.ts';
import { schema } from '../../src/store/migrations/0001-schema.ts';
import { openDatabases } from './former-store.ts';

/* A store of 0.1.0 with hosts of a DNS category, and alerts on their way to a webhook: both got tables of another form. */

const databases = await openDatabases();
const steps = { '0001-schema': schema };
const beforeChange = () => Promise.resolve();
const stamps = { created_at: 1, updated_at: 2 };

const rows = [
  ['organization', { name: 'o', short_name: 'o', created: 1, last_change: 1 }],
  ['dnsfilter_category', { organization: 1, name: 'c', ...stamps }],
  ['dnsfilter_category', { organization: 1, name: 'empty', ...stamps }],
  ['dnsfilter_category_host', { category: 1, host: 'a.example' }],
  ['dnsfilter_category_host', { category: 1, host: 'b.example' }],
  [
    'alert',
    {
      id: 'the-alert',
      organization: 1,
      rule_name: 'r',
      kind: 'device_down',
      severity: 'critical',
      state: 'firing',
      subject: '',
      message: 'ap is down',
      flaps: 0,
      started_at: 1,
      fired_at: 1,
    },
  ],
  [
    'webhook',
    {
      organization: 1,
      name: 'w',
      url: 'http://192.0.2.1/',
      secret: 's',
      min_severity: 'info',
      ...stamps,
    },
  ],
  [
    'alert_delivery',
    {
      organization: 1,
      alert: 'the-alert',
      channel: 'webhook',
      webhook: 1,
      event: 'the-event',
      alert_state: 'firing',
      message: 'ap is down',
      state: 'pending',
      attempts: 3,
      next_try: 9,
      created_at: 1,
    },
  ],
] as const;

for (const engine of ['sqlite', 'postgres'] as const)
  test(`${engine}: hosts of DNS categories and waiting deliveries of a store of 0.1.0 are kept`, async (t) => {
    const { db, url, folder } = await databases.empty(engine);
    await migrate(db, engine, { beforeChange, steps });
    for (const [table, values] of rows) {
      const columns = sql.join(Object.keys(values).map((column) => sql.ref(column)));
      await sql`insert into ${sql.table(table)} (${columns}) values (${sql.join(Object.values(values))})`.execute(
        db,
      );
    }
    const store = await openStore(url, folder);
    t.teardown(() => store.close());
    t.match(await store.db.selectFrom('dnsfilter_category').selectAll().orderBy('id').execute(), [
      { name: 'c', hosts_count: 2, edition: 0, last_edition: 0, updated_at: 2 },
      { name: 'empty', hosts_count: 0 },
    ]);
    t.match(await store.db.selectFrom('dnsfilter_host').selectAll().orderBy('host').execute(), [
      { category: 1, edition: 0, host: 'a.example' },
      { category: 1, edition: 0, host: 'b.example' },
    ]);
    t.match(await store.db.selectFrom('delivery').selectAll().execute(), [
      {
        alert: 'the-alert',
        event: 'the-event',
        attempts: 3,
        next_try: 9,
        events: null,
        batch: null,
      },
    ]);
    t.match(await store.db.selectFrom('webhook').selectAll().execute(), [
      { name: 'w', events: '["alert"]', template: 'gatehouse', event_id: null },
    ]);
  });
