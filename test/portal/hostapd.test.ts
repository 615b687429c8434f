import tap, { test } from 'tap';
import { createDynamicAuthorization } from '../../src/radius/coa/dynamic-authorization.ts';
import { openPortalSession } from '../../src/portal/portal-session.ts';
import { eventually } from '../gateway-process.ts';
import { startFakeNas } from '../peers/fake-nas.ts';
import { readVector } from '../protocol/radius/vector.ts';
import { ask, secret } from '../radius/fixture.ts';
import { withAuthenticator } from '../radius/packets.ts';
import { idOf, startPortalSite } from './portal-site.ts';

/*
 * hostapd with MAC authentication: its packets, recorded on a simulated radio, and a server of Disconnect-Requests that
 * answers as it did.
 */

const mac = '02:00:00:00:02:00';
const portal = await startPortalSite('sqlite');
const nas = await startFakeNas(secret);
const { gateway, store, server } = portal.site;
const sender = createDynamicAuthorization(gateway);
tap.teardown(async () => {
  await sender.stop();
  await Promise.all([nas.stop(), portal.stop()]);
});
await store.write([
  store.db.updateTable('aaa_client').set({ coa_port: nas.port }),
  store.db.updateTable('access_point').set({ mac: '02:00:00:00:00:00', identifier: 'lobby' }),
]);
const user = await portal.addUser('HX7K2M', { time: 3600 });

const codeOf = async (name: string, toRequest = (request: Buffer) => request) => {
  const request = toRequest(readVector(name).request);
  const { authAddress, acctAddress } = server;
  const reply = await ask(request[0] === 1 ? authAddress : acctAddress, request);
  return reply?.octets[0];
};

/** Sends the recorded Start again, at the time of the Stop and under another Identifier. */
function atTheStop(start: Buffer): Buffer {
  const eventTimestamp = start.length - 10;
  const stop = readVector('hostapd-stop').request;
  stop.copy(start, eventTimestamp, stop.length - 10, stop.length - 6);
  start[1] = 99;
  return withAuthenticator(start, secret);
}

const [accept, reject, recorded] = [2, 3, 5];

const userNameType = 1;
/** Sends what is due until the NAS has received a number of requests, and returns which of them have a User-Name. */
async function disconnects(wanted: number): Promise<readonly boolean[]> {
  const { signal } = new AbortController();
  const received = async () => {
    await portal.check();
    for (const task of sender.tasks) await task.run(signal);
    return nas.received;
  };
  const found = await eventually(received, ({ length }) => length >= wanted);
  return found.map(({ attributes }) => attributes.has(userNameType));
}

const changes = () =>
  store.db
    .selectFrom('aaa_authorization_change')
    .select(['kind', 'status', 'tries', 'error_cause'])
    .orderBy('id')
    .execute();

test('a device is let in by its address while its guest is logged in', async (t) => {
  t.equal(await codeOf('hostapd-mac-access'), reject, 'not logged in');
  const login = { uid: 'HX7K2M', isCode: true, password: null, ap_mac: '02:00:00:00:00:00' };
  const device = { mac, ip: '10.0.0.5', timeout: null, user_agent: null };
  idOf(
    await openPortalSession(
      gateway,
      { organization: 1, organizations: [1] },
      { ...login, ...device },
    ),
  );
  await portal.advance(28);
  t.equal(await codeOf('hostapd-mac-access'), accept);
  t.equal(await codeOf('hostapd-mac-access-other'), reject, 'another device');
  t.equal(await codeOf('hostapd-start'), recorded);
  t.match(await portal.sessions(user), [
    { origin: 'portal', acctsessionid: /^[0-9A-F]{16}$/, acctstoptime: null },
  ]);
});

test('hostapd, which knows no User-Name of it, is asked to disconnect it by the rest', async (t) => {
  nas.behave({ answer: 'nak', errorCause: 503, isSigned: true }, { answer: 'ack', isSigned: true });
  await store.write([
    store.db
      .updateTable('user')
      .set({ is_active: 0, last_change: portal.now().getTime() })
      .where('id', '=', user),
  ]);
  await portal.advance(3);
  t.same(await disconnects(2), [true, false]);
  const done = await eventually(changes, ([change]) => change?.status === 'acknowledged');
  t.same(done, [{ kind: 'disconnect', status: 'acknowledged', tries: 2, error_cause: null }]);
  t.equal(await codeOf('hostapd-stop'), recorded);
  t.match(await portal.sessions(user), [{ acctinputoctets: 408, acctstoptime: Number }]);
  t.equal(await codeOf('hostapd-mac-access'), reject);
});

test('a device that hostapd lets in again in the second of the Stop, as it was, has a session of its own', async (t) => {
  t.equal(await codeOf('hostapd-start', atTheStop), recorded);
  const rows = await store.db
    .selectFrom('aaa_accounting')
    .select(['user', 'acctsessionid', 'acctstoptime', 'acctinputoctets', 'portal_session'])
    .orderBy('radacctid')
    .execute();
  const [ended] = rows;
  t.match(rows, [
    { user, acctinputoctets: 408, acctstoptime: Number },
    { user: null, acctsessionid: ended?.acctsessionid, acctstoptime: null, portal_session: null },
  ]);
});
