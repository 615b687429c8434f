import { generateKeyPairSync } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import ssh2 from 'ssh2';
import tap, { test } from 'tap';
import { eventually, GatewayProcess, results } from '../gateway-process.ts';
import { startSshd } from '../peers/sshd.ts';

/* Walk a: PUT reboot, over SSH, on a real OpenSSH server whose user can run nothing but a recorder. */

const sshd = await startSshd();
const gateway = await GatewayProcess.start();
tap.teardown(async () => {
  await gateway.remove();
  await sshd.stop();
});

const profile = await gateway.control('POST', '/inventory_connection_profile/', {
  name: 'ssh on a port of its own',
  connection_service: { protocol: 'ssh', port: sshd.port, options: { connect_timeout: 5 } },
});
let made = 0;
const createDevice = async (more: Record<string, unknown> = {}) => {
  made += 1;
  const device = await gateway.control('POST', '/inventory_device/', {
    name: `ap-${made}`,
    serial_number: `SN-${made}`,
    type: 'linux',
    ip_address: sshd.host,
    connection_profile: profile.body['id'],
    username: sshd.user,
    password: sshd.password,
    ...more,
  });
  return {
    id: Number(device.body['id']),
    name: `ap-${made}`,
    serial: `SN-${made}`,
    answer: device,
  };
};
const operate = (path: string, operation: string) =>
  gateway.control('PUT', `/${path}/?wait=30`, { operation });
const countOf = async (command: string) =>
  (await sshd.commands()).filter((recorded) => recorded === command).length;
const logOf = async (device: number) =>
  results(await gateway.control('GET', `/inventory_device_log/?parent__id=${device}`));

test('a device is created without its secrets coming back', async (t) => {
  const { answer } = await createDevice();
  t.equal(answer.status, 201);
  t.match(answer.body, { type_name: 'Linux host', host_key: null });
  t.notOk('password' in answer.body);
  t.notMatch(answer.text, sshd.password);
});

test('a reboot reaches the device once, is verified by its uptime, and stands in transaction and log', async (t) => {
  const device = await createDevice();
  const before = await countOf('reboot');
  const { status, body } = await operate(`inventory_device_operation/${device.id}`, 'reboot');
  t.equal(status, 200);
  t.match(body, {
    parent_id: device.id,
    operation: 'reboot',
    status: 'completed',
    error_code: null,
  });
  t.match(body['results'], { verified: true, disconnected: true });
  t.equal((await countOf('reboot')) - before, 1);
  const kept = await gateway.control('GET', `/inventory_transaction/${String(body['id'])}/`);
  t.same(kept.body, body);
  const [line] = (await logOf(device.id)).filter(({ action }) => action === 'command');
  t.match(line, {
    variable_name: 'reboot',
    is_pending: false,
    is_applied: true,
    user: 'admin',
    transaction: body['id'],
    parent: { name: device.name },
  });
});

test('name and serial number reach the same device through the same code', async (t) => {
  const device = await createDevice();
  for (const path of [
    `inventory_device_name_operation/${device.name}`,
    `inventory_device_serial_operation/${device.serial}`,
  ]) {
    const { body } = await operate(path, 'sync');
    t.match(body, { parent_id: device.id, status: 'completed' });
    t.match(body['results'], { variables: [{ variable: 'system.hostname', value: 'ap-garden' }] });
  }
});

