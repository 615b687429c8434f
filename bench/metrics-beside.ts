import { randomUUID } from 'node:crypto';
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import type { GatewayProcess } from '../test/gateway-process.ts';
import { freeUdpPort } from '../test/peers/port.ts';
import { exchangesOf, packetsOfSession } from '../tools/accounting-packets.ts';
import { startBareServer } from './bare-server.ts';
import { EventReaders } from './event-readers.ts';
import { percentile, print, type Figure } from './figures.ts';
import { cpuSecondsOf } from './proc.ts';
import { addClient, secret } from './radius-gateway.ts';
import { sendRequests } from './radius-load.ts';
import { withPages } from './rest-page.ts';
import { firstPolls, pollsOf, startPolling, type Fleet } from './snmp-fleet.ts';
import { sized } from './scale.ts';

const window = 64;
const ticksPerSecond = 10;
const sessionsAtFull = sized(1500, 20);
const besideSeconds = sized(20, 0.5);
const readers = sized(200, 3);
const readSeconds = sized(10, 1);
/** At least one for each tick. */
const sessionsRead = sized(20, ticksPerSecond);
const linesPerSecond = sized(10_000, 100);
const lineSeconds = sized(5, 0.5);

/** Measures accounting at half its rate, readers of events and syslog messages during the polls of a minute. */
export async function measureBeside(fleet: Fleet, signal: AbortSignal): Promise<string[]> {
  const syslogPort = await freeUdpPort();
  const { gateway, remove } = await startPolling(fleet, 60, {
    GATEHOUSE_SYSLOG_LISTENER_ENABLED: 'true',
    GATEHOUSE_SYSLOG_LISTENER_HOST: '127.0.0.1',
    GATEHOUSE_SYSLOG_LISTENER_PORT: String(syslogPort),
  });
  try {
    await addClient(gateway);
    await firstPolls(gateway, fleet.hosts.length);
    const tables = [await besideAccounting(gateway, fleet)];
    signal.throwIfAborted();
    tables.push(await besideReaders(gateway));
    signal.throwIfAborted();
    tables.push(await besideSyslog(gateway, { port: syslogPort, from: fleet.hosts[1] ?? '' }));
    return tables;
  } finally {
    await remove();
  }
}

/** Requests pages of a gateway, and of an idle server, during some work. @returns the figure of both */
export async function besidePages<T>(
  gateway: GatewayProcess,
  work: () => Promise<T>,
): Promise<{ readonly done: T; readonly pages: Figure }> {
  const bare = await startBareServer();
  try {
    const page = { httpPort: bare.port, token: '' };
    const { done: own, latenciesMs } = await withPages(page, () => withPages(gateway, work));
    const p99 = (samples: readonly number[]) => [percentile(samples, 0.99)];
    const pages = {
      name: 'page of REST during it, p99',
      samples: p99(own.latenciesMs),
      unit: 'ms',
      decimals: 1,
      limits: [{ name: 'an idle server', samples: p99(latenciesMs) }],
    };
    return { done: own.done, pages };
  } finally {
    await bare.stop();
  }
}

async function besideAccounting(gateway: GatewayProcess, fleet: Fleet): Promise<string> {
  const { seconds, latenciesMs: atFull } = await send(gateway, sessionsAtFull);
  const half = atFull.length / seconds / 2;
  const [polled, cpu] = [await pollsOf(gateway), cpuSecondsOf(gateway.pid)];
  const began = performance.now();
  const { done, pages } = await besidePages(gateway, () =>
    sendAtRate(gateway, half / packetsOfSession, besideSeconds),
  );
  const took = (performance.now() - began) / 1000;
  const polls = (await pollsOf(gateway)) - polled;
  const wanted = (fleet.hosts.length * took) / 60;
  return print({
    title: 'polls of a minute during accounting at half its rate',
    figures: [
      {
        name: 'packets answered',
        samples: [done.length / took],
        unit: `of ${Math.round(half)} a second`,
      },
      { name: 'packet, p99', samples: [percentile(done, 0.99)], unit: 'ms', decimals: 1 },
      { name: 'polls', samples: [polls], unit: `of ${Math.round(wanted)}` },
      {
        name: 'processor',
        samples: [((cpuSecondsOf(gateway.pid) - cpu) / took) * 100],
        unit: '% of a core',
      },
      pages,
    ],
  });
}

