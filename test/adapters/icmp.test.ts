import { execFile, execFileSync } from 'node:child_process';
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { networkInterfaces, tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { test, type Test } from 'tap';
import type { Static } from 'typebox';
import adapter from '../../adapters/icmp.ts';
import { asFault } from '../../src/contract/errors.ts';
import { parsePingOutput } from '../../src/protocol/ping.ts';
import { validateAgainst } from '../../src/contract/schema.ts';
import { eventually } from '../gateway-process.ts';
import { siblingModule } from '../../src/runtime/package-root.ts';

const hasIpv6 = networkInterfaces()['lo']?.some(({ family }) => family === 'IPv6') ?? false;
const never = new AbortController().signal;

async function diagnose(host: string, options: object = {}, signal = never) {
  const target = {
    name: 'ap-lobby-01',
    host,
    options: validateAgainst<Static<typeof adapter.options>>(
      adapter.options,
      { ...options },
      'options',
    ),
    credentials: {},
    checkHostKey: () => Promise.resolve(false),
  };
  return adapter.diagnose?.(target, { kind: 'ping' }, { signal, log: () => undefined });
}

async function faultOf(work: Promise<unknown>) {
  const begun = performance.now();
  const fault = await work.then(() => null, asFault);
  return { kind: fault?.kind, message: fault?.message ?? '', ms: performance.now() - begun };
}

/** Puts a program named ping before the system's, for what a real one does not do on demand. */
function pingIs(t: Test, script: string | null): string {
  const directory = mkdtempSync(join(tmpdir(), 'ping-'));
  const path = process.env['PATH'];
  t.teardown(() => {
    process.env['PATH'] = path;
    rmSync(directory, { recursive: true });
  });
  if (script !== null) {
    writeFileSync(join(directory, 'ping'), `#!/bin/sh\n${script}\n`);
    chmodSync(join(directory, 'ping'), 0o755);
  }
  process.env['PATH'] = script === null ? directory : `${directory}:${path ?? ''}`;
  return directory;
}

const readIfExists = (file: string) => (existsSync(file) ? readFileSync(file, 'utf8') : '');

/** A process that was killed is there until its parent has taken notice. */
async function isGone(pid: number): Promise<boolean> {
  return eventually(
    () => Promise.resolve(!existsSync(`/proc/${pid}`)),
    (isSo) => isSo,
  );
}

for (const host of ['127.0.0.1', 'localhost', ...(hasIpv6 ? ['::1'] : [])]) {
  test(`${host} answers every packet, and the times are in order`, async (t) => {
    const diagnosis = await diagnose(host, { count: 3 });
    const {
      min_response_time: min,
      avg_response_time: avg,
      max_response_time: max,
      ...counts
    } = diagnosis?.summary ?? {};
    t.same(counts, { packets_sent: 3, packets_received: 3, packet_loss: 0 });
    const times = [min, avg, max].map(Number);
    t.ok(
      times.every((time) => time > 0 && time < 1_000),
      times.join(' '),
    );
    t.same(
      times,
      times.toSorted((a, b) => a - b),
    );
    t.match(diagnosis?.raw, '3 packets transmitted, 3 received');
  });
}

test(
  'a device that does not answer is a result, without times',
  { skip: !hasIpv6 && 'no IPv6 here' },
  async (t) => {
    // A link-local address of the loopback interface that no machine has: packets vanish, and never leave this machine.
    const diagnosis = await diagnose('fe80::dead%lo', { count: 2, timeout: 0.5 });
    t.same(diagnosis?.summary, {
      packets_sent: 2,
      packets_received: 0,
      packet_loss: 100,
      min_response_time: null,
      avg_response_time: null,
      max_response_time: null,
    });
  },
);

for (const host of [
  '-f',
  '-h',
  ';reboot',
  '$(reboot)',
  '127.0.0.1 -f',
  '127.0.0.1\n',
  '',
  'a'.repeat(254),
]) {
  test(`host ${JSON.stringify(host.slice(0, 20))} is refused before ping is started`, async (t) => {
    const directory = pingIs(t, 'touch "$(dirname "$0")/started"');
    const { kind, message } = await faultOf(diagnose(host));
    t.equal(kind, 'unreachable');
    t.match(message, 'neither an IP address nor a host name');
    t.notOk(existsSync(join(directory, 'started')));
  });
}

test('a host is handed over after `--`, as a number', async (t) => {
  const directory = pingIs(t, 'echo "$LC_ALL" "$@" >"$(dirname "$0")/seen"; exit 1');
  await faultOf(diagnose('localhost', { count: 2, packet_size: 100 }));
  t.match(
    readFileSync(join(directory, 'seen'), 'utf8'),
    /^C -n -[46] -c 2 -i 0\.2 -W 1 -s 100 -- (127\.0\.0\.1|::1)\n$/,
  );
});

test('a name that does not resolve is unreachable', async (t) => {
  const { kind, message } = await faultOf(diagnose('no-such-host.invalid'));
  t.equal(kind, 'unreachable');
  t.match(message, 'no-such-host.invalid');
});

test('an address that may not be pinged is unreachable, in the words of ping', async (t) => {
  const { kind, message } = await faultOf(diagnose('255.255.255.255'));
  t.equal(kind, 'unreachable');
  t.match(message, 'broadcast');
});

test('a missing ping command names the package to install', async (t) => {
  pingIs(t, null);
  const { kind, message } = await faultOf(diagnose('127.0.0.1'));
  t.equal(kind, 'unsupported');
  t.match(message, 'iputils-ping');
});

test('a missing permission to ping is reported', async (t) => {
  pingIs(t, 'echo "ping: socktype: SOCK_RAW: Operation not permitted" >&2; exit 2');
  const { kind, message } = await faultOf(diagnose('127.0.0.1'));
  t.equal(kind, 'unsupported');
  t.match(message, 'Operation not permitted');
});

test('programs with a capability that the gateway is denied are reported', async (t) => {
  // Without CAP_NET_RAW in the bounding set, as in a container without capabilities, such a program does not begin.
  const directory = pingIs(t, '');
  for (const name of ['ping', 'fping']) {
    copyFileSync('/bin/true', join(directory, name));
    execFileSync('setcap', ['cap_net_raw=ep', join(directory, name)]);
  }
  const [pingFile, fpingFile] = ['ping', 'fping'].map((name) =>
    JSON.stringify(siblingModule(`../../src/protocol/${name}`, import.meta.url).href),
  );
  const script = `
    const { ping } = await import(${pingFile});
    const { sweepAddresses } = await import(${fpingFile});
    const request = { host: '127.0.0.1', count: 1, intervalSeconds: 1, timeoutSeconds: 1, payloadOctets: 56 };
    const signal = AbortSignal.timeout(10_000);
    await ping(request, signal).catch(({ kind, message }) => console.log(kind, message));
    console.log(await sweepAddresses(['127.0.0.1'], { timeoutMs: 100, signal }).catch(String));`;
  const node = [process.execPath, '--input-type=module', '-e', script];
  const { stdout } = await promisify(execFile)('setpriv', ['--bounding-set=-all', ...node]);
  t.equal(stdout, 'unsupported this machine does not let the gateway ping (spawn EPERM)\nnull\n');
});

test('at the deadline ping is ended', async (t) => {
  const directory = pingIs(t, 'echo $$ >"$(dirname "$0")/pid"; exec sleep 300');
  const deadline = new AbortController();
  const failure = faultOf(diagnose('127.0.0.1', { count: 100, interval: 5 }, deadline.signal));
  const written = () => Promise.resolve(readIfExists(join(directory, 'pid')));
  const pid = Number(await eventually(written, (text) => text.endsWith('\n')));
  deadline.abort();
  const { kind, ms } = await failure;
  t.equal(kind, 'timeout');
  t.ok(ms < 100_000, `${ms} ms`);
  t.ok(await isGone(pid), `process ${pid} is gone`);
});

const outputs = [
  { name: 'nothing', raw: '' },
  { name: 'help', raw: '\nUsage\n  ping [options] <destination>\n\nOptions:\n  -4  use IPv4\n' },
  { name: 'one word', raw: 'PING\n2 packets transmitted, 2 received\n' },
  {
    name: 'counts without a loss',
    raw: 'PING 127.0.0.1 (127.0.0.1) 56(84) bytes of data.\n2 packets transmitted, 2 received\n',
  },
  {
    name: 'an answer without its time',
    raw: 'PING a (b) 1 x\nfrom x: a=1 b=2 c=3\n--- x ---\n1 packets transmitted, 1 received, 0% packet loss',
  },
];

for (const { name, raw } of outputs) {
  test(`a ping that prints ${name} is garbled`, (t) => {
    t.throws(() => parsePingOutput('127.0.0.1', raw), { name: 'Fault', kind: 'garbled' });
    t.end();
  });
}

test('options have defaults that an unprivileged ping takes', (t) => {
  t.same(validateAgainst(adapter.options, {}, 'options'), {
    count: 4,
    interval: 0.2,
    timeout: 1,
    packet_size: 56,
  });
  for (const options of [
    { count: 101 },
    { count: 0 },
    { interval: 0.1 },
    { packet_size: 8 },
    { flood: true },
  ]) {
    const checked = () => {
      validateAgainst(adapter.options, options, 'options');
    };
    t.throws(checked, { message: new RegExp(`^options.*${Object.keys(options).join()}`) });
  }
  t.end();
});
