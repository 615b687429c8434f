import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Command, InvalidArgumentError } from 'commander';
import { Type } from 'typebox';
import { ApiClient } from './api-client.ts';
import { GatewayProcess } from './gateway-process.ts';
import { greeting } from './greeting.ts';
import { simulateGuests } from './guest-simulation.ts';
import { SimulatedNas, type SimulatedNasOptions } from './simulated-nas.ts';
import { serveSignIn } from './sign-in-link.ts';
import { ChangeMonitor } from './change-monitor.ts';
import {
  registerDevice,
  registerNas,
  generateSecret,
  startDevices,
  syncDevice,
  type CleanUp,
  type SimulatedDevice,
} from './simulated-site.ts';

/* Runs a gateway with a small simulated site around it, for a trial without devices. */

const exitCodeTimeoutMs = 1000;

const program = new Command('demo')
  .description('run a gateway with simulated devices and guests, all of them on this machine')
  .option('--seconds <number>', 'end by itself after so many seconds', wholeSeconds);
const { seconds } = program.parse().opts<{ seconds?: number }>();

const end = new AbortController();
const finish = () => {
  end.abort();
};
// Not `once`: npm forwards a signal that the terminal has already sent to the whole group.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, finish);
// The reader of standard output has closed it.
process.stdout.on('error', finish);

await run().catch((error: unknown) => {
  if (end.signal.aborted && error instanceof Error && error.name === 'AbortError') return;
  process.stderr.write(
    `The demo has ended: ${error instanceof Error ? error.message : String(error)}\n`,
  );
  process.exitCode = 1;
});
// A handle that is still open must not delay the end.
process.exit();

function wholeSeconds(text: string): number {
  if (!/^[1-9]\d{0,5}$/.test(text)) throw new InvalidArgumentError('expected a number of seconds');
  return Number(text);
}

/** Starts everything, waits for the end, and stops everything in the reverse order, even after a failed start. */
async function run(): Promise<void> {
  const closers: CleanUp[] = [];
  try {
    const folder = await mkdtemp(join(tmpdir(), 'gatehouse-demo-'));
    closers.push(() => rm(folder, { recursive: true, force: true }));
    // The devices start before the gateway and end after it, so that its last requests are answered.
    const devices = await startDevices(closers);
    const gateway = await GatewayProcess.start(folder);
    closers.push(() => gateway.stop());
    await gateway.waitUntilReady(end.signal);
    await whileItRuns(gateway, live({ gateway, devices, closers }));
  } finally {
    await closeAll(closers);
  }
}

/** Waits for the site or for a failure of the gateway. After a failure the site ends too, so that all sockets are closed. */
async function whileItRuns(gateway: GatewayProcess, site: Promise<void>): Promise<void> {
  try {
    await Promise.race([gateway.failed, site]);
  } catch (error) {
    // A dying gateway resets open requests first; its exit code follows a moment later.
    if (!end.signal.aborted) await Promise.race([gateway.failed, sleep(exitCodeTimeoutMs)]);
    throw error;
  } finally {
    end.abort();
    await site.catch(() => undefined);
  }
}

async function closeAll(closers: CleanUp[]): Promise<void> {
  const close = closers.pop();
  if (!close) return;
  try {
    await close();
  } finally {
    await closeAll(closers);
  }
}

interface DemoSite {
  readonly gateway: GatewayProcess;
  readonly devices: readonly SimulatedDevice[];
  readonly closers: CleanUp[];
}

/** Registers the site with the gateway and simulates guests until the end. */
async function live({ gateway, devices, closers }: DemoSite): Promise<void> {
  const api = new ApiClient(gateway.baseUrl, gateway.readToken(), end.signal);
  const secret = generateSecret();
  for (const device of devices) await registerDevice(api, device);
  await registerNas(api, secret);
  const password = await setAdminPassword(api);
  const signIn = await serveSignIn({ baseUrl: gateway.baseUrl, username: 'admin', password });
  closers.push(() => signIn.close());
  process.stdout.write(
    greeting({
      baseUrl: gateway.baseUrl,
      signInUrl: signIn.url,
      tokenFile: gateway.tokenFile,
      logFile: gateway.logFile,
      password,
    }),
  );
  const timer = seconds === undefined ? undefined : setTimeout(finish, seconds * 1000);
  closers.push(() => {
    clearTimeout(timer);
  });
  await Promise.all(devices.map((device) => syncDevice(api, device).then(printLine)));
  const accessPoints = await openAccessPoints(devices, closers, {
    port: gateway.acctPort,
    secret,
    onUnanswered: printLine,
  });
  await Promise.all([
    simulateGuests(accessPoints, end.signal),
    new ChangeMonitor(api, printLine).run(end.signal),
  ]);
}

/** Gives the administrator a password for the console. @returns the password */
async function setAdminPassword(api: ApiClient): Promise<string> {
  const password = randomBytes(9).toString('base64url');
  const path = '/gate/api/v1/user/username/admin/';
  await api.send({ method: 'PATCH', path, body: { password } }, Type.Unknown());
  return password;
}

/** Starts the access points as RADIUS clients that go down and up with their machines. */
async function openAccessPoints(
  devices: readonly SimulatedDevice[],
  closers: CleanUp[],
  server: Pick<SimulatedNasOptions, 'port' | 'secret' | 'onUnanswered'>,
): Promise<readonly SimulatedNas[]> {
  const accessPoints: SimulatedNas[] = [];
  for (const { name, machine } of devices.filter(({ type }) => type === 'openwrt')) {
    const number = accessPoints.length + 1;
    const nas = await SimulatedNas.open({
      name,
      address: `192.0.2.${number}`,
      mac: `02-00-5E-00-00-0${number}`,
      ...server,
    });
    closers.push(() => {
      nas.close();
    });
    machine.on('down', () => {
      printLine(`${name} reboots`);
      nas.powerOff();
    });
    machine.on('up', () => void nas.powerOn());
    await nas.powerOn();
    accessPoints.push(nas);
  }
  return accessPoints;
}

function printLine(line: string): void {
  process.stdout.write(`${new Date().toTimeString().slice(0, 8)}  ${line}\n`);
}
