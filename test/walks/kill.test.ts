import tap, { test } from 'tap';
import { GatewayProcess } from '../gateway-process.ts';
import { killRound, missing, type Answered } from '../peers/kill-rounds.ts';

/* An answered packet is on disk: the gateway is killed in the middle of a stream of accounting. `npm run bench -- kill` does so 200 times. */

const rounds = 12;
const secret = 'a-secret-of-22-octets!';

const gateway = await GatewayProcess.start({ GATEHOUSE_LOG_LEVEL: 'error' });
tap.teardown(() => gateway.remove());
await gateway.gate('POST', '/aaa_client/', { name: 'nas', address: '127.0.0.1', secret });

const answered: Answered = new Map();

test(
  'what was answered before a kill is in the store after it, twelve times',
  { timeout: 180_000 },
  async (t) => {
    for (let round = 0; round < rounds; round += 1) {
      const { answers, missing: lost } = await killRound(gateway, {
        name: `round-${round}`,
        secret,
        answered,
      });
      t.ok(answers > 0, `round ${round}: ${answers} packets answered`);
      t.same(lost, [], `round ${round}: nothing that was answered is missing`);
    }
    t.ok(answered.size > rounds * 10, `${answered.size} sessions`);
  },
);

test('the comparison notices a packet that is missing', (t) => {
  const [[session = '', octets = 0] = []] = answered;
  answered.set('never-sent', 1);
  answered.set(session, octets + 1);
  t.same(new Set(missing(gateway.database, answered)), new Set(['never-sent', session]));
  t.end();
});
