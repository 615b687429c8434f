import { Command } from 'commander';
import { Counter } from 'prom-client';
import { test } from 'tap';
import { Type } from 'typebox';
import type { CommandTools, Module } from '../../src/gateway/module.ts';
import { endpoint } from '../../src/http/endpoint.ts';
import { modules } from '../../src/modules/modules.ts';
import { startInProcess } from '../in-process.ts';
import { ManualClock } from '../manual-clock.ts';

/*
 * The recipe "a whole domain" of CONTRIBUTING, followed: a module and its line in the list. A periodic task, an endpoint, a
 * metric, a route, a readiness check and a command need no line anywhere else.
 */

/** Returns the module, and what its parts have done. */
function tideModule() {
  const done: string[] = [];
  const tides: Module = {
    name: 'tides',
    commands: (program, { print }) => {
      program.command('tide').action(() => {
        print('high');
      });
    },
    endpoints: () => Promise.resolve({ control: { endpoints: [tide], tags: { tide: 'Tides.' } } }),
    service: () =>
      Promise.resolve({
        create: ({ metrics }) => {
          const counter = new Counter({
            name: 'gatehouse_tides_total',
            help: 'Tides',
            registers: [metrics],
          });
          return {
            start: () => ({
              addRoutes: (app) => {
                app.get('/tide', () => 'low');
              },
              checks: [{ name: 'tides', check: () => undefined }],
              tasks: () => [
                {
                  name: 'tides',
                  intervalMs: 60_000,
                  failureMessage: 'no tide',
                  run: () => {
                    counter.inc();
                    return Promise.resolve(undefined);
                  },
                },
              ],
              loadTasks: () => {
                done.push('load');
                return Promise.resolve([]);
              },
              stop: () => Promise.resolve(void done.push('stop')),
              settle: () => Promise.resolve(void done.push('settle')),
              close: () => Promise.resolve(void done.push('close')),
            }),
          };
        },
      }),
  };
  return { tides, done };
}

const tide = endpoint({
  method: 'GET',
  path: '/tide/',
  summary: 'Return the tide',
  reply: Type.Object({ tide: Type.String() }),
  isExtension: true,
  handle: () => ({ tide: 'ebb' }),
});

test('a gateway starts, serves and stops what a module adds', async (t) => {
  const { tides, done } = tideModule();
  const gateway = await startInProcess({ clock: new ManualClock(), modules: [...modules, tides] });
  const { http, gateway: parts } = gateway.running;
  t.match(await gateway.control('GET', '/tide/'), { status: 200, body: { tide: 'ebb' } });
  const get = async (path: string) =>
    (await fetch(`http://${http.address}:${http.port}${path}`)).text();
  t.equal(await get('/tide'), 'low');
  t.match(await get('/readyz'), /"tides":"ok"/);
  await gateway.until(async () => /_tides_total 1/.test(await parts.metrics.metrics()));
  await gateway.stop();
  t.same(done, ['load', 'stop', 'settle', 'close']);
});

test('the command line has the commands of a module', async (t) => {
  const lines: string[] = [];
  const program = new Command('gatehouse');
  const tools: Pick<CommandTools, 'print'> = { print: (line) => lines.push(line) };
  tideModule().tides.commands?.(program, tools as CommandTools);
  await program.parseAsync(['tide'], { from: 'user' });
  t.same(lines, ['high']);
});
