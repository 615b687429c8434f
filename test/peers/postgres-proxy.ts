import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

/**
 * What becomes of a statement: it is sent on; the server raises an error in its place, which fails its transaction; it waits; or
 * the connection is cut before it, in the middle of it, or as soon as the server has answered it, so that nobody learns the
 * answer.
 */
export type Fate = 'passed' | 'failed' | 'delayed' | 'cut before' | 'cut within' | 'cut after';

export interface ProxyOptions {
  /** Decides over a statement: its text, or the name that it was prepared by. */
  readonly fateOf: (statement: string) => Fate;
  /** Error that a failed statement gets. */
  readonly errorCode?: string;
  readonly delayMs?: number;
  /** True: clients see another process id than the server's, as those of a pooler do. */
  readonly isPooler?: boolean;
}

/** Octets of the type and the length of a message; the length counts itself, not the type. */
const typeOctets = 1;
const lengthOctets = 4;

/**
 * Stands between clients and a PostgreSQL server, knows where statements begin and end, and has some of them fail.
 *
 * @see https://www.postgresql.org/docs/15/protocol-message-formats.html
 */
export class PostgresProxy {
  readonly #server: Server;
  readonly #target: URL;
  readonly #sockets = new Set<Socket>();
  options: ProxyOptions;
  /** Statements by what became of them. */
  readonly fates = new Map<Fate, number>();

