import tap, { test } from 'tap';
import type { SshRecording } from '../../src/device-type/record/recording.ts';
import { startInProcess } from '../in-process.ts';
import { ManualClock } from '../manual-clock.ts';
import { readRecording } from '../peers/replay/recordings.ts';
import { replayPassword, startSshReplay } from '../peers/replay/ssh.ts';

/* A reset of two commands, on the recorded access point, whose line drops after the first one and within the second, the restart. */

type Exchange = SshRecording['exchanges'][number];

const recording = readRecording('fixtures/device-types/cisco_ios_ap/aironet-1142.yaml');
if (recording.protocol !== 'ssh') throw new Error('the recording is not of SSH');
const exchange = (run: string): Exchange => {
  const found = recording.exchanges.find((one) => one.run === run);
  if (found === undefined) throw new Error(`no recording of ${run}`);
  return found;
};
const isOther = ({ run }: Exchange) => run !== 'write erase' && run !== 'reload';
const [erase, reload] = [exchange('write erase'), exchange('reload')];
const [erased] = erase.then;
if (erased === undefined) throw new Error('erasing changes nothing');
const save = { text: 'System configuration has been modified. Save? [yes/no]: ', answer: 'no' };
const dropping = {
  ...recording,
  exchanges: [
    ...recording.exchanges.filter(isOther),
    { ...erase, disconnect: true, then: [erased, erase] },
    { ...reload, ask: [save], then: [{ ...reload, ask: [save, ...reload.ask] }] },
  ],
};

const ssh = await startSshReplay(new Map([['ap', dropping]]));
const gateway = await startInProcess({ clock: new ManualClock() });
const { control, list, until } = gateway;
tap.teardown(async () => {
  await gateway.stop();
  ssh.close();
});

test('a reset whose line drops repeats the step that was begun, but not the restart', async (t) => {
  const { body: profile } = await control('POST', '/inventory_connection_profile/', {
    name: 'aironet',
    connection_service: { protocol: 'ssh', port: ssh.port },
    username: 'ap',
    password: replayPassword,
  });
  const { body: device } = await control('POST', '/inventory_device/', {
    name: 'ap-hall',
    type: 'cisco_ios_ap',
    ip_address: '127.0.0.1',
    connection_profile: profile['id'],
  });
  const id = String(device['id']);
  await control('PUT', `/inventory_device_operation/${id}/`, { operation: 'factory_reset' });
  const last = async () => {
    const [transaction] = await list(
      `/inventory_transaction/?operation=factory_reset&parent__id=${id}&limit=1`,
    );
    return transaction ?? {};
  };
  const isWaitingAt = (step: string) => async () => {
    const { waiting_for: reason, error_message: message } = await last();
    return reason === 'device' && String(message).startsWith(`step "${step}": `);
  };

  await until(isWaitingAt('erase'));
  t.ok(await isWaitingAt('erase')(), 'erase');
  await control('GET', `/inventory_device/${id}/?update_status=true`);
  await until(async () => (await last())['completed_at'] !== null);
  t.match(await last(), {
    status: 'failed',
    error_code: 'unreachable',
    error_message: /^step "restart": .*; it is unknown whether it arrived$/,
  });
});
