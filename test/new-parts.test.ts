import { execFileSync } from 'node:child_process';
import tap, { test } from 'tap';
import { ChangedSource } from './changed-source.ts';
import { environmentOf } from './gateway-command.ts';
import { eventually } from './gateway-process.ts';

/*
 * The recipes "a CLI command", "a periodic task" and "a metric" of CONTRIBUTING, followed in a copy of the built product.
 * Nothing else is edited.
 */

const source = new ChangedSource([
  // A command: its line in the function that adds the commands of its domain.
  {
    file: 'src/installation/commands',
    after: null,
    add: `import { addGreeting } from './greeting-command.js';`,
  },
  {
    file: 'src/installation/commands',
    after: 'addSupportBundle(program, tools);',
    add: 'addGreeting(program);',
  },
  // A task: its place in the list of its domain.
  {
    file: 'src/notify/alert/alert-tasks',
    after: null,
    add: `import { createGreetingTask } from './greeting-task.js';`,
  },
  {
    file: 'src/notify/alert/alert-tasks',
    after: 'return [',
    add: 'createGreetingTask(gateway),',
  },
]);
source.add(
  'src/installation/greeting-command',
  `export function addGreeting(program) {
    program
      .command('greet')
      .description('greet somebody')
      .argument('<name>', 'name')
      .action((name) => { process.stdout.write('Hello ' + name + '\\n'); });
  }`,
);
// A metric is registered by the part that counts it.
source.add(
  'src/notify/alert/greeting-task',
  `import { Counter } from 'prom-client';
  export function createGreetingTask(gateway) {
    const greetings = new Counter({
      name: 'gatehouse_greetings_total',
      help: 'Greetings of this gateway',
      registers: [gateway.metrics],
    });
    return {
      name: 'greetings',
      intervalMs: 20,
      failureMessage: 'cannot greet; trying again',
      run() {
        greetings.inc();
        return Promise.resolve(undefined);
      },
    };
  }`,
);
tap.teardown(() => {
  source.remove();
});

test('a command that is added by the recipe runs, and the help lists it', (t) => {
  const run = (...line: readonly string[]) =>
    execFileSync(process.execPath, [source.path('src/cli'), ...line], {
      env: environmentOf({}),
      encoding: 'utf8',
    });
  t.equal(run('greet', 'Ada'), 'Hello Ada\n');
  t.match(run('--help'), /^ {2}greet <name> +greet somebody$/m);
  t.end();
});

test('a task that is added by the recipe runs at its interval, and its metric counts', async (t) => {
  const { running, ask } = await source.startGateway();
  t.teardown(() => running.stop());
  const counted = async () =>
    Number(/^gatehouse_greetings_total (\d+)$/m.exec(await ask('GET', '/metrics'))?.[1]);
  const before = await eventually(counted, (count) => count > 0);
  t.ok((await eventually(counted, (count) => count > before)) > before);
});
