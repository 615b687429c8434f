import { execFile } from 'node:child_process';
import tap, { test } from 'tap';
import { guideBlocks } from '../../tools/documents/guide-blocks.ts';
import { eventually, GatewayProcess, results } from '../gateway-process.ts';
import { startSnmpd } from '../peers/snmpd.ts';
import { startSshd } from '../peers/sshd.ts';
import { gatewayCommand } from '../../src/runtime/package-root.ts';

/* docs/working-with-devices.md: its commands are run from top to bottom, on an agent of Net-SNMP and an OpenSSH server. */

const [snmpd, sshd] = await Promise.all([startSnmpd({ isWritable: true }), startSshd()]);
const gateway = await GatewayProcess.start({ GATEHOUSE_POLLING_ENABLED: 'false' });
tap.teardown(async () => {
  await gateway.remove();
  await Promise.all([snmpd.stop(), sshd.stop()]);
});

/** Runs a block as it stands. */
const run = (block: string) =>
  new Promise<{ readonly isDone: boolean; readonly output: string }>((resolve) => {
    const script = `set -eo pipefail\ngatehouse() { '${process.execPath}' '${gatewayCommand}' "$@"; }\n${block}`;
    const env = {
      ...process.env,
      GATEHOUSE_URL: `http://127.0.0.1:${gateway.httpPort}`,
      GATEHOUSE_TOKEN_FILE: `${gateway.folder}/data/admin-token`,
    };
    execFile('bash', ['-c', script], { cwd: gateway.folder, env }, (error, stdout, stderr) => {
      resolve({ isDone: error === null, output: stdout + stderr });
    });
  });

/** Returns the variable name of the parameter of a setting. */
const nameOf = (parameter: unknown) =>
  typeof parameter === 'object' && parameter !== null && 'variable_name' in parameter
    ? parameter.variable_name
    : null;

const profileOf = async (protocol: string, port: number) =>
  (
    await gateway.control('POST', '/inventory_connection_profile/', {
      name: protocol,
      connection_service: { protocol, port },
    })
  ).body['id'];

test('the commands of the guide run in their order with the described results', async (t) => {
  await gateway.control('POST', '/inventory_device/', {
    name: 'lobby',
    type: 'snmp',
    ip_address: '127.0.0.1',
    connection_profile: await profileOf('snmp', snmpd.port),
    snmp_community: snmpd.community,
  });
  await gateway.control('POST', '/inventory_device/', {
    name: 'garden',
    type: 'openwrt',
    ip_address: sshd.host,
    connection_profile: await profileOf('ssh', sshd.port),
    username: sshd.user,
    password: sshd.password,
  });
  for (const { place, text } of guideBlocks('sh devices')) {
    const { isDone, output } = await run(text);
    t.ok(isDone, `${place}: ${text}\n${output}`);
  }
  // What the commands have left: settings that the agent reports, and a fleet operation of both devices.
  const settingOf = async (name: string) => {
    const listed = await gateway.control(
      'GET',
      '/inventory_device_setting/?parent_id=1&pending=true',
    );
    return results(listed).find(({ parameter }) => nameOf(parameter) === name) ?? {};
  };
  const contact = await eventually(
    () => settingOf('sysContact'),
    ({ value, state }) => value === 'desk@example.net, room 14' && state === 'synced',
  );
  t.match(contact, { value: 'desk@example.net, room 14', state: 'synced' });
  t.match(await settingOf('sysLocation'), { value: 'Lobby, 1st floor', state: 'synced' });
  const fleet = await eventually(
    async () => results(await gateway.control('GET', '/inventory_fleet_operation/'))[0] ?? {},
    ({ completed_at }) => completed_at !== null,
  );
  t.match(fleet, { status: 'completed', counts: { completed: 2, failed: 0 } });
  const [found] = results(await gateway.control('GET', '/inventory_discovery/'));
  t.match(found, { network: '127.0.0.1' });
});