async function besideReaders(gateway: GatewayProcess): Promise<string> {
  const url = `http://127.0.0.1:${gateway.httpPort}/gate/api/v1/events/?kind=session`;
  const reading = await EventReaders.open(url, { token: gateway.token, count: readers });
  const cpu = cpuSecondsOf(gateway.pid);
  // The Stop follows its Start so soon that both are one event.
  const expected = sessionsRead * readSeconds;
  const { pages } = await besidePages(gateway, async () => {
    await sendAtRate(gateway, sessionsRead, readSeconds);
    await reading.until(expected);
  });
  const cpuSeconds = cpuSecondsOf(gateway.pid) - cpu;
  reading.close();
  return print({
    title: `${readers} readers of ${sessionsRead} events a second`,
    figures: [
      { name: 'events of the slowest', samples: [reading.fewest], unit: `of ${expected}` },
      { name: 'processor', samples: [(cpuSeconds / readSeconds) * 100], unit: '% of a core' },
      pages,
    ],
  });
}

async function besideSyslog(
  gateway: GatewayProcess,
  target: { readonly port: number; readonly from: string },
): Promise<string> {
  const cpu = cpuSecondsOf(gateway.pid);
  const { done, pages } = await besidePages(gateway, () => sendLines(target));
  const counted = await countedLines(gateway);
  return print({
    title: 'syslog messages of one device',
    figures: [
      { name: 'sent', samples: [done.sent / done.seconds], unit: 'a second' },
      { name: 'recorded or counted', samples: [counted], unit: `of ${done.sent}` },
      {
        name: 'processor',
        samples: [((cpuSecondsOf(gateway.pid) - cpu) / done.seconds) * 100],
        unit: '% of a core',
      },
      pages,
    ],
  });
}

function send({ acctPort }: GatewayProcess, sessions: number) {
  const exchanges = exchangesOf({ sessions, name: randomUUID().slice(0, 8), secret });
  return sendRequests({ port: acctPort, window, exchanges });
}

/** Sends whole sessions, some each tenth of a second. @returns milliseconds of each packet that was answered */
async function sendAtRate(
  gateway: GatewayProcess,
  sessionsPerSecond: number,
  seconds: number,
): Promise<readonly number[]> {
  const began = performance.now();
  const latenciesMs: number[] = [];
  for (let tick = 0; tick < seconds * ticksPerSecond; tick += 1) {
    const outcome = await send(gateway, Math.round(sessionsPerSecond / ticksPerSecond));
    latenciesMs.push(...outcome.latenciesMs);
    await sleepUntil(began + ((tick + 1) * 1000) / ticksPerSecond);
  }
  return latenciesMs;
}

/** Sends lines from the address of a device, as fast as the rate says. */
async function sendLines({ port, from }: { readonly port: number; readonly from: string }) {
  const socket = createSocket('udp4').bind(0, from);
  await once(socket, 'listening');
  const line = Buffer.from('<30>1 - ap-1 hostapd 7 - - wlan0: STA 02:00:5e:00:53:01 associated');
  const began = performance.now();
  let sent = 0;
  for (let tick = 0; tick < lineSeconds * ticksPerSecond; tick += 1) {
    for (let count = 0; count < linesPerSecond / ticksPerSecond; count += 1) {
      socket.send(line, port, '127.0.0.1');
      sent += 1;
    }
    await sleepUntil(began + ((tick + 1) * 1000) / ticksPerSecond);
  }
  const seconds = (performance.now() - began) / 1000;
  socket.close();
  return { sent, seconds };
}

async function countedLines(gateway: GatewayProcess): Promise<number> {
  const { text } = await gateway.ask('GET', '/metrics', { token: gateway.token });
  const found = text.matchAll(
    /^gatehouse_(?:syslog_messages|notification_kernel_drops)_total\{.*\} (\d+)$/gm,
  );
  return [...found].reduce((sum, [, count]) => sum + Number(count), 0);
}

async function sleepUntil(time: number): Promise<void> {
  await sleep(Math.max(0, time - performance.now()));
}
