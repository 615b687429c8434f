import { test } from 'tap';
import { eapType } from '../../../src/protocol/eap/eap-packet.ts';
import { Conversation, type PeerResponse } from '../../../src/radius/eap/conversation.ts';
import { Conversations } from '../../../src/radius/eap/conversations.ts';
import type { EapMethod, MethodStep } from '../../../src/radius/eap/eap-method.ts';
import { StartStates } from '../../../src/radius/eap/start-states.ts';
import { TlsSessions } from '../../../src/radius/eap/tls-sessions.ts';
import { ManualClock } from '../../manual-clock.ts';

/** A method that asks on and on, and counts. */
class AskingMethod implements EapMethod {
  readonly type = eapType.ttls;
  readonly name = 'EAP-TTLS';
  readonly progress = 'a request';
  responses = 0;
  isClosed = false;

  respond(): Promise<MethodStep> {
    this.responses += 1;
    return Promise.resolve({ kind: 'request', data: Buffer.from([this.responses]) });
  }

  close(): void {
    this.isClosed = true;
  }
}

const methods = { names: 'EAP-TTLS', setting: 'radius.eap.methods', open: () => null };

function opened(identifier = 1) {
  const method = new AskingMethod();
  return { method, conversation: new Conversation(methods, method, identifier) };
}

function limits(clock: ManualClock, maxConversations: number) {
  const abandoned: Conversation[] = [];
  const conversations = new Conversations({
    maxConversations,
    idleMs: 30_000,
    now: clock.monotonicMs,
    onAbandoned: (conversation) => abandoned.push(conversation),
  });
  return { conversations, abandoned };
}

test('one client may hold half of the conversations, and all of them are limited', (t) => {
  const { conversations } = limits(new ManualClock(), 10);
  const add = (client: number, count: number) => {
    for (let number = 0; number < count; number += 1)
      conversations.add(`${client}/${number}`, { client, station: null }, opened().conversation);
  };
  add(1, 5);
  t.throws(() => {
    conversations.add('more', { client: 1, station: null }, opened().conversation);
  }, /conversations of EAP are open/);
  add(2, 5);
  t.throws(() => {
    conversations.add('other', { client: 3, station: null }, opened().conversation);
  }, /10 conversations/);
  conversations.remove('1/0');
  conversations.add('other', { client: 3, station: null }, opened().conversation);
  t.equal(conversations.size, 10);
  t.equal(conversations.find('2/0', 1), null, 'a State of another client');
  t.end();
});

test('a device that starts again and again keeps its last conversations', (t) => {
  const { conversations, abandoned } = limits(new ManualClock(), 100);
  const all = Array.from({ length: 6 }, () => opened());
  for (const [number, { conversation }] of all.entries())
    conversations.add(String(number), { client: 1, station: 'phone' }, conversation);
  t.equal(conversations.size, 4);
  t.same(
    all.map(({ method }) => method.isClosed),
    [true, true, false, false, false, false],
  );
  t.same(
    abandoned,
    all.slice(0, 2).map(({ conversation }) => conversation),
  );
  t.end();
});

test('a conversation without a response for 30 seconds ends, and its memory is freed', async (t) => {
  const clock = new ManualClock();
  const { conversations, abandoned } = limits(clock, 100);
  const [idle, used] = [opened(), opened()];
  conversations.add('idle', { client: 1, station: 'a' }, idle.conversation);
  conversations.add('used', { client: 1, station: 'b' }, used.conversation);
  await clock.advance(20_000);
  t.equal(conversations.find('used', 1), used.conversation);
  await clock.advance(15_000);
  t.equal(conversations.find('idle', 1), null, 'before the sweep as well');
  conversations.sweep();
  t.same(abandoned, [idle.conversation]);
  t.same([idle.method.isClosed, used.method.isClosed], [true, false]);
  t.equal(conversations.size, 1);
});

