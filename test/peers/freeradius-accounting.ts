import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { installFreeRadius, type Installed } from './freeradius.ts';
import { freeUdpPort } from './port.ts';

/** An Accounting-Request of FreeRADIUS' detail file: the values of each attribute by its name. */
export type Detail = ReadonlyMap<string, readonly string[]>;

/** FreeRADIUS as the upstream of the accounting proxy. It keeps its port while it is stopped. */
export interface AccountingServer extends Pick<Installed, 'start' | 'stop' | 'remove'> {
  readonly port: number;
  /** Returns the received requests in order, those from before a stop included. */
  readonly details: () => Promise<readonly Detail[]>;
}

/**
 * Starts FreeRADIUS with its own configuration on a free port of the loopback interface. It writes each request to a
 * detail file before it answers.
 */
export async function startAccountingServer(secret: string): Promise<AccountingServer> {
  const port = await freeUdpPort();
  const installed = await installFreeRadius(
    (directory) => configuration({ secret, directory, port }),
    { flags: '-f' },
  );
  await installed.start();
  const details = detailReader(join(installed.directory, 'detail'));
  return { ...installed, port, details };
}

/** Returns a function that reads what was added to the file since its last call: tests call it again and again. */
function detailReader(file: string): () => Promise<readonly Detail[]> {
  const details: Detail[] = [];
  let consumed = 0;
  return async () => {
    const text = (await readFile(file).catch(() => Buffer.alloc(0))).subarray(consumed);
    const end = text.lastIndexOf('\n\n');
    if (end >= 0) {
      details.push(...detailsIn(text.toString('utf8', 0, end)));
      consumed += end + 2;
    }
    return [...details];
  };
}

function detailsIn(text: string): Detail[] {
  const records = text.split('\n\n').filter((record) => record.includes('Acct-Status-Type'));
  return records.map((record) => {
    const detail = new Map<string, string[]>();
    for (const [, name = '', value = ''] of record.matchAll(/^\t(\S+) = (.*)$/gm))
      detail.set(name, [...(detail.get(name) ?? []), value.replace(/^"(.*)"$/, '$1')]);
    return detail;
  });
}

interface Place {
  readonly directory: string;
  readonly port: number;
  readonly secret: string;
}

function configuration({ directory, port, secret }: Place): string {
  return `
proxy_requests = no
max_requests = 65536
client gateway {
  ipaddr = 127.0.0.1
  secret = "${secret}"
  require_message_authenticator = no
}
modules {
  detail {
    filename = ${directory}/detail
    permissions = 0600
    locking = yes
  }
}
server acct {
  listen {
    type = acct
    ipaddr = 127.0.0.1
    port = ${port}
    recv_buff = 4194304
  }
  accounting {
    detail
  }
}
`;
}