test('the host key is recorded at the first connection, and another one is refused before the password is sent', async (t) => {
  const device = await createDevice();
  await operate(`inventory_device_operation/${device.id}`, 'sync');
  const fingerprint = await sshd.fingerprint();
  const { body } = await gateway.control('GET', `/inventory_device/${device.id}/`);
  t.equal(body['host_key'], `ssh-ed25519 ${fingerprint}`);
  const logins = sshd.log().length;
  await sshd.rekey();
  const refused = await operate(`inventory_device_operation/${device.id}`, 'reboot');
  t.match(refused.body, { status: 'failed', error_code: 'refused' });
  t.match(refused.body['error_message'], await sshd.fingerprint(), 'names the key that was seen');
  t.notMatch(sshd.log().slice(logins), /(Accepted|Failed) password/);
  const alert = (await logOf(device.id)).find(({ action }) => action === 'alert');
  t.match(alert, {
    variable_name: 'host_key',
    old_value: `ssh-ed25519 ${fingerprint}`,
    value: `ssh-ed25519 ${await sshd.fingerprint()}`,
  });
  await gateway.control('PATCH', `/inventory_device/${device.id}/`, { host_key: null });
  t.match(
    (await operate(`inventory_device_operation/${device.id}`, 'sync')).body,
    { status: 'completed' },
    'accepted again once it is cleared',
  );
});

test('under a pinned policy an unknown key is refused', async (t) => {
  const pinned = await gateway.control('POST', '/inventory_connection_profile/', {
    name: 'pinned',
    connection_service: { protocol: 'ssh', port: sshd.port, host_key_policy: 'pinned' },
  });
  const device = await createDevice({ connection_profile: pinned.body['id'] });
  t.match((await operate(`inventory_device_operation/${device.id}`, 'sync')).body, {
    status: 'failed',
    error_code: 'refused',
  });
  await gateway.control('PATCH', `/inventory_device/${device.id}/`, {
    host_key: `ssh-ed25519 ${await sshd.fingerprint()}`,
  });
  t.match((await operate(`inventory_device_operation/${device.id}`, 'sync')).body, {
    status: 'completed',
  });
});

test('a private key opens the device as well', async (t) => {
  const device = await createDevice({ password: null, private_key: sshd.privateKey });
  t.match((await operate(`inventory_device_operation/${device.id}`, 'sync')).body, {
    status: 'completed',
  });
});

test('a private key that no login could use is refused when it is written', async (t) => {
  const passphrase = 'words-that-open-it';
  const encrypted = ssh2.utils.generateKeyPairSync('ed25519', {
    passphrase,
    cipher: 'aes256-ctr',
    rounds: 4,
  }).private;
  const { privateKey: pkcs8 } = generateKeyPairSync('rsa', {
    modulusLength: 2048,
    privateKeyEncoding: { type: 'pkcs8', format: 'pem', cipher: 'aes-256-cbc', passphrase },
    publicKeyEncoding: { type: 'spki', format: 'pem' },
  });
  const opening = (private_key_passphrase: string) => ({ ssh: { private_key_passphrase } });
  const profiles = '/inventory_connection_profile/';
  let tried = 0;
  const answers = async (body: Record<string, unknown>) => {
    tried += 1;
    const device = { name: `keyed-${tried}`, type: 'linux', ...body };
    return [
      await gateway.control('POST', '/inventory_device/', device),
      await gateway.control('POST', profiles, { name: `keyed ${tried}`, ...body }),
    ];
  };
  for (const [body, field, words] of [
    [{ private_key: 'rubbish' }, 'private_key', /cannot be used: Unsupported key format/],
    [{ private_key: encrypted }, 'private_key', /is encrypted: its passphrase is missing in cred/],
    [{ private_key: pkcs8 }, 'private_key', /is encrypted: its passphrase is missing/],
    [
      { private_key: encrypted, credentials: opening('wrong-words') },
      'private_key',
      /is encrypted, and the passphrase in \S+ does not decrypt it/,
    ],
    [
      { private_key: pkcs8, credentials: opening('wrong-words') },
      'private_key',
      /is encrypted, and the passphrase in \S+ does not decrypt it/,
    ],
    [
      { credentials: { netconf: { private_key: 'rubbish' } } },
      'credentials.netconf.private_key',
      /cannot be used/,
    ],
  ] as const)
    for (const { status, body: refusal, text } of await answers(body)) {
      t.match({ status, refusal }, { status: 400, refusal: { [field]: [words] } });
      t.notMatch(text, /rubbish|wrong-words|BEGIN/);
    }
  for (const private_key of [encrypted, pkcs8])
    for (const { status } of await answers({ private_key, credentials: opening(passphrase) }))
      t.equal(status, 201);
  const { id } = await createDevice();
  const change = (body: object) => gateway.control('PATCH', `/inventory_device/${id}/`, body);
  t.equal((await change({ private_key: encrypted })).status, 200, 'the passphrase may be stored');
  t.match(await change({ private_key: 'rubbish' }), {
    status: 400,
    body: { private_key: [String] },
  });
  t.equal((await change({ private_key: null })).status, 200);
});

