import { test } from 'tap';
import { parseHop } from '../../../src/protocol/probe/traceroute.ts';
import { canMakeNamespaces, path, runOnHost } from '../../peers/path-of-routers.ts';
import { siblingModule } from '../../../src/runtime/package-root.ts';

const module = siblingModule('../../../src/protocol/probe/traceroute', import.meta.url).href;
const program = `
const { traceroute } = await import(${JSON.stringify(module)});
const request = { maxHops: 8, tries: 2, timeoutSeconds: 2, payloadOctets: 38, networkInterface: '', dscp: 0 };
const [, address] = process.argv;
console.log(JSON.stringify(await traceroute({ ...request, address }, new AbortController().signal)));
`;

const isPossible = await canMakeNamespaces();

test(
  'a path of three routers is found hop by hop, as traceroute shows it',
  { skip: isPossible ? false : 'this machine makes no network namespaces for its users' },
  async (t) => {
    const [, , , target] = path;
    const node = [process.execPath, '--input-type=module', '-e', program, target];
    const shown = 'traceroute -n -q 2 "$0"';
    const both = await runOnHost(['sh', '-c', `${shown}; "$@"`, target, ...node]);
    const lines = both.split('\n');
    const hops = JSON.parse(lines.find((line) => line.startsWith('[')) ?? '[]') as {
      hop: number;
      address: string;
      error_code: number;
      rtt: number[];
    }[];
    const addresses = lines.flatMap((line) => /^ *\d+ {2}(\S+)/.exec(line)?.[1] ?? []);
    t.same(addresses, path);
    t.same(
      hops.map(({ hop, address, error_code }) => [hop, address, error_code]),
      path.map((address, at) => [at + 1, address, 0]),
    );
    for (const { rtt } of hops) t.ok(rtt.length === 2 && rtt.every((ms) => ms > 0 && ms < 1000));
  },
);

test('a line of traceroute is a hop with the times of all its probes', (t) => {
  t.same(parseHop(' 2  * * *'), { hop: 2, address: null, error_code: null, rtt: [] });
  t.same(parseHop('10  192.0.2.1  1.5 ms 192.0.2.2  2.5 ms *'), {
    hop: 10,
    address: '192.0.2.1',
    error_code: 0,
    rtt: [1.5, 2.5],
  });
  t.match(parseHop(' 3  2001:db8::1  7.1 ms !P'), { address: '2001:db8::1', error_code: 2 });
  t.equal(parseHop('traceroute to 192.0.2.1 (192.0.2.1), 30 hops max, 60 byte packets'), null);
  t.end();
});
