import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Registry } from 'prom-client';
import type { AlertKind } from '../../../src/notify/alert/alert-kind.ts';
import { alertKinds } from '../../../src/notify/alert/alert-kinds.ts';
import { AlertRules } from '../../../src/notify/alert/alert-rules.ts';
import { AlertTask } from '../../../src/notify/alert/alert-task.ts';
import { DeliveryTask } from '../../../src/notify/delivery/delivery-task.ts';
import { createResultWatch } from '../../../src/notify/alert/metric-conditions.ts';
import { loadConfig } from '../../../src/config/load-config.ts';
import { updateDeviceStatus } from '../../../src/inventory/device/device-status.ts';
import { findDeviceById } from '../../../src/inventory/device/find-device.ts';
import { startGateway } from '../../../src/start/main.ts';
import { copyBlankStore } from '../../blank-store.ts';
import { HttpClient } from '../../http-client.ts';
import { ManualClock } from '../../manual-clock.ts';

type Json = Record<string, unknown>;

/**
 * Starts a gateway with a clock that stands still, and evaluates its alerts by hand.
 *
 * @param kinds  the kinds of alert rules that are evaluated; the gateway's own task knows the shipped ones
 */
export async function startAlertSite(
  more: Readonly<Record<string, string>> = {},
  kinds: Readonly<Record<string, AlertKind>> = alertKinds,
) {
  const folder = mkdtempSync(join(tmpdir(), 'gatehouse-alert-'));
  const file = join(folder, 'gatehouse.yaml');
  writeFileSync(file, '');
  const clock = new ManualClock(new Date('2026-03-01T12:00:00Z'));
  const config = loadConfig(file, {
    GATEHOUSE_DATA_DIR: join(folder, 'data'),
    GATEHOUSE_HTTP_HOST: '127.0.0.1',
    GATEHOUSE_HTTP_PORT: '0',
    GATEHOUSE_RADIUS_HOST: '127.0.0.1',
    GATEHOUSE_RADIUS_AUTH_PORT: '0',
    GATEHOUSE_RADIUS_ACCT_PORT: '0',
    GATEHOUSE_LOG_LEVEL: 'silent',
    GATEHOUSE_POLLING_ENABLED: 'false',
    GATEHOUSE_ALERTS_GROUP_SECONDS: '0',
    ...more,
  });
  copyBlankStore(config.database.url, config.data_dir, 'types');
  const running = await startGateway(config, { clock });
  const { store } = running.gateway;
  const client = new HttpClient(running.http.port);
  const token = readFileSync(join(folder, 'data', 'admin-token'), 'utf8').trim();
  const rules = new AlertRules(store, kinds);
  const gateway = { ...running.gateway, metrics: new Registry() };
  const results = createResultWatch(gateway, rules);
  const task = new AlertTask(gateway, rules, '5e0f7a1c-one');
  const deliveries = new DeliveryTask(gateway);

  const request = async (method: string, path: string, content?: object) => {
    const reply = await client.ask(method, `/control/api/v1${path}`, {
      token,
      body: content && JSON.stringify(content),
    });
    return {
      status: reply.status,
      body: (reply.text === '' ? {} : JSON.parse(reply.text)) as Json,
    };
  };
  const ask = async (method: string, path: string, content?: object) =>
    (await request(method, path, content)).body;
  const gate = async (method: string, path: string, content?: object) => {
    const body = content && JSON.stringify(content);
    const reply = await client.ask(method, `/gate/api/v1${path}`, { token, body });
    return JSON.parse(reply.text) as Json;
  };
  const list = async (path: string) => (await ask('GET', path))['results'] as Json[];
  const create = async (path: string, content: object) => {
    const { status, body } = await request('POST', path, content);
    if (status !== 201) throw new Error(JSON.stringify(body));
    return body;
  };

  return {
    running,
    clock,
    gateway,
    task,
    ask,
    request,
    gate,
    list,
    create,
    token,
    folder,
    /** Sends what is due, after some seconds. */
    async deliverAfter(seconds: number) {
      clock.setDate(new Date(clock.now().getTime() + seconds * 1000));
      return deliveries.run();
    },
    /** Moves the date, and no timer, by some seconds; then evaluates. */
    async evaluateAfter(seconds: number) {
      clock.setDate(new Date(clock.now().getTime() + seconds * 1000));
      await task.run();
    },
    /** Lets time pass by both clocks, and evaluates as often as the task does. */
    async pass(seconds: number) {
      for (let past = 0; past < seconds; past += 20) {
        await clock.advance(20_000);
        await task.run();
      }
    },
    addDevice: async (name: string, fields: object = {}) =>
      Number(
        (
          await create('/inventory_device/', {
            name,
            type: 'linux',
            ip_address: '127.0.0.1',
            ...fields,
          })
        )['id'],
      ),
    /** Returns the task of another gateway on the store, on a machine of the same name. */
    neighbour: (metrics: Registry, itsRules = rules) =>
      new AlertTask({ ...gateway, metrics }, itsRules, '90c1d2e3-two'),
    /** Records that a device answers, or does not, as its poll does. */
    async report(id: number, isUp: boolean, reason = 'timeout: no answer') {
      const device = await findDeviceById(gateway.store, id);
      await store.write(
        updateDeviceStatus(
          gateway,
          device,
          isUp ? { isUp } : { isUp, reason, isSilent: reason.startsWith('timeout:') },
        ),
      );
    },
    /** Records a result of a metric, as a poll does. */
    async measure(id: number, value: number, variable = 'sta') {
      const device = await findDeviceById(gateway.store, id);
      await store.write(results.conditionsOf(device, [{ metric: 'clients', variable, value }]));
    },
    async stop() {
      await running.stop();
      rmSync(folder, { recursive: true });
    },
  };
}
