import { Registry } from 'prom-client';
import tap, { test } from 'tap';
import { asFault } from '../../../src/contract/errors.ts';
import type { AlertKind } from '../../../src/notify/alert/alert-kind.ts';
import { alertKinds } from '../../../src/notify/alert/alert-kinds.ts';
import { validateAlertRule } from '../../../src/notify/alert/alert-rule.ts';
import { AlertRules } from '../../../src/notify/alert/alert-rules.ts';
import {
  conditionKey,
  keepConditions,
  readConditionKeys,
} from '../../../src/notify/alert/metric-conditions.ts';
import { startAlertSite } from './fixture.ts';

/*
 * The recipe "an alert kind" of CONTRIBUTING, followed for webhooks that are switched off: step 1 is the value of the
 * kind, step 2 its line in the table. No other file is edited.
 */

const maxAgeSeconds = 60;

/** Step 1: the kind. */
const webhookOff: AlertKind = {
  description: 'a webhook is switched off',
  fields: {
    metric: 'refused',
    operator: 'refused',
    threshold: 'refused',
    clear_threshold: 'refused',
    labels: 'refused',
    location: 'refused',
    type: 'refused',
    device: 'refused',
    starts_at: 'refused',
    ends_at: 'refused',
    polls: 'refused',
  },
  refusalOfTenants: null,
  suppresses: null,
  alerts: {
    collector: (gateway) => async (rules) => {
      if (rules.length === 0) return [];
      const keys = await readConditionKeys(gateway.store, rules);
      const query = gateway.store.db.selectFrom('webhook').selectAll();
      const hooks = await query.where('is_active', '=', 0).execute();
      return rules.flatMap((rule) =>
        keepConditions(gateway, rule, {
          observations: hooks
            .filter(({ organization }) => organization === rule.organization)
            .map(({ name, organization }) => ({
              device: { id: null, organization },
              subject: name,
              value: null,
              state: 'fulfilled',
            })),
          known: keys.filter((key) => key.startsWith(conditionKey(rule.id, null, ''))),
        }),
      );
    },
    currentState: null,
    expiry: {
      afterMs: () => maxAgeSeconds * 1000,
      message: ({ condition }) => `${condition.subject} is gone`,
    },
    suppression: null,
    message: ({ condition }) => `webhook ${condition.subject} is switched off`,
    endMessage: ({ condition }) => `webhook ${condition.subject} is switched on`,
  },
};

/** Step 2: its line. */
const kinds: Readonly<Record<string, AlertKind>> = { ...alertKinds, webhook_off: webhookOff };

const site = await startAlertSite({}, kinds);
const { store } = site.gateway;
tap.teardown(() => site.stop());

/** Adds the rule as a POST does: the enumeration of kinds follows from the table. */
async function addRule(): Promise<void> {
  const fields = { name: 'hooks', seconds: 60, clear_seconds: 60 };
  await site.create('/alert_rule/', { ...fields, kind: 'device_down' });
  await store.write([{ sql: `update alert_rule set kind = 'webhook_off'`, parameters: [] }]);
}

const alerts = async () =>
  (await site.list('/alert/')).map(({ kind, state, subject, message, flaps }) => ({
    kind,
    state,
    subject,
    message,
    flaps,
  }));

test('a new kind of alert fires, stays while its condition holds, and resolves once', async (t) => {
  const secret = 'a secret of 22 octets!';
  const hook = await site.create('/webhook/', { name: 'pager', url: 'http://127.0.0.1/', secret });
  const path = `/webhook/${String(hook['id'])}/`;
  await addRule();
  await site.pass(120);
  t.same(await alerts(), [], 'the webhook is on');

  await site.ask('PATCH', path, { is_active: false });
  await site.pass(40);
  t.same(await alerts(), [], 'the tolerance of the rule is not over');
  await site.pass(60);
  const firing = {
    kind: 'webhook_off',
    state: 'firing',
    subject: 'pager',
    message: 'webhook pager is switched off',
    flaps: 0,
  };
  t.same(await alerts(), [firing]);
  await site.pass(4 * maxAgeSeconds);
  t.same(await alerts(), [firing], 'it stays for longer than a measurement is valid');

  await site.ask('PATCH', path, { is_active: true });
  await site.pass(120);
  const resolved = { ...firing, state: 'resolved' };
  t.same(await alerts(), [resolved]);
  await site.pass(2 * maxAgeSeconds);
  t.same(await alerts(), [resolved], 'it does not fire again');
  t.match(await site.list('/alert/'), [{ resolved_at: String }]);
  const [{ id } = {}] = await site.list('/alert/');
  const { history } = await site.ask('GET', `/alert/${String(id)}/`);
  t.match(history, [
    { state: 'firing' },
    { state: 'resolved', message: /^webhook pager is switched on after \d+ s$/ },
  ]);
});

test('the fields of a new kind are checked', (t) => {
  const rule = { name: 'hooks', kind: 'webhook_off' };
  const refusal = (body: object, known = kinds) => {
    try {
      return validateAlertRule({ ...rule, ...body }, {}, known);
    } catch (error) {
      return asFault(error)?.fields;
    }
  };
  t.same(refusal({}), rule);
  t.same(refusal({ metric: 'm' }), {
    metric: ['A rule of kind webhook_off does not have this field.'],
  });
  t.same(refusal({}, alertKinds), {
    kind: [`Expected one of ${Object.keys(alertKinds).join(', ')}.`],
  });
  t.end();
});

test('a gateway of an older release leaves conditions of a kind that it does not know', async (t) => {
  await site.ask('PATCH', `/webhook/1/`, { is_active: false });
  await site.pass(100);
  t.match(await site.list('/alert/?state=firing'), [{ kind: 'webhook_off' }]);
  await site.neighbour(new Registry(), new AlertRules(store)).run();
  t.match(await site.list('/alert/?state=firing'), [{ kind: 'webhook_off' }]);
});
