import { test } from 'tap';
import { bothStores } from '../../store/stores.ts';
import { addPlace, day, insertRows, retentionOn } from './fixture.ts';

for (const store of await bothStores())
  test(`${store.engine}: log and audit have what is deleted, at first immediately and then once an hour`, async (t) => {
    const place = await addPlace(store);
    const { run, close, clock, lines, audited } = retentionOn(store);
    const add = (count: number) => {
      const at = clock.now().getTime() - 8 * day;
      return store.write([insertRows(store, 'aaa_decision', { place, at, count })]);
    };
    const reported = () =>
      audited.splice(0).map(({ path, object, fields }) => [path, object, fields[0]]);
    const limit = `older than ${new Date(clock.now().getTime() - 7 * day).toISOString()}`;
    await add(250);
    await run();
    t.same(audited[0]?.fields, ['250 rows', limit]);
    t.match(lines.join(''), `"table":"aaa_decision","rows":250,"limit":"${limit}"`);
    t.same(reported(), [['retention', 'aaa_decision', '250 rows']]);
    await add(3);
    await run();
    t.same(reported(), [], 'within the hour');
    await clock.advance(3_600_000);
    await add(4);
    await run();
    t.same(reported(), [['retention', 'aaa_decision', '7 rows']]);
    await add(5);
    await run();
    close();
    t.same(reported(), [['retention', 'aaa_decision', '5 rows']], 'at the end');
  });
