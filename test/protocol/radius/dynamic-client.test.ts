import tap, { test } from 'tap';
import {
  DynamicClient,
  type DynamicRequestOptions,
} from '../../../src/protocol/radius/dynamic-client.ts';
import {
  defaultRetransmission,
  retransmissionIntervals,
  type Retransmission,
} from '../../../src/protocol/radius/retransmission.ts';
import { Secret } from '../../../src/contract/secret.ts';
import { eventually } from '../../gateway-process.ts';
import { startFakeNas } from '../../peers/fake-nas.ts';

/* RFC 5176 as client, against a NAS that does its own arithmetic. */

const secret = 'a-secret-of-22-octets!';
const nas = await startFakeNas(secret);
const quick = {
  initialIntervalMs: 60,
  maxIntervalMs: 240,
  maxTries: 5,
  timeoutMs: 700,
  jitter: 0.1,
};
/** Never retransmits while a reply is on its way, however busy the machine is. */
const patient = { ...quick, initialIntervalMs: 60_000, maxIntervalMs: 60_000, timeoutMs: 60_000 };
/** Retransmits what the buffer of a silent NAS had no room for until it is received. */
const persistent = { ...quick, maxTries: 1_000, timeoutMs: 60_000 };
const dropped: string[] = [];
const clientWith = (retransmission: Retransmission) =>
  new DynamicClient({
    hosts: ['127.0.0.1'],
    retransmission,
    onDropped: (why) => dropped.push(why),
  });
const client = clientWith(quick);
const patientClient = clientWith(patient);
tap.teardown(async () => {
  await Promise.all([client.close(), patientClient.close()]);
  await nas.stop();
});

const session = Buffer.from([44, 4, 0x53, 0x31]);
const requestOptions = (more: Partial<DynamicRequestOptions> = {}): DynamicRequestOptions => ({
  kind: 'disconnect',
  address: '127.0.0.1',
  port: nas.port,
  secret: new Secret(secret),
  attributes: session,
  at: new Date('2026-01-31T12:00:00.900Z'),
  signal: AbortSignal.timeout(60_000),
  ...more,
});
const receivedSince = (count: number) => nas.received.slice(count);

for (const [kind, behaviour, outcome] of [
  ['disconnect', { answer: 'ack' }, { outcome: 'acknowledged', errorCause: null, tries: 1 }],
  [
    'disconnect',
    { answer: 'ack', errorCause: 201 },
    { outcome: 'acknowledged', errorCause: 201, tries: 1 },
  ],
  [
    'disconnect',
    { answer: 'nak', errorCause: 503, isSigned: true },
    { outcome: 'refused', errorCause: 503, tries: 1 },
  ],
  [
    'coa',
    { answer: 'ack', isSigned: true },
    { outcome: 'acknowledged', errorCause: null, tries: 1 },
  ],
  ['coa', { answer: 'nak' }, { outcome: 'refused', tries: 1 }],
] as const) {
  test(`${kind} with the reply ${JSON.stringify(behaviour)}`, async (t) => {
    const before = nas.received.length;
    nas.behave(behaviour);
    t.match(await patientClient.sendRequest(requestOptions({ kind })), outcome);
    const [request] = receivedSince(before);
    t.equal(request?.kind, kind);
    t.same(nas.faults, [], 'the NAS finds authenticator and Message-Authenticator right');
    t.same(request?.attributes.get(55), ['697deec0'], 'Event-Timestamp');
    t.same(request?.attributes.get(44), ['5331']);
  });
}

test('RFC 5080 section 2.2.1: a request without reply is retransmitted unchanged, at growing intervals', async (t) => {
  const before = nas.received.length;
  nas.behave(
    { answer: 'silence' },
    { answer: 'silence' },
    { answer: 'silence' },
    { answer: 'ack' },
  );
  const growing = { ...patient, initialIntervalMs: 100 };
  const sender = clientWith(growing);
  t.teardown(() => sender.close());
  const began = performance.now();
  t.match(await sender.sendRequest(requestOptions()), { outcome: 'acknowledged', tries: 4 });
  const sent = receivedSince(before);
  t.equal(sent.length, 4);
  for (const field of ['identifier', 'authenticator', 'fromPort'] as const)
    t.equal(new Set(sent.map((request) => request[field])).size, 1, `the same ${field}`);
  const ms = (sent.at(-1)?.atMs ?? 0) - began;
  t.ok(ms > 0.8 * (100 + 200 + 400), `${ms} ms`);
});

test('RFC 5080 section 2.2.1: intervals double up to their maximum', (t) => {
  const { first, next } = retransmissionIntervals({ ...quick, jitter: 0 });
  const intervals = [first];
  for (let count = 0; count < 3; count += 1) intervals.push(next(intervals.at(-1) ?? 0));
  t.same(intervals, [60, 120, 240, 240]);
  t.end();
});

test('a request to a silent NAS ends after its timeout', async (t) => {
  const before = nas.received.length;
  nas.behave({ answer: 'silence' });
  const { outcome, ms, tries } = await client.sendRequest(requestOptions());
  t.equal(outcome, 'no_answer');
  // A timer of Node counts whole milliseconds and can fire up to one early.
  t.ok(ms >= quick.timeoutMs - 1 && ms < 7_000, `${ms} ms`);
  const received = () => Promise.resolve(receivedSince(before).length);
  t.equal(await eventually(received, (count) => count >= tries), tries);
});

