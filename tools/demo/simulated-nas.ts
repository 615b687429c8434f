import { createSocket, type Socket } from 'node:dgram';
import { EventEmitter, once } from 'node:events';
import radius from 'radius';
import { runWithin } from '../../src/runtime/deadline.ts';
import type { Secret } from '../../src/contract/secret.ts';

const interimIntervalMs = 15_000;
const replyTimeoutMs = 2000;
const maxAttempts = 3;
const accountingResponse = 5;

/** A guest and the station that the guest carries. */
export interface Guest {
  readonly name: string;
  readonly mac: string;
  readonly address: string;
}

export interface SimulatedNasOptions {
  readonly name: string;
  readonly address: string;
  readonly mac: string;
  /** The gateway's accounting port on the loopback interface. */
  readonly port: number;
  readonly secret: Secret;
  /** Called with a message for each packet without a reply. */
  readonly onUnanswered: (message: string) => void;
}

interface Session {
  readonly guest: Guest;
  readonly id: string;
  readonly startedAt: number;
  /** Octets per second, sent and received by the guest. */
  readonly sendRate: number;
  readonly receiveRate: number;
}

type Attribute = readonly [name: string, value: string | number | Date];

/** A NAS that sends accounting for the sessions of its guests (RFC 2866). */
export class SimulatedNas {
  readonly #options: SimulatedNasOptions;
  readonly #socket: Socket;
  readonly #sessions = new Map<Guest, Session>();
  /** Emits the Identifier of each received reply. */
  readonly #replies = new EventEmitter();
  readonly #stop = new AbortController();
  readonly #interim: NodeJS.Timeout;
  #identifier = 0;
  #isOn = false;

  private constructor(options: SimulatedNasOptions, socket: Socket) {
    this.#options = options;
    this.#socket = socket;
    socket.on('message', (packet) => {
      if (packet[0] === accountingResponse) this.#replies.emit(String(packet[1]));
    });
    // A closed port raises an error; the missing reply is what counts.
    socket.on('error', () => undefined);
    this.#interim = setInterval(() => {
      for (const session of this.#sessions.values())
        void this.#sendAccounting('Interim-Update', usage(session));
    }, interimIntervalMs);
  }

  static async open(options: SimulatedNasOptions): Promise<SimulatedNas> {
    const socket = createSocket('udp4');
    socket.connect(options.port, '127.0.0.1');
    await once(socket, 'connect');
    return new SimulatedNas(options, socket);
  }

  get isOn(): boolean {
    return this.#isOn;
  }

  /** The guests with a session, oldest first. */
  get guests(): readonly Guest[] {
    return [...this.#sessions.keys()];
  }

  /** Sends Accounting-On, which closes the sessions from before. */
  async powerOn(): Promise<void> {
    this.#isOn = true;
    await this.#sendAccounting('Accounting-On', []);
  }

  /** Drops all sessions without sending a packet. */
  powerOff(): void {
    this.#isOn = false;
    this.#sessions.clear();
  }

  async startSession(guest: Guest): Promise<void> {
    const id = Math.random().toString(16).slice(2, 10).toUpperCase().padEnd(8, '0');
    const rates = {
      sendRate: 5000 + Math.random() * 50_000,
      receiveRate: 50_000 + Math.random() * 500_000,
    };
    const session = { guest, id, startedAt: performance.now(), ...rates };
    this.#sessions.set(guest, session);
    await this.#sendAccounting('Start', describeStation(session));
  }

  /** @param cause  a value of Acct-Terminate-Cause */
  async stopSession(guest: Guest, cause: string): Promise<void> {
    const session = this.#sessions.get(guest);
    if (!session) return;
    this.#sessions.delete(guest);
    await this.#sendAccounting('Stop', [...usage(session), ['Acct-Terminate-Cause', cause]]);
  }

  close(): void {
    clearInterval(this.#interim);
    this.#stop.abort();
    this.#socket.close();
  }

  /** Sends one packet, retransmits the same octets, and gives up after the third attempt. */
  async #sendAccounting(status: string, attributes: readonly Attribute[]): Promise<void> {
    const { name, secret, onUnanswered } = this.#options;
    this.#identifier = (this.#identifier + 1) % 256;
    const identifier = this.#identifier;
    const list = [['Acct-Status-Type', status], ...this.#own(), ...attributes];
    const packet = radius.encode({
      code: 'Accounting-Request',
      secret: secret.reveal(),
      identifier,
      attributes: list,
    });
    for (let attempt = 0; attempt < maxAttempts && !this.#stop.signal.aborted; attempt += 1) {
      const reply = this.#waitForReply(identifier);
      this.#socket.send(packet);
      if (await reply) return;
    }
    if (!this.#stop.signal.aborted) onUnanswered(`${name}: the gateway does not answer ${status}`);
  }

  #waitForReply(identifier: number): Promise<boolean> {
    const limit = { signal: this.#stop.signal, timeoutMs: replyTimeoutMs };
    return runWithin(limit, (signal) => once(this.#replies, String(identifier), { signal })).then(
      () => true,
      () => false,
    );
  }

  #own(): Attribute[] {
    const { name, address, mac } = this.#options;
    return [
      ['NAS-Identifier', name],
      ['NAS-IP-Address', address],
      ['NAS-Port-Type', 'Wireless-802.11'],
      ['Called-Station-Id', `${mac}:Guests`],
      ['Event-Timestamp', new Date()],
    ];
  }
}

function describeStation({ guest, id }: Session): Attribute[] {
  return [
    ['Acct-Session-Id', id],
    ['User-Name', guest.name],
    ['Calling-Station-Id', guest.mac],
    ['Framed-IP-Address', guest.address],
  ];
}

/** Input is what the guest sent. The upper half of a counter has an attribute of its own (RFC 2869 section 5.1). */
function usage(session: Session): Attribute[] {
  const seconds = (performance.now() - session.startedAt) / 1000;
  const input = Math.floor(seconds * session.sendRate);
  const output = Math.floor(seconds * session.receiveRate);
  return [
    ...describeStation(session),
    ['Acct-Session-Time', Math.floor(seconds)],
    ['Acct-Input-Octets', input % 2 ** 32],
    ['Acct-Input-Gigawords', Math.floor(input / 2 ** 32)],
    ['Acct-Output-Octets', output % 2 ** 32],
    ['Acct-Output-Gigawords', Math.floor(output / 2 ** 32)],
  ];
}
