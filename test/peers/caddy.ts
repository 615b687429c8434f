import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { guideBlock } from '../../tools/documents/guide-blocks.ts';
import { startChild } from './child.ts';
import type { Proxy } from './nginx.ts';
import { freeTcpPort } from './port.ts';

/**
 * Starts Caddy in front of a gateway, with the lines of docs/operations.md, without a certificate.
 *
 * @param gatewayPort  port of the gateway on the loopback interface
 */
export async function startCaddy(gatewayPort: number): Promise<Proxy> {
  const site = guideBlock('caddy');
  const folder = mkdtempSync(join(tmpdir(), 'caddy-'));
  const port = await freeTcpPort();
  const file = join(folder, 'Caddyfile');
  const served = site
    .replace('gw.example.net', `http://127.0.0.1:${port}`)
    .replace('127.0.0.1:8080', `127.0.0.1:${gatewayPort}`);
  writeFileSync(file, `{\n  admin off\n  storage file_system ${folder}\n}\n${served}`);
  const child = await startChild({
    command: '/usr/bin/caddy',
    args: ['run', '--config', file, '--adapter', 'caddyfile'],
    env: { HOME: folder },
    ready: (output) => output.includes('serving initial configuration'),
  });
  return {
    port,
    async stop() {
      await child.stop();
      rmSync(folder, { recursive: true });
    },
  };
}