test('a wrong password fails with a message that does not contain it', async (t) => {
  const device = await createDevice({ password: 'wrong-but-secret' });
  const { body, text } = await operate(`inventory_device_operation/${device.id}`, 'reboot');
  t.match(body, { status: 'failed', error_code: 'refused' });
  t.notMatch(text, 'wrong-but-secret');
});

test('two requests for the same reboot are one reboot', async (t) => {
  const device = await createDevice();
  const before = await countOf('reboot');
  const answers = await Promise.all(
    [1, 2, 3].map(() => operate(`inventory_device_operation/${device.id}`, 'reboot')),
  );
  const ids = new Set(answers.map(({ body }) => body['id']));
  t.equal(await countOf('reboot'), before + ids.size);
  t.equal(ids.size, 1);
});

test('an operation that the type does not have is refused with a list of its operations', async (t) => {
  const device = await createDevice();
  const { status, body } = await operate(
    `inventory_device_operation/${device.id}`,
    'factory_reset',
  );
  t.equal(status, 400);
  t.match(body, { operation: [/"linux" has no operation "factory_reset". It has: reboot, sync/] });
});

test('a gateway that is killed in the middle of a reboot does not send it again', async (t) => {
  const device = await createDevice();
  const before = await countOf('reboot');
  const asked = await gateway.control('PUT', `/inventory_device_operation/${device.id}/`, {
    operation: 'reboot',
  });
  while ((await countOf('reboot')) === before) await sleep(2);
  await gateway.signal('SIGKILL');
  await gateway.start();
  const path = `/inventory_transaction/${String(asked.body['id'])}/`;
  const ended = await eventually(
    () => gateway.control('GET', path),
    ({ body }) => body['status'] === 'completed' || body['status'] === 'failed',
  );
  t.match(ended.body, { status: 'completed', results: { verified: true } });
  t.equal((await countOf('reboot')) - before, 1);
});

test('secrets are neither in the store nor in the log in clear text', (t) => {
  const files = [gateway.database, `${gateway.database}-wal`].map((file) =>
    readFileSync(file, 'latin1'),
  );
  for (const text of [...files, gateway.output]) {
    for (const secret of [sshd.password, 'wrong-but-secret', sshd.privateKey.split('\n')[2] ?? ''])
      t.notOk(text.includes(secret));
  }
  t.end();
});

test('without its peer the operation waits for it, even if the gateway is killed', async (t) => {
  const device = await createDevice();
  const before = await countOf('reboot');
  await sshd.kill();
  const { body } = await gateway.control('PUT', `/inventory_device_operation/${device.id}/`, {
    operation: 'reboot',
  });
  const path = `/inventory_transaction/${String(body['id'])}/`;
  const waiting = await eventually(
    () => gateway.control('GET', path),
    ({ body }) => body['waiting_for'] === 'device',
  );
  t.match(waiting.body, { status: 'scheduled', error_code: 'unreachable' });
  await gateway.signal('SIGKILL');
  await gateway.start();
  await sshd.rekey();
  await gateway.control('GET', `/inventory_device/${device.id}/?update_status=true`);
  const ended = await eventually(
    () => gateway.control('GET', path),
    ({ body }) => body['completed_at'] !== null,
  );
  t.match(ended.body, {
    status: 'completed',
    error_message: null,
    results: { verified: true },
  });
  t.equal((await countOf('reboot')) - before, 1);
});
