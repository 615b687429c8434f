import { connect } from 'node:net';
import { asFault, Fault } from '../../contract/errors.ts';
import { abortFault, onceAborted } from '../../runtime/deadline.ts';
import { notSshFault } from './faults.ts';

const maxOctets = 4096;

/**
 * Reads the identification string of an SSH server (RFC 4253 section 4.2), and closes the connection. Lines before it
 * are skipped.
 *
 * @returns at most 255 printable characters
 * @throws Fault `unreachable` if there is no connection; `garbled` if it is no SSH server; `timeout` if the signal aborts
 */
export function readSshBanner(
  { host, port }: { readonly host: string; readonly port: number },
  signal: AbortSignal,
): Promise<string> {
  return new Promise<string>((resolve, reject) => {
    const socket = connect({ host, port });
    const fail = (fault: Fault) => {
      socket.destroy();
      reject(fault);
    };
    const removeListener = onceAborted(signal, () => {
      fail(asFault(signal.reason) ?? abortFault(signal, `no SSH banner from ${host} in time`));
    });
    const peer = `${host}:${port}`;
    const notSsh = (sent: string) =>
      notSshFault(peer, Buffer.from(sent, 'latin1')) ??
      new Fault('garbled', `${peer} sends no SSH identification string`);
    let received = '';
    socket.setEncoding('latin1');
    socket.on('data', (part: string) => {
      received += part;
      const [, banner] = /^(SSH-[^\r\n]*)\r?\n/m.exec(received) ?? [];
      if (banner !== undefined) {
        resolve(banner.replaceAll(/[^ -~]/g, '?').slice(0, 255));
        socket.destroy();
      } else if (received.length > maxOctets) fail(notSsh(received));
    });
    socket.on('end', () => {
      fail(notSsh(received));
    });
    socket.on('error', (error) => {
      fail(new Fault('unreachable', `cannot connect to ${host}:${port}: ${error.message}`));
    });
    socket.on('close', removeListener);
  });
}
