import { execFile } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import tap, { test } from 'tap';
import { addCaller, addTenant, column, startBoth, type Call } from './fixture.ts';

/* Access decisions in the API, on both engines, for logins by radclient. */

const { engines, stop } = await startBoth();
tap.teardown(stop);

const secret = 'long-enough-secret';

/** Sends a login, repeated until there is a reply: a new client is known within a second. */
function login(port: number, attributes: string): Promise<string> {
  return new Promise((resolve) => {
    const args = ['-r', '4', '-t', '2', '-x', `127.0.0.1:${port}`, 'auth', secret];
    const child = execFile('radclient', args, { timeout: 10_000 }, (_, stdout) => {
      resolve(stdout);
    });
    child.stdin?.end(`${attributes}\nMessage-Authenticator=0x00\n`);
  });
}

/** Returns the list once it has a number of rows. */
async function listed(call: Call, query: string, count: number) {
  for (let tries = 0; tries < 100; tries += 1) {
    const answer = await call('GET', `/aaa_decision/${query}`);
    if (answer.body['count'] === count) return answer;
    await sleep(50);
  }
  return call('GET', `/aaa_decision/${query}`);
}

for (const [engine, gateway] of Object.entries(engines)) {
  const red = await addTenant(gateway, 'red');
  const blue = await addTenant(gateway, 'blue');
  const { body: client } = await red.call('POST', '/aaa_client/', {
    name: 'red nas',
    address: '127.0.0.1',
    secret,
  });
  const { body: profile } = await red.call('POST', '/aaa_profile/', {
    name: 'lobby',
    check_attributes: [{ attribute: 'Called-Station-Id', op: '=~', value: ':Lobby$' }],
    reply_attributes: [{ attribute: 'Tunnel-Private-Group-Id:1', op: ':=', value: '20' }],
  });
  await red.call('POST', '/user/', {
    username: 'guest',
    password: 'guest pass',
    profile: profile['id'],
    reversible_password: true,
  });
  const at = (ssid: string) =>
    `User-Name=guest\nCalled-Station-Id="00-11-22-33-44-55:${ssid}"\nCalling-Station-Id=0A-00-00-00-00-01`;

  test(`${engine}: an accepted and a rejected login have decisions with all their grounds`, async (t) => {
    t.match(
      await login(gateway.authPort, `${at('Lobby')}\nUser-Password="guest pass"`),
      /Access-Accept/,
    );
    t.match(
      await login(gateway.authPort, `${at('Pool')}\nCHAP-Password="guest pass"`),
      /Access-Reject/,
    );
    const answer = await listed(red.call, '', 2);
    t.match(answer.body['results'], [
      {
        outcome: 'reject',
        method: 'CHAP',
        reason: 'check Called-Station-Id =~ :Lobby$: the request has 00-11-22-33-44-55:Pool',
        checks: [
          { attribute: 'Called-Station-Id', passed: false, found: ['00-11-22-33-44-55:Pool'] },
        ],
        attributes: [],
      },
      {
        outcome: 'accept',
        method: 'PAP',
        reason: 'accepted',
        username: 'guest',
        organization: red.id,
        client: client['id'],
        client_name: 'red nas',
        profile: profile['id'],
        profile_name: 'lobby',
        callingstationid: '0A-00-00-00-00-01',
        calledstationid: '00-11-22-33-44-55:Lobby',
        attributes: [{ name: 'Class' }, { name: 'Tunnel-Private-Group-Id:1', value: '20' }],
      },
    ]);
    const [id] = column(answer, 'id');
    t.match(await red.call('GET', `/aaa_decision/${String(id)}/`), {
      status: 200,
      body: { id, outcome: 'reject' },
    });
    t.notMatch(answer.text, 'guest pass');
  });

  test(`${engine}: decisions are found by user name, outcome, client and period`, async (t) => {
    const today = new Date().toISOString().slice(0, 10);
    for (const [query, count] of [
      ['?username=guest', 2],
      ['?username=nobody', 0],
      ['?outcome=accept', 1],
      [`?client=${String(client['id'])}`, 2],
      [`?client=${String(client['id'])}1`, 0],
      [`?start_date=${today}&end_date=${today}`, 2],
      ['?end_date=2020-01-01', 0],
    ] as const)
      t.equal((await red.call('GET', `/aaa_decision/${query}`)).body['count'], count, query);
    t.equal(
      (await red.call('GET', '/aaa_decision/?limit=1')).body['next'] === null,
      false,
      'paged by cursor',
    );
  });

  test(`${engine}: another organization sees no decisions, and no role writes them`, async (t) => {
    const [id] = column(await red.call('GET', '/aaa_decision/'), 'id');
    t.equal((await blue.call('GET', '/aaa_decision/')).body['count'], 0);
    t.equal((await blue.call('GET', `/aaa_decision/${String(id)}/`)).status, 404);
    t.equal((await red.call('POST', '/aaa_decision/', {})).status, 405);
    const app = await addCaller(gateway, {
      organization: red.id,
      username: 'red app',
      role: 'app',
    });
    t.equal((await app.call('GET', '/aaa_decision/')).status, 403);
  });
}
