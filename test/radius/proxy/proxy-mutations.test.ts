import tap, { test } from 'tap';
import { memoryOf } from '../../../bench/proc.ts';
import { eventually, GatewayProcess } from '../../gateway-process.ts';
import { faultOf, sendBentRequests, startBentUpstream } from './proxy-mutations.ts';
import { sendMutations } from '../core/mutations.ts';

/* A gateway between a NAS and an upstream that both send malformed packets. */

const [secret, shared] = ['secret-of-the-nas', 'secret-of-the-upstream'];
const seed = 20_261_122;
const warmUp = 600;
const requests = 800;
/** Normal variation of the heap; 6,000 further requests were seen to add nothing. */
const mostGrowth = 100e6;

const gateway = await GatewayProcess.start({
  GATEHOUSE_LOG_LEVEL: 'error',
  GATEHOUSE_POLLING_ENABLED: 'false',
});
const upstream = await startBentUpstream({ secret: shared, seed });
tap.teardown(async () => {
  await gateway.remove();
  await upstream.stop();
});
const lax = { require_message_authenticator: 'no', limit_proxy_state: 'no' };
await gateway.gate('POST', '/aaa_client/', { name: 'nas', address: '127.0.0.1', secret, ...lax });
const ports = { auth_port: upstream.port, acct_port: upstream.port };
const fields = {
  name: 'bent',
  address: '127.0.0.1',
  secret: shared,
  handles_accounting: true,
  ...ports,
};
const made = await gateway.gate('POST', '/aaa_upstream/', fields);
const path = `/aaa_upstream/${String(made.body['id'])}/`;
await eventually(
  () => gateway.call('GET', '/metrics'),
  ({ text }) => text.includes('gatehouse_forward'),
);
const bent = (more: number, count: number) =>
  sendBentRequests({ port: gateway.authPort, secret, seed: seed + more, requests: count });

test(
  'malformed requests and replies stop nothing, leak no memory, and every reply to the NAS is valid',
  { timeout: 120_000 },
  async (t) => {
    const { pid } = gateway;
    const first = await bent(0, warmUp);
    const before = memoryOf(pid).resident;
    const then = await bent(1, requests);
    const growth = memoryOf(pid).resident - before;
    const answered = first.answered + then.answered;
    t.ok(answered > (warmUp + requests) / 2, `${answered} answered`);
    t.ok(upstream.sent() > answered, `${upstream.sent()} bent replies`);
    t.strictSame([...first.faults, ...then.faults].slice(0, 5), []);
    t.ok(growth < mostGrowth, `${Math.round(growth / 1e6)} MB more in memory`);
    t.equal(gateway.pid, pid);
    t.equal((await gateway.call('GET', '/readyz')).status, 200);
    t.notMatch(gateway.output, /"level":[4-6]0/, 'and nothing was logged as an error');
  },
);

test(
  'accounting is forwarded although malformed replies arrive, until the queue is empty',
  { timeout: 120_000 },
  async (t) => {
    const bentBefore = upstream.sent();
    await sendMutations({ port: gateway.acctPort, secret, seed: seed + 2, packets: 256 });
    const shown = await eventually(
      () => gateway.gate('GET', path),
      ({ body }) => body['pending'] === 0,
      60_000,
    );
    t.match(shown.body, { pending: 0, oldest_pending: null });
    t.ok(upstream.sent() > bentBefore + 100, `${upstream.sent() - bentBefore} bent replies`);
    t.match(
      (await gateway.call('GET', '/metrics')).text,
      /^gatehouse_forward_sent_total\{upstream="bent",outcome="acknowledged"\} [1-9]\d/m,
    );
    t.equal((await gateway.call('GET', '/readyz')).status, 200);
    t.notMatch(gateway.output, /"level":[4-6]0/);
  },
);

test('an invalid reply is detected', (t) => {
  const faultIn = (answer: Buffer) => faultOf(answer, { requests: [Buffer.alloc(20)], secret });
  const header = (code: number, length: number) =>
    Buffer.from([code, 1, 0, length, ...Buffer.alloc(16)]);
  t.equal(faultIn(header(2, 21)), 'length');
  t.equal(faultIn(header(5, 20)), 'code');
  t.equal(
    faultIn(Buffer.concat([header(2, 22), Buffer.from([1, 1])])),
    'attributes do not fill it',
  );
  t.equal(faultIn(header(2, 20)), 'authenticator');
  t.end();
});