test('the default intervals follow RFC 5080', (t) => {
  t.same(defaultRetransmission, {
    initialIntervalMs: 2_000,
    maxIntervalMs: 16_000,
    maxTries: 5,
    timeoutMs: 30_000,
    jitter: 0.1,
  });
  t.end();
});

for (const [answer, why] of [
  ['wrong authenticator', 'authenticator'],
  ['wrong signature', 'message_authenticator'],
  ['from another port', 'unsolicited'],
  ['wrong code', 'code'],
] as const) {
  test(`a reply with ${answer} is dropped, and the valid one is still accepted`, async (t) => {
    dropped.length = 0;
    nas.behave({ answer }, { answer: 'nak', errorCause: 404 });
    const sender = clientWith({ ...patient, initialIntervalMs: 400 });
    t.teardown(() => sender.close());
    t.match(await sender.sendRequest(requestOptions()), {
      outcome: 'refused',
      errorCause: 404,
      tries: 2,
    });
    t.same(dropped, [why]);
  });
}

test('a reply after the timeout of its request is dropped', async (t) => {
  const late = await startFakeNas(secret);
  t.teardown(() => late.stop());
  dropped.length = 0;
  late.behave({ answer: 'ack', afterMs: 800 });
  t.match(await client.sendRequest(requestOptions({ port: late.port })), { outcome: 'no_answer' });
  const drops = await eventually(
    () => Promise.resolve(dropped.length),
    (count) => count > 0,
  );
  t.ok(drops > 0 && dropped.every((why) => why === 'unsolicited'), `${drops} dropped`);
});

test('a reply with another secret is dropped', async (t) => {
  const before = nas.faults.length;
  t.match(
    await client.sendRequest(requestOptions({ secret: new Secret('not the secret of it') })),
    {
      outcome: 'no_answer',
    },
  );
  t.equal(nas.faults[before], 'authenticator');
});

test('a silent NAS delays no other, and more than 256 requests are pending at once', async (t) => {
  const silent = await startFakeNas(secret);
  t.teardown(() => silent.stop());
  silent.behave({ answer: 'silence' });
  nas.behave({ answer: 'ack' });
  const busy = clientWith(persistent);
  t.teardown(() => busy.close());
  const stop = new AbortController();
  const asked = { port: silent.port, signal: stop.signal };
  const unanswered = Array.from({ length: 600 }, () => busy.sendRequest(requestOptions(asked)));
  let ended = 0;
  const count = () => (ended += 1);
  for (const one of unanswered) void one.then(count, count);
  t.match(await busy.sendRequest(requestOptions()), { outcome: 'acknowledged' });
  const received = await eventually(
    () =>
      Promise.resolve(
        new Set(silent.received.map(({ fromPort, identifier }) => `${fromPort}/${identifier}`)),
      ),
    (keys) => keys.size >= 600,
  );
  t.equal(received.size, 600, 'each has a source port and identifier of its own');
  t.equal(ended, 0);
  stop.abort(new Error('stopped'));
  const ends = await Promise.allSettled(unanswered);
  t.ok(ends.every(({ status }) => status === 'rejected'));
});

test('requests beyond the maximum are refused', async (t) => {
  const small = new DynamicClient({
    hosts: ['127.0.0.1'],
    retransmission: { ...quick, timeoutMs: 50 },
  });
  t.teardown(() => small.close());
  const silent = await startFakeNas(secret);
  t.teardown(() => silent.stop());
  silent.behave({ answer: 'silence' });
  const asked = await Promise.allSettled(
    Array.from({ length: 2_100 }, () => small.sendRequest(requestOptions({ port: silent.port }))),
  );
  const refused = asked.filter((one) => one.status === 'rejected');
  t.equal(refused.length, 2_100 - 8 * 256);
  t.match(refused[0], { reason: { kind: 'overloaded' } });
});

test('a request ends when its signal aborts', async (t) => {
  const before = nas.received.length;
  nas.behave({ answer: 'silence' });
  const stop = new AbortController();
  const asking = patientClient.sendRequest(requestOptions({ signal: stop.signal }));
  await eventually(
    () => Promise.resolve(nas.received.length),
    (count) => count > before,
  );
  stop.abort(new Error('stopped'));
  await t.rejects(asking, { message: 'stopped' });
});

test('requests and replies over IPv6 are supported', async (t) => {
  const six = await startFakeNas(secret, { host: '::1' });
  t.teardown(() => six.stop());
  t.match(
    await client.sendRequest(requestOptions({ address: '0:0:0:0:0:0:0:1', port: six.port })),
    {
      outcome: 'acknowledged',
    },
  );
  t.same(six.faults, []);
});

test('attributes that do not fit into a packet are refused before a packet is sent', async (t) => {
  await t.rejects(
    client.sendRequest(requestOptions({ attributes: Buffer.alloc(4_096) })),
    /do not fit into a packet/,
  );
});
