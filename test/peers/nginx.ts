import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { guideBlock } from '../../tools/documents/guide-blocks.ts';
import { startChild } from './child.ts';
import { freeTcpPort } from './port.ts';

/** A proxy in front of a gateway. */
export interface Proxy {
  readonly port: number;
  stop(): Promise<void>;
}

/**
 * Starts nginx in front of a gateway, with the lines of docs/operations.md.
 *
 * @param gatewayPort  port of the gateway on the loopback interface
 */
export async function startNginx(gatewayPort: number): Promise<Proxy> {
  const location = guideBlock('nginx');
  const folder = mkdtempSync(join(tmpdir(), 'nginx-'));
  chmodSync(folder, 0o755);
  const port = await freeTcpPort();
  const path = (name: string) => join(folder, name);
  const folders = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `${name}_temp_path ${path(name)};`,
  );
  writeFileSync(
    path('conf'),
    `daemon off; worker_processes 1; pid ${path('pid')}; error_log stderr notice;
events {}
http {
  access_log off; ${folders.join(' ')}
  server {
    listen 127.0.0.1:${port};
    ${location.replace('127.0.0.1:8080', `127.0.0.1:${gatewayPort}`)}
  }
}
`,
  );
  const child = await startChild({
    command: '/usr/sbin/nginx',
    args: ['-e', 'stderr', '-p', folder, '-c', path('conf')],
    ready: (output) => output.includes('start worker process'),
  });
  return {
    port,
    async stop() {
      await child.stop();
      rmSync(folder, { recursive: true });
    },
  };
}
