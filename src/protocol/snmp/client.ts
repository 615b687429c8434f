import { resolveHost } from '../resolve-host.ts';
import { KnownEngines } from './engine.ts';
import { requestTimeoutMs, type SnmpPeer } from './peer.ts';
import { SnmpSession } from './session.ts';
import { SnmpSockets } from './socket.ts';

/** State shared by the sessions with all devices: sockets and known SNMPv3 engines. */
export class SnmpClient {
  readonly #sockets = new SnmpSockets();
  readonly #engines = new KnownEngines();

  /**
   * Resolves the host without sending a packet. The caller must close the session.
   *
   * @throws Fault `unreachable`, `timeout`; `refused` if the user's passwords are invalid
   */
  async open(peer: SnmpPeer, signal: AbortSignal): Promise<SnmpSession> {
    const address = await resolveHost(peer.host, { signal, timeoutMs: requestTimeoutMs(peer) });
    const socket = this.#sockets.open(address, peer.port);
    try {
      const engine = this.#engines.of(`${address.address}|${peer.port}`);
      return new SnmpSession(peer, { signal, socket, engine });
    } catch (error) {
      socket.close();
      throw error;
    }
  }

  close(): void {
    this.#sockets.close();
  }
}
