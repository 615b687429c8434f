import { createSocket, type Socket } from 'node:dgram';
import { closeSync, openSync, rmSync, writeSync } from 'node:fs';
import { randomBytes, randomInt } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { errorCode } from '../src/contract/errors.ts';
import type { SoakSite } from './soak-site.ts';

/* What happens to a gateway in a soak; each event takes a few seconds and leaves a gateway that runs. */

/** @returns false if the machine lacks what the event needs */
export type SoakEvent = (site: SoakSite) => Promise<boolean>;

export const soakEvents: ReadonlyMap<string, SoakEvent> = new Map<string, SoakEvent>([
  ['kill', kill],
  ['flood of packets', floodPackets],
  ['clock jump', jumpClock],
  ['flood of strangers', floodStrangers],
  ['full disk', fillDisk],
  ['kill in a flood', killInFlood],
]);

async function kill({ gateway }: SoakSite): Promise<boolean> {
  await sleep(randomInt(0, 2_000));
  await gateway.signal('SIGKILL');
  await gateway.start();
  return true;
}

const offsets = [3_600, -3_600, 86_400, -86_400, 30, -30];

async function jumpClock(site: SoakSite): Promise<boolean> {
  if (!site.setClock(offsets[randomInt(0, offsets.length)] ?? 0)) return false;
  await sleep(4_000);
  // Half of the time a restart happens while the clock is wrong.
  if (randomInt(0, 2) === 0) await kill(site);
  site.setClock(0);
  await sleep(2_000);
  return true;
}

/** Sends packets with random octets, and with a valid header and no valid authenticator, also from clients' addresses. */
async function floodPackets({ gateway, tenants }: SoakSite): Promise<boolean> {
  const sources = ['127.0.0.1', ...tenants.map(({ address }) => address)];
  const sockets = sources.map((address) => createSocket('udp4').bind(0, address));
  for (let turn = 0; turn < 200; turn += 1) {
    for (const socket of sockets) sendBadPackets(socket, [gateway.acctPort, gateway.authPort]);
    await sleep(10);
  }
  for (const socket of sockets) socket.close();
  return true;
}

function sendBadPackets(socket: Socket, ports: readonly number[]): void {
  for (const port of ports)
    for (let count = 0; count < 5; count += 1) socket.send(badPacket(), port, '127.0.0.1');
}

function badPacket(): Buffer {
  const packet = randomBytes(randomInt(1, 600));
  if (packet.length < 20 || randomInt(0, 2) === 0) return packet;
  packet.writeUInt8(randomInt(0, 2) === 0 ? 4 : 1, 0);
  packet.writeUInt16BE(packet.length, 2);
  return packet;
}

/** Sends requests without a token or with a wrong one, some with large bodies. */
async function floodStrangers({ gateway }: SoakSite): Promise<boolean> {
  const body = JSON.stringify({ name: 'x'.repeat(500_000) });
  const paths = ['/gate/api/v1/aaa_accounting/', '/control/api/v1/inventory_device/', '/readyz'];
  const strange = async (number: number) => {
    for (let count = 0; count < 20; count += 1) {
      const isPost = (number + count) % 5 === 0;
      await gateway
        .ask(isPost ? 'POST' : 'GET', paths[count % paths.length] ?? '/', {
          token: count % 2 === 0 ? '' : 'gh_wrong',
          body: isPost ? body : undefined,
        })
        .catch(() => undefined);
    }
  };
  await Promise.all(Array.from({ length: 30 }, (_, number) => strange(number)));
  return true;
}

async function killInFlood(site: SoakSite): Promise<boolean> {
  await Promise.all([floodPackets(site), kill(site)]);
  return true;
}

/** Fills the disk of the store for some seconds. */
async function fillDisk(site: SoakSite): Promise<boolean> {
  if (!site.hasSmallDisk) return false;
  const descriptor = openSync(site.filler, 'w');
  for (const octets of [1 << 20, 1 << 12, 1]) writeUntilFull(descriptor, Buffer.alloc(octets, 1));
  closeSync(descriptor);
  await sleep(4_000);
  rmSync(site.filler);
  return true;
}

function writeUntilFull(descriptor: number, octets: Buffer): void {
  try {
    for (;;) writeSync(descriptor, octets);
  } catch (error) {
    if (errorCode(error) !== 'ENOSPC') throw error;
  }
}
