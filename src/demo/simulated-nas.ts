import { createSocket, type Socket } from 'node:dgram';
import { EventEmitter, once } from 'node:events';
import radius from 'radius';
import type { Secret } from '../secret.ts';

const interimMs = 15_000;
const answerMs = 2000;
const attempts = 3;
const accountingResponse = 5;

/** Somebody with a telephone. */
export interface Guest {
  readonly name: string;
  readonly mac: string;
  readonly address: string;
}

export interface SimulatedNasOptions {
  readonly name: string;
  readonly address: string;
  readonly mac: string;
  /** Where the gateway takes accounting, on the loopback interface. */
  readonly port: number;
  readonly secret: Secret;
  /** Told where the gateway leaves a packet unanswered. */
  readonly onUnanswered: (words: string) => void;
}

interface Session {
  readonly guest: Guest;
  readonly id: string;
  readonly startedAt: number;
  /** Octets a second. */
  readonly sends: number;
  readonly receives: number;
}

type Attribute = readonly [name: string, value: string | number | Date];

/** An access point as RADIUS sees it: guests come and go, and it tells the gateway what they use (RFC 2866). */
export class SimulatedNas {
  readonly #options: SimulatedNasOptions;
  readonly #socket: Socket;
  readonly #sessions = new Map<Guest, Session>();
  /** Says the identifier of each answer that has come. */
  readonly #answers = new EventEmitter();
  readonly #stop = new AbortController();
  readonly #interim: NodeJS.Timeout;
  #identifier = 0;
  #isOn = false;

  private constructor(options: SimulatedNasOptions, socket: Socket) {
    this.#options = options;
    this.#socket = socket;
    socket.on('message', (packet) => {
      if (packet[0] === accountingResponse) this.#answers.emit(String(packet[1]));
    });
    // A port where nobody listens any more: what matters is the answer that does not come.
    socket.on('error', () => undefined);
    this.#interim = setInterval(() => {
      for (const session of this.#sessions.values())
        void this.#tell('Interim-Update', usage(session));
    }, interimMs);
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

  /** Who is here. */
  get guests(): readonly Guest[] {
    return [...this.#sessions.keys()];
  }

  /** Says that it has just started, which ends all sessions that it had before. */
  async powerOn(): Promise<void> {
    this.#isOn = true;
    await this.#tell('Accounting-On', []);
  }

  /** Goes away without a word, and its guests with it. */
  powerOff(): void {
    this.#isOn = false;
    this.#sessions.clear();
  }

  async startSession(guest: Guest): Promise<void> {
    const id = Math.random().toString(16).slice(2, 10).toUpperCase().padEnd(8, '0');
    const rates = {
      sends: 5000 + Math.random() * 50_000,
      receives: 50_000 + Math.random() * 500_000,
    };
    const session = { guest, id, startedAt: performance.now(), ...rates };
    this.#sessions.set(guest, session);
    await this.#tell('Start', who(session));
  }

  /** @param cause  as Acct-Terminate-Cause names it */
  async stopSession(guest: Guest, cause: string): Promise<void> {
    const session = this.#sessions.get(guest);
    if (!session) return;
    this.#sessions.delete(guest);
    await this.#tell('Stop', [...usage(session), ['Acct-Terminate-Cause', cause]]);
  }

  close(): void {
    clearInterval(this.#interim);
    this.#stop.abort();
    this.#socket.close();
  }

  /** Sends one packet, the same octets again where no answer comes, and gives up after the third. */
  async #tell(status: string, attributes: readonly Attribute[]): Promise<void> {
    const { name, secret, onUnanswered } = this.#options;
    this.#identifier = (this.#identifier + 1) % 256;
    const identifier = this.#identifier;
    const said = [['Acct-Status-Type', status], ...this.#own(), ...attributes];
    const packet = radius.encode({
      code: 'Accounting-Request',
      secret: secret.reveal(),
      identifier,
      attributes: said,
    });
    for (let attempt = 0; attempt < attempts && !this.#stop.signal.aborted; attempt += 1) {
      const answer = this.#answer(identifier);
      this.#socket.send(packet);
      if (await answer) return;
    }
    if (!this.#stop.signal.aborted) onUnanswered(`${name}: the gateway does not answer ${status}`);
  }

  #answer(identifier: number): Promise<boolean> {
    const signal = AbortSignal.any([this.#stop.signal, AbortSignal.timeout(answerMs)]);
    return once(this.#answers, String(identifier), { signal }).then(
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

function who({ guest, id }: Session): Attribute[] {
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
  const input = Math.floor(seconds * session.sends);
  const output = Math.floor(seconds * session.receives);
  return [
    ...who(session),
    ['Acct-Session-Time', Math.floor(seconds)],
    ['Acct-Input-Octets', input % 2 ** 32],
    ['Acct-Input-Gigawords', Math.floor(input / 2 ** 32)],
    ['Acct-Output-Octets', output % 2 ** 32],
    ['Acct-Output-Gigawords', Math.floor(output / 2 ** 32)],
  ];
}
