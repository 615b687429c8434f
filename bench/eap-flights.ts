import { generateKeyPairSync } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { connect } from 'node:tls';
import { EapTlsServer, type TlsChannel } from '../src/protocol/eap/tls-channel.ts';
import { issueCertificate } from '../src/tls/issue.ts';
import { ofDevice } from './eap-station.ts';
import { percentile, print, type Figure } from './figures.ts';
import { sized } from './scale.ts';
import { DeviceTransport } from '../test/radius/eap/device-transport.ts';

const handshakes = sized(1000, 10);

const keys = {
  'P-256': () => generateKeyPairSync('ec', { namedCurve: 'P-256' }),
  'RSA of 2,048 bits': () => generateKeyPairSync('rsa', { modulusLength: 2048 }),
} as const;

/** Measures for how long a flight of a device holds the event loop, until its answer is written. */
export async function loopHeldByFlights(signal: AbortSignal): Promise<string> {
  const figures: Figure[] = [];
  for (const [name, create] of Object.entries(keys)) {
    const server = new EapTlsServer(selfSigned(create()), 1);
    const heldMs: number[] = [];
    for (let count = 0; count < handshakes; count += 1) {
      signal.throwIfAborted();
      await handshake(server, heldMs);
    }
    for (const [share, word] of [
      [0.5, 'median'],
      [0.99, 'p99'],
      [1, 'longest'],
    ] as const)
      figures.push({
        name: `${name}, ${word}`,
        samples: [percentile(heldMs, share)],
        unit: 'ms',
        decimals: 2,
      });
  }
  return print({ title: `Event loop held by a flight, ${handshakes} handshakes`, figures });
}

function selfSigned({ publicKey, privateKey }: ReturnType<(typeof keys)['P-256']>) {
  const [notBefore, notAfter] = [
    new Date(Date.now() - 86_400_000),
    new Date(Date.now() + 86_400_000),
  ];
  const purpose = { kind: 'server', names: ['radius.example'] } as const;
  const content = { commonName: 'radius.example', publicKey, notBefore, notAfter, purpose };
  const cert = issueCertificate(content, { commonName: 'radius.example', publicKey, privateKey });
  return { cert, key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString() };
}

async function handshake(server: EapTlsServer, heldMs: number[]): Promise<void> {
  const transport = new DeviceTransport();
  const device = connect({ ...ofDevice, socket: transport });
  device.on('error', () => undefined);
  const channel = server.open();
  while (!channel.socket) {
    for (let turn = 0; turn < 4; turn += 1) await nextTurn();
    const held = await receive(channel, transport.takeSent());
    if (held !== null) heldMs.push(held);
    transport.push(channel.takeOutput());
  }
  channel.close();
  device.destroy();
}

/**
 * Measures a flight. The process does nothing else meanwhile.
 *
 * @returns null: another process has taken the core
 */
async function receive(channel: TlsChannel, flight: Buffer): Promise<number | null> {
  const { involuntaryContextSwitches: before } = process.resourceUsage();
  const began = performance.now();
  await channel.receive(flight);
  const heldMs = performance.now() - began;
  return process.resourceUsage().involuntaryContextSwitches === before ? heldMs : null;
}