  private constructor(target: string, options: ProxyOptions) {
    this.#target = new URL(target);
    this.options = options;
    this.#server = createServer((client) => {
      this.#relay(client);
    });
  }

  /** @param target  connection string of a server without TLS */
  static async start(target: string, options: ProxyOptions): Promise<PostgresProxy> {
    const proxy = new PostgresProxy(target, options);
    proxy.#server.listen(0, '127.0.0.1');
    await once(proxy.#server, 'listening');
    return proxy;
  }

  /** Connection string of the same database by way of the proxy. */
  get url(): string {
    const url = new URL(this.#target);
    const { port } = this.#server.address() as AddressInfo;
    url.host = `127.0.0.1:${port}`;
    return url.href;
  }

  async stop(): Promise<void> {
    this.#server.close();
    for (const socket of this.#sockets) socket.destroy();
    await once(this.#server, 'close');
  }

  #relay(client: Socket): void {
    const server = connect(Number(this.#target.port), this.#target.hostname);
    const cut = () => {
      client.destroy();
      server.destroy();
    };
    for (const socket of [client, server]) {
      this.#sockets.add(socket);
      socket.setNoDelay(true);
      socket.on('error', cut).on('close', () => {
        this.#sockets.delete(socket);
        cut();
      });
    }
    const answers = new Answers(client, cut, () => this.options.isPooler === true);
    const statements = new Statements({
      server,
      cut,
      answers,
      fateOf: (statement) => this.#fateOf(statement),
    });
    client.on('data', (octets) => {
      statements.add(octets, this.options);
    });
    server.on('data', (octets) => {
      answers.add(octets);
    });
  }

  #fateOf(statement: string): Fate {
    const fate = this.options.fateOf(statement);
    this.fates.set(fate, (this.fates.get(fate) ?? 0) + 1);
    return fate;
  }
}

/** What the server sends to one client. */
class Answers {
  readonly #client: Socket;
  readonly #cut: () => void;
  readonly #isPooler: () => boolean;
  /** Whether the client learns the answers to the statements that are under way, in their order. */
  readonly #shown: boolean[] = [];
  #isStarting = true;
  #rest: Buffer = Buffer.alloc(0);

  constructor(client: Socket, cut: () => void, isPooler: () => boolean) {
    this.#client = client;
    this.#cut = cut;
    this.#isPooler = isPooler;
  }

  /** Expects the answer to a statement. */
  expect(isShown: boolean): void {
    this.#shown.push(isShown);
  }

  add(octets: Buffer): void {
    const { messages, rest } = divide(Buffer.concat([this.#rest, octets]));
    this.#rest = rest;
    for (const message of messages) this.#take(message);
  }

  #take(message: Buffer): void {
    const type = typeOf(message);
    if (type === 'K' && this.#isPooler()) message.writeUInt32BE(1, typeOctets + lengthOctets);
    const [isShown = true] = this.#shown;
    if (isShown) this.#client.write(message);
    else if (type === 'Z') this.#cut();
    if (type !== 'Z') return;
    if (this.#isStarting) this.#isStarting = false;
    else this.#shown.shift();
  }
}

interface StatementsContext {
  readonly server: Socket;
  readonly cut: () => void;
  readonly answers: Answers;
  readonly fateOf: (statement: string) => Fate;
}

/** What one client sends to the server. */
class Statements {
  readonly #context: StatementsContext;
  #rest: Buffer = Buffer.alloc(0);
  #isStarting = true;
  /** Messages of the statement that is not complete yet. */
  #open: Buffer[] = [];
  #sent: Promise<void> = Promise.resolve();
  #isCut = false;

  constructor(context: StatementsContext) {
    this.#context = context;
  }

  add(octets: Buffer, options: ProxyOptions): void {
    let received = Buffer.concat([this.#rest, octets]);
    // The first message has no type.
    if (this.#isStarting && received.length >= lengthOctets) {
      const length = received.readUInt32BE(0);
      if (received.length >= length) {
        this.#context.server.write(received.subarray(0, length));
        received = received.subarray(length);
        this.#isStarting = false;
      }
    }
    const { messages, rest } = this.#isStarting
      ? { messages: [], rest: received }
      : divide(received);
    this.#rest = rest;
    for (const message of messages) this.#take(message, options);
  }

  #take(message: Buffer, options: ProxyOptions): void {
    const type = typeOf(message);
    this.#open.push(message);
    const isWhole = type === 'Q' || type === 'S' || type === 'p' || type === 'X';
    if (!isWhole) return;
    const messages = this.#open;
    this.#open = [];
    const isStatement = type === 'Q' || type === 'S';
    this.#sent = this.#sent.then(async () => {
      if (isStatement) await this.#send(messages, options);
      else this.#pass(messages);
    });
  }

  #pass(messages: readonly Buffer[]): void {
    if (!this.#isCut) this.#context.server.write(Buffer.concat(messages));
  }

  async #send(messages: readonly Buffer[], { errorCode, delayMs }: ProxyOptions): Promise<void> {
    if (this.#isCut || this.#context.server.destroyed) return;
    const fate = this.#context.fateOf(statementOf(messages));
    this.#isCut = fate === 'cut before' || fate === 'cut within';
    if (fate === 'cut before') {
      this.#context.cut();
      return;
    }
    if (fate === 'cut within') {
      const octets = Buffer.concat(messages);
      this.#context.server.write(octets.subarray(0, octets.length >> 1), () => {
        this.#context.cut();
      });
      return;
    }
    if (fate === 'delayed') await sleep(delayMs ?? 100);
    this.#context.answers.expect(fate !== 'cut after');
    this.#pass(fate === 'failed' ? [failing(errorCode ?? '40001')] : messages);
  }
}

/** Divides octets into messages, and what is left of the last one. */
function divide(octets: Buffer): { readonly messages: readonly Buffer[]; readonly rest: Buffer } {
  const messages: Buffer[] = [];
  let rest = octets;
  while (rest.length >= typeOctets + lengthOctets) {
    const length = typeOctets + rest.readUInt32BE(typeOctets);
    if (rest.length < length) break;
    messages.push(rest.subarray(0, length));
    rest = rest.subarray(length);
  }
  return { messages, rest };
}

function typeOf(message: Buffer): string {
  return String.fromCharCode(message.readUInt8(0));
}

/** Returns the text of a statement, or the name that it was prepared by. */
function statementOf(messages: readonly Buffer[]): string {
  for (const message of messages) {
    const type = typeOf(message);
    const [first = '', second = ''] = message
      .subarray(typeOctets + lengthOctets)
      .toString('latin1')
      .split('\0');
    if (type === 'Q') return first;
    // A name, then the text; a portal, then the name of a statement.
    if (type === 'P' || type === 'B') return second;
  }
  return '';
}

/** Returns a simple query that raises an error. */
function failing(code: string): Buffer {
  const text = `do $$ begin raise exception 'an error that was drawn' using errcode = '${code}'; end $$\0`;
  const message = Buffer.alloc(typeOctets + lengthOctets + text.length);
  message.write('Q', 'latin1');
  message.writeUInt32BE(lengthOctets + text.length, typeOctets);
  message.write(text, typeOctets + lengthOctets, 'latin1');
  return message;
}
