import tap, { test } from 'tap';
import { failureIn } from '../../src/api-client/outcome.ts';
import { furnish } from '../aaa/coa/fixture.ts';
import { GatewayProcess } from '../gateway-process.ts';
import { startSshd } from '../peers/sshd.ts';
import { commandOn } from './command.ts';

/* The exit status is that of the deed, not of the request: the gateway accepts a request that then has no effect. */

const [gateway, sshd] = await Promise.all([
  GatewayProcess.start({ GATEHOUSE_POLLING_ENABLED: 'false' }),
  startSshd(),
]);
const gatehouse = commandOn(gateway);
tap.teardown(async () => {
  await gateway.remove();
  await sshd.stop();
});

test('an operation that fails ends with 6, and the reply is printed', async (t) => {
  const profile = await gateway.control('POST', '/inventory_connection_profile/', {
    name: 'ssh',
    connection_service: { protocol: 'ssh', port: sshd.port },
  });
  await gateway.control('POST', '/inventory_device/', {
    name: 'lobby',
    type: 'openwrt',
    ip_address: sshd.host,
    connection_profile: profile.body['id'],
    username: sshd.user,
    password: 'not the password of the device',
  });
  const reboot = ['api', 'inventory_device_name_operation', 'replace', 'lobby'];
  const failed = await gatehouse([...reboot, '--operation', 'reboot', '--wait', '30']);
  t.match(failed, { status: 6, stdout: /^status +failed$/m, stderr: /^it failed: .+\n$/ });
  const asJson = await gatehouse([...reboot, '--operation', 'reboot', '--wait', '30', '--json']);
  t.match([asJson.status, JSON.parse(asJson.stdout)], [6, { status: 'failed' }]);
  const read = await gatehouse(['api', 'inventory_transaction', 'list', '--status', 'failed']);
  t.match(read, { status: 0, stderr: '' }, 'to read about it is no failure');
});

test('a Disconnect that the NAS refuses or does not answer ends with 6', async (t) => {
  const { nas, open } = await furnish(gateway);
  t.teardown(() => nas.stop());
  const disconnect = ['api', 'aaa_accounting', 'disconnect'];
  nas.behave({ answer: 'nak', errorCause: 503 });
  const refused = await gatehouse([...disconnect, (await open('alice')).id]);
  t.match(refused, {
    status: 6,
    stdout: /^status +refused$/m,
    stderr: 'the NAS refused: Session-Context-Not-Found\n',
  });
  nas.behave({ answer: 'ack' });
  const ended = await gatehouse([...disconnect, (await open('alice')).id]);
  t.match(ended, { status: 0, stdout: /^status +acknowledged$/m, stderr: '' });
});

test('every status without an effect is a failure, but not where it was wanted', (t) => {
  const change = { method: 'POST', action: 'disconnect' };
  const reply = (status: string) => ({ status, error_message: null });
  t.equal(failureIn(change, reply('no_answer')), 'the NAS gave no answer');
  t.equal(failureIn(change, reply('acknowledged')), null);
  t.equal(
    failureIn(change, [reply('completed'), reply('expired')]),
    'it expired before it could begin',
  );
  t.equal(failureIn({ method: 'POST', action: 'cancel' }, reply('canceled')), null);
  t.equal(failureIn({ method: 'GET', action: 'get' }, reply('failed')), null);
  t.equal(failureIn(change, { status: 'failed' }), null, 'a row with a status of its own');
  t.end();
});
