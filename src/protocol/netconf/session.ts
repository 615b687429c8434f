import { Client, type Callback } from 'node-netconf';
import type { ClientChannel } from 'ssh2';
import { Fault, asFault } from '../../errors.ts';
import { FrameReader, encodeFrame } from './framing.ts';
import {
  baseCapability10,
  baseCapability11,
  rpcErrorOf,
  netconfNamespace,
  parseHello,
  type ServerHello,
} from './messages.ts';
import { parseXml, type XmlElement } from './xml.ts';
import { abortFault } from '../ssh/faults.ts';
import { openSsh, type SshSession, type SshTarget } from '../ssh/session.ts';

/** Octets of the longest message that is taken. */
const maxMessage = 8 * 1024 * 1024;

/*
 * netconfd (yuma123 2.13) leaves a first request that reaches it together with our hello unread until something
 * follows. A session that has not replied to anything after this time is sent a request for nothing (RFC 6241
 * section 6.4.2), which makes it go on.
 */
const nudgeMs = 1000;
const emptyGet = { get: { filter: { $: { type: 'subtree' } } } };

/** Content of one `<rpc>` in xml2js's notation: elements by name, attributes under `$`. */
export type Rpc = Readonly<Record<string, unknown>>;

/**
 * Opens a NETCONF session over SSH (RFC 6242) and exchanges hellos.
 *
 * @param signal  ends the attempt
 * @throws Fault  those of `openSsh`, `unsupported` where the device has no NETCONF, `garbled` for a hello that is none
 */
export async function openNetconf(target: SshTarget, signal: AbortSignal): Promise<NetconfSession> {
  const ssh = await openSsh(target, signal);
  const bounded = AbortSignal.any([
    signal,
    AbortSignal.timeout(target.options.connect_timeout * 1000),
  ]);
  try {
    const channel = await ssh.subsystem('netconf', bounded).catch((error: unknown) => {
      throw asFault(error)?.kind === 'rejected'
        ? new Fault('unsupported', `${ssh.peerLabel} offers no NETCONF`, { cause: error })
        : error;
    });
    const session = new NetconfSession(ssh, channel);
    await session.exchangeHellos(bounded);
    return session;
  } catch (error) {
    await ssh.close(signal);
    throw error;
  }
}

/**
 * One session. The package's Client builds the requests and numbers them; everything from there to the reply is
 * here, because its own way loses replies that arrive together, waits for ever on a dropped connection, speaks
 * base:1.0 only and rewrites values.
 */
export class NetconfSession extends Client<XmlElement> {
  readonly #ssh: SshSession;
  readonly #channel: ClientChannel;
  readonly #reader = new FrameReader(maxMessage);
  readonly #pending = new Map<string, Callback<XmlElement>>();
  readonly #hello: Promise<ServerHello>;
  #greeted: (hello: ServerHello) => void = () => {};
  #failed: (fault: Fault) => void = () => {};
  #hasGreeted = false;
  #hasReplied = false;
  /** Why nothing can be asked any more. */
  #end: Fault | null = null;

