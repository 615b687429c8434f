import { test } from 'tap';
import { ReloadOnChange } from '../../src/runtime/reload-on-change.ts';

test('loads at the first check and after each change of the version', async (t) => {
  const stored = { version: '1', loads: 0 };
  const reload = new ReloadOnChange({
    readVersion: () => Promise.resolve(stored.version),
    load: () => Promise.resolve(void (stored.loads += 1)),
  });
  await reload.loadIfChanged();
  await reload.loadIfChanged();
  t.equal(stored.loads, 1, 'the same version is not loaded again');
  stored.version = '2';
  await Promise.all([reload.loadIfChanged(), reload.loadIfChanged()]);
  t.equal(stored.loads, 2, 'concurrent checks load once');
  await reload.load();
  t.equal(stored.loads, 3, 'an unconditional reload asks no version');
});

test('a failed load is repeated by the next check', async (t) => {
  let failures = 1;
  let loads = 0;
  const reload = new ReloadOnChange({
    readVersion: () => Promise.resolve('1'),
    load() {
      failures -= 1;
      if (failures >= 0) return Promise.reject(new Error('no connection'));
      loads += 1;
      return Promise.resolve();
    },
  });
  await t.rejects(reload.loadIfChanged(), { message: 'no connection' });
  await reload.loadIfChanged();
  t.equal(loads, 1);
});

test('checks at most once per interval', async (t) => {
  let checks = 0;
  const reload = new ReloadOnChange({
    readVersion: () => Promise.resolve(String((checks += 1))),
    load: () => Promise.resolve(),
    minIntervalMs: 60_000,
  });
  await reload.loadIfDue();
  await reload.loadIfDue();
  t.equal(checks, 1);
});
