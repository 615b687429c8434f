import { availableParallelism } from 'node:os';
import { hash, verify } from '@node-rs/argon2';
import { GatewayProcess } from '../test/gateway-process.ts';
import { median, percentile, print, type Samples } from './figures.ts';
import { cpuSecondsOf } from './proc.ts';
import { sized } from './scale.ts';

const rounds = sized(5, 1);
const users = sized(32, 4);
const window = 16;
const loginsOfRound = sized(160, 8);
const password = 'a password of a guest';
const accessPoint = 'AA:BB:CC:00:00:01';

/** What some logins, or as many hashes, have taken. */
interface Run {
  readonly perSecond: number;
  /** Processor time of one, in milliseconds. */
  readonly cpuMs: number;
  readonly latenciesMs: Samples;
}

/** Measures logins at the portal, each with a password, in comparison with argon2id alone in the same rounds. */
export async function portal(signal: AbortSignal): Promise<string> {
  const gateway = await GatewayProcess.start();
  try {
    await prepare(gateway);
    const stored = await hash(password);
    const logins: Run[] = [];
    const hashes: Run[] = [];
    let devices = 0;
    const login = () => logIn(gateway, (devices += 1));
    await repeat(login, { count: users, atOnce: window, pid: gateway.pid });
    for (let round = 0; round < rounds; round += 1) {
      signal.throwIfAborted();
      const options = { count: loginsOfRound, pid: process.pid, atOnce: availableParallelism() };
      hashes.push(await repeat(() => verify(stored, password), options));
      logins.push(await repeat(login, { ...options, pid: gateway.pid, atOnce: window }));
    }
    return tableOf(logins, hashes);
  } finally {
    await gateway.remove();
  }
}

async function prepare(gateway: GatewayProcess): Promise<void> {
  const guests = Array.from({ length: users }, (_, number) => ({
    username: `g${number}`,
    password,
  }));
  const point = { name: 'lobby', mac: accessPoint };
  for (const [path, body] of [['/user/', guests] as const, ['/access_point/', point] as const]) {
    const { status, text } = await gateway.gate('POST', path, body);
    if (status !== 201) throw new Error(`${path} answers ${status} ${text}`);
  }
}

async function logIn(gateway: GatewayProcess, device: number): Promise<void> {
  const mac = device.toString(16).padStart(12, '020000000000');
  const guest = { uid: `g${device % users}`, password, mac, ip: '10.0.0.5' };
  const body = { ...guest, ap_mac: accessPoint, vendor: 'radius' };
  const { status, text } = await gateway.gate('POST', '/portal_login/', body);
  if (status !== 201) throw new Error(`a login is answered ${status} ${text}`);
}

interface Repetition {
  readonly count: number;
  readonly atOnce: number;
  /** The process that works. */
  readonly pid: number;
}

async function repeat(
  work: () => Promise<unknown>,
  { count, atOnce, pid }: Repetition,
): Promise<Run> {
  const latenciesMs: number[] = [];
  let begun = 0;
  const cpuBefore = cpuSecondsOf(pid);
  const start = performance.now();
  const lane = async () => {
    while (begun < count) {
      begun += 1;
      const sent = performance.now();
      await work();
      latenciesMs.push(performance.now() - sent);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, lane));
  const seconds = (performance.now() - start) / 1000;
  const cpuMs = (1000 * (cpuSecondsOf(pid) - cpuBefore)) / count;
  return { perSecond: count / seconds, cpuMs, latenciesMs };
}

function tableOf(logins: readonly Run[], hashes: readonly Run[]): string {
  const each = (runs: readonly Run[], of: (run: Run) => number) => runs.map(of);
  const ofHash = { name: 'argon2id alone', samples: each(hashes, ({ perSecond }) => perSecond) };
  const processor = { name: 'argon2id alone', samples: each(hashes, ({ cpuMs }) => cpuMs) };
  const late = (share: number) => each(logins, (run) => percentile(run.latenciesMs, share));
  const share = median(processor.samples) / median(each(logins, ({ cpuMs }) => cpuMs));
  return print({
    title: `logins at the portal, ${window} concurrently, with argon2id at its default cost (19 MiB, 2 passes)`,
    figures: [
      {
        name: 'logins',
        samples: each(logins, (run) => run.perSecond),
        unit: '/s',
        decimals: 1,
        limits: [ofHash],
      },
      { name: 'argon2id alone', samples: ofHash.samples, unit: '/s', decimals: 1 },
      { name: 'p50 of a login', samples: late(0.5), unit: 'ms' },
      { name: 'p99 of a login', samples: late(0.99), unit: 'ms' },
      {
        name: 'processor of a login',
        samples: each(logins, (run) => run.cpuMs),
        unit: 'ms',
        decimals: 1,
        limits: [processor],
      },
    ],
    notes: [
      `argon2id is ${Math.round(100 * share)} % of the processor time of a login: the processors bound logins, and this hash is made to.`,
      'A password is verified at each login of the portal; only RADIUS caches verified passwords.',
    ],
  });
}
