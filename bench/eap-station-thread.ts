import { parentPort, workerData } from 'node:worker_threads';
import { EapNas, logInByTtls } from './eap-station.ts';
import type { User } from './access-packets.ts';

/* Logs devices in at an even rate until it gets a message; then posts how many were accepted, and how many not. */

interface Given {
  readonly port: number;
  readonly secret: string;
  readonly user: User;
  readonly perSecond: number;
}

const { port, secret, user, perSecond } = workerData as Given;
const nas = await EapNas.open(port, secret);
const logins: Promise<boolean>[] = [];
const timer = setInterval(() => {
  const station = `02-00-00-01-${String(Math.floor(logins.length / 100) % 100).padStart(2, '0')}-${String(logins.length % 100).padStart(2, '0')}`;
  logins.push(logInByTtls(nas, station, user).catch(() => false));
}, 1000 / perSecond);

parentPort?.once('message', () => {
  clearInterval(timer);
  void Promise.all(logins).then((results) => {
    nas.close();
    const accepted = results.filter(Boolean).length;
    parentPort?.postMessage({ accepted, failed: results.length - accepted });
  });
});
parentPort?.postMessage('logs in');