/** A response of the peer; a conversation passes on what it does not read. */
function response(identifier: number, data: number, type: number = eapType.ttls): PeerResponse {
  return {
    request: { receivedAt: new Date() } as PeerResponse['request'],
    eap: { identifier, type, data: Buffer.from([data]) },
    mtu: 1020,
    outerIdentity: '',
    authenticate: () => Promise.resolve('unreadable'),
    mayResume: () => Promise.resolve(false),
  };
}

test('a repeated response gets the same answer, another one is discarded', async (t) => {
  const { method, conversation } = opened(200);
  const first = conversation.respond(response(200, 1));
  const repeated = conversation.respond(response(200, 1));
  t.equal(repeated, first, 'while the first one is answered');
  t.match(await first, { kind: 'request', identifier: 201, type: 21 });
  t.equal(await conversation.respond(response(200, 1)), await first, 'after it');
  t.equal(method.responses, 1);
  await t.rejects(conversation.respond(response(200, 2)), { message: /does not answer/ });
  await t.rejects(conversation.respond(response(202, 1)), { message: /does not answer/ });
  t.match(await conversation.respond(response(201, 1)), { identifier: 202 });
});

test('a conversation ends after fifty rounds', async (t) => {
  const { conversation } = opened(0);
  for (let round = 0; round < 50; round += 1)
    t.match(await conversation.respond(response(round, round)), { kind: 'request' });
  t.match(await conversation.respond(response(50, 50)), { kind: 'failed', reason: /50 rounds/ });
});

test('a Nak is for the first request only', async (t) => {
  const { conversation } = opened(0);
  t.match(await conversation.respond(response(0, 1)), { kind: 'request' });
  t.match(await conversation.respond(response(1, 25, eapType.nak)), {
    kind: 'failed',
    reason: 'the device answers EAP-TTLS by EAP type 3',
  });
});

test('the State of a start is for its client and device, for 30 seconds', async (t) => {
  const clock = new ManualClock();
  const states = new StartStates(30_000, clock.monotonicMs);
  const owner = { client: 1, station: 'phone' };
  const state = states.create(owner, { identifier: 77, type: 21 });
  t.same(states.read(state, owner), { identifier: 77, type: 21 });
  t.equal(states.read(state, { ...owner, client: 2 }), null);
  t.equal(states.read(state, { ...owner, station: null }), null);
  t.equal(states.read(state.subarray(1), owner), null);
  const altered = Buffer.from(state);
  altered.writeUInt8(78, 14);
  t.equal(states.read(altered, owner), null);
  t.equal(new StartStates(30_000, clock.monotonicMs).read(state, owner), null, 'another gateway');
  await clock.advance(31_000);
  t.equal(states.read(state, owner), null);
});

const hello = {
  random: Buffer.alloc(32),
  speaksTls13: true,
  sessionId: Buffer.from('session'),
  tickets: [Buffer.from('one'), Buffer.from('two')],
};

test('sessions are found by what each version of TLS has of them, until their end', (t) => {
  let now = 0;
  const sessions = new TlsSessions<string>({ lifetimeMs: 1000, now: () => now });
  const made = (id: string) => [{ id: Buffer.from(id), octets: Buffer.from(`octets of ${id}`) }];
  sessions.keep(made('session'), 'alice', 'TLSv1.2');
  sessions.keep(made('other'), 'bob', 'TLSv1.3');
  t.same(sessions.find(hello), { octets: Buffer.from('octets of session'), owner: 'alice' });
  t.equal(sessions.ownerOf(Buffer.from('octets of other')), 'bob');
  t.equal(sessions.ownerOf(Buffer.from('octets of session')), null);
  t.notOk(sessions.isRefused(hello));
  sessions.refuse(hello);
  t.ok(sessions.isRefused(hello), 'the next handshake is a full one');
  now = 1001;
  t.equal(sessions.find(hello), null);
  t.notOk(sessions.isRefused(hello));
  sessions.keep(made('session'), 'alice', 'TLSv1.2');
  sessions.clear();
  t.equal(sessions.find(hello), null);
  t.end();
});