  constructor(ssh: SshSession, channel: ClientChannel) {
    super({});
    this.#ssh = ssh;
    this.#channel = channel;
    this.#hello = new Promise((resolve, reject) => {
      this.#greeted = resolve;
      this.#failed = reject;
    });
  }

  /** `1.1` once both sides have announced base:1.1. */
  get framing(): '1.0' | '1.1' {
    return this.#reader.isChunked ? '1.1' : '1.0';
  }

  /** Sends our hello without waiting for the server's, and resolves when that has come. */
  async exchangeHellos(signal: AbortSignal): Promise<ServerHello> {
    void this.#receive();
    this.#channel.stderr.resume();
    this.#channel.write(encodeFrame(clientHello, false));
    return until(this.#hello, signal, `${this.#ssh.peerLabel} sent no NETCONF hello in time`);
  }

  /**
   * Sends one request and waits for its reply. Requests may overlap; replies may come in any order.
   *
   * @param rpc     left as it is
   * @returns       `<rpc-reply>`: `<ok/>`, `<data>` or what the operation defines
   * @throws Fault  `rejected` for an rpc-error of severity error, `timeout`, `unreachable` when the session drops,
   *                `garbled` when it breaks the protocol, `unsupported` where `rpc` cannot be written as XML
   */
  sendRpc(rpc: Rpc, signal: AbortSignal): Promise<XmlElement> {
    const reply = this.#request(rpc);
    const nudge = setTimeout(() => {
      if (!this.#hasReplied) this.#request(emptyGet).catch(() => null);
    }, nudgeMs);
    return until(
      reply,
      signal,
      `${this.#ssh.peerLabel} gave no reply to <${Object.keys(rpc).join(' ')}> in time`,
    ).finally(() => {
      clearTimeout(nudge);
    });
  }

  /**
   * Takes leave, for a second at most, and closes the connection.
   *
   * @param signal  aborted: cut the connection at once
   */
  async close(signal: AbortSignal): Promise<void> {
    const bounded = AbortSignal.any([signal, AbortSignal.timeout(1000)]);
    // The connection goes in any case; how the device takes its leave changes nothing.
    if (this.#end === null)
      await this.sendRpc({ 'close-session': null }, bounded).catch(() => null);
    await this.#ssh.close(signal);
  }

  #request(rpc: Rpc): Promise<XmlElement> {
    return new Promise((resolve, reject) => {
      this.rpc({ ...structuredClone(rpc), $: { xmlns: netconfNamespace } }, (error, reply) => {
        if (error === null) resolve(reply);
        else
          reject(
            asFault(error) ??
              new Fault('unsupported', `the request cannot be written as XML: ${error.message}`),
          );
      });
    });
  }

  protected override _send(xml: string, messageId: number, callback: Callback<XmlElement>): void {
    if (this.#end !== null) {
      callback(this.#end, undefined);
      return;
    }
    this.#pending.set(String(messageId), callback);
    // `]]>` may stand in an attribute, and would end a message of base:1.0 there.
    const body = xml.slice(0, xml.lastIndexOf(']]>]]>')).trimEnd();
    this.#channel.write(
      encodeFrame(
        this.#reader.isChunked ? body : body.replaceAll(']]>', ']]&gt;'),
        this.#reader.isChunked,
      ),
    );
  }

  async #receive(): Promise<void> {
    const arriving: AsyncIterable<Buffer> = this.#channel;
    try {
      // Read by pulling, so that a device that sends faster than we parse has to wait.
      for await (const octets of arriving) {
        this.#reader.push(octets);
        for (let message = this.#reader.next(); message !== null; message = this.#reader.next())
          await this.#take(message);
      }
      this.#stop(new Fault('unreachable', `${this.#ssh.peerLabel} closed the NETCONF session`));
    } catch (cause) {
      const fault = asFault(cause);
      const words = cause instanceof Error ? cause.message : String(cause);
      this.#stop(
        new Fault(
          fault?.kind ?? 'unreachable',
          `${this.#ssh.peerLabel} broke off NETCONF: ${words}`,
          { cause },
        ),
      );
    }
  }

  async #take(message: Buffer): Promise<void> {
    const element = await parseXml(message);
    if (!this.#hasGreeted) this.#takeHello(element);
    else if (element.name === 'rpc-reply') this.#takeReply(element);
    else if (element.name !== 'notification')
      throw new Fault('garbled', `unexpected <${element.name}>`);
  }

  #takeHello(element: XmlElement): void {
    const hello = parseHello(element);
    this.#hasGreeted = true;
    this.#reader.isChunked = hello.isChunked;
    this.#greeted(hello);
  }

  #takeReply(reply: XmlElement): void {
    this.#hasReplied = true;
    const id = reply.attributes['message-id'];
    if (id === undefined) throw new Fault('garbled', 'a reply has no message-id');
    const answer = this.#pending.get(id);
    this.#pending.delete(id);
    // A reply that nobody waits for came after its deadline.
    if (answer === undefined) return;
    const failure = rpcErrorOf(reply, this.#ssh.peerLabel);
    if (failure === null) answer(null, reply);
    else answer(failure, undefined);
  }

  #stop(fault: Fault): void {
    this.#end = fault;
    this.#failed(fault);
    for (const answer of this.#pending.values()) answer(fault, undefined);
    this.#pending.clear();
    this.#channel.close();
  }
}

const clientHello = `<?xml version="1.0" encoding="UTF-8"?>
<hello xmlns="${netconfNamespace}"><capabilities>
<capability>${baseCapability10}</capability>
<capability>${baseCapability11}</capability>
</capabilities></hello>
`;

function until<T>(promise: Promise<T>, signal: AbortSignal, late: string): Promise<T> {
  let abort = () => {};
  const end = new Promise<never>((_resolve, reject: (fault: Fault) => void) => {
    abort = () => {
      reject(abortFault(signal, late));
    };
    if (signal.aborted) abort();
    signal.addEventListener('abort', abort, { once: true });
  });
  return Promise.race([promise, end]).finally(() => {
    signal.removeEventListener('abort', abort);
  });
}
