import { spawn } from 'node:child_process';
import { once } from 'node:events';

/* FreeRADIUS' radclient (Debian: freeradius-utils). It checks the authenticators of a reply itself. */

export interface RadclientRequest {
  readonly to: { readonly address: string; readonly port: number };
  readonly command: 'acct' | 'auth' | 'status' | 'disconnect';
  readonly attributes: string;
  readonly secret: string;
  /** How long the reply is waited for once the request was sent. */
  readonly seconds: number;
  /** Seconds after which the request is sent again; absent: it is sent once. */
  readonly repeatAfter?: number;
}

export interface RadclientOutcome {
  /** True if there was a reply and it grants what was asked: no Access-Reject, no NAK. */
  readonly ok: boolean;
  /** What was sent, and the reply, with their attributes. */
  readonly output: string;
}

const msToSend = 60_000;
const tries = 1_000;

/**
 * Sends a request and waits for the reply.
 *
 * radclient 3.2.7 does not wait after its last try if the second of the clock has changed since it took the time: it ends with
 * status 0 and no reply. So it never comes to its last try, but is ended when the time is over; and only a printed reply counts.
 */
export async function radclient(request: RadclientRequest): Promise<RadclientOutcome> {
  const { to, command, secret, seconds, repeatAfter = seconds + msToSend / 1000 } = request;
  const limits = ['-r', String(tries), '-t', String(Math.ceil(repeatAfter))];
  // Line by line: its output is read while it runs.
  const radclientArgs = ['radclient', '-x', ...limits, `${to.address}:${to.port}`, command, secret];
  const child = spawn('stdbuf', ['-oL', ...radclientArgs]);
  let [printed, errors] = ['', ''];
  const killAfter = (ms: number) => setTimeout(() => child.kill(), ms);
  let timer = killAfter(msToSend);
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    const isFirst = !printed.includes('Sent ');
    printed += text;
    if (!isFirst || !printed.includes('Sent ')) return;
    clearTimeout(timer);
    timer = killAfter(seconds * 1000);
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => (errors += text));
  child.stdin.on('error', () => undefined).end(`${request.attributes}\n`);
  await once(child, 'close');
  clearTimeout(timer);
  const ok = child.exitCode === 0 && /^Received /m.test(printed);
  return { ok, output: printed + errors };
}
