import { Client, type Callback } from 'node-netconf';
import type { ClientChannel } from 'ssh2';
import { Fault, asFault } from '../../contract/errors.ts';
import { encodeFrame } from './framing.ts';
import { MessageReader } from './message-reader.ts';
import {
  baseCapability10,
  baseCapability11,
  rpcErrorOf,
  netconfNamespace,
  parseHello,
  type ServerHello,
} from './messages.ts';
import { everything, selectionOf, type Selection } from './selection.ts';
import type { XmlElement } from './xml.ts';
import { runWithin, withDeadline } from '../../runtime/deadline.ts';
import type { SshTarget } from '../ssh/connect.ts';
import { openSsh, type SshSession } from '../ssh/session.ts';

/** Size limit of a message. */
const maxMessageOctets = 8 * 1024 * 1024;

/*
 * netconfd (yuma123 2.13) does not read a first request that arrives together with our hello until more data follows. A
 * session without a reply after this time is therefore sent an empty <get> (RFC 6241 section 6.4.2).
 */
const nudgeMs = 1000;
/** Time that a device has to reply to <close-session>. */
const closeTimeoutMs = 1000;
const emptyGet = { get: { filter: { $: { type: 'subtree' } } } };

interface PendingRpc {
  readonly callback: Callback<XmlElement>;
  readonly selection: Selection;
}

/** Content of one `<rpc>` in xml2js's notation: elements by name, attributes under `$`. */
export type Rpc = Readonly<Record<string, unknown>>;

/**
 * Opens a NETCONF session over SSH (RFC 6242) and exchanges hellos.
 *
 * @param signal  ends the attempt
 * @throws Fault  as `openSsh`; `unsupported` if the device has no NETCONF; `garbled` for an invalid hello
 */
export async function openNetconf(target: SshTarget, signal: AbortSignal): Promise<NetconfSession> {
  const ssh = await openSsh(target, signal);
  const limit = { signal, timeoutMs: target.options.connect_timeout * 1000 };
  try {
    return await runWithin(limit, (deadline) => openSession(ssh, deadline));
  } catch (error) {
    await ssh.close(signal);
    throw error;
  }
}

async function openSession(ssh: SshSession, deadline: AbortSignal): Promise<NetconfSession> {
  const channel = await ssh.subsystem('netconf', deadline).catch((error: unknown) => {
    throw asFault(error)?.kind === 'rejected'
      ? new Fault('unsupported', `${ssh.peerLabel} offers no NETCONF`, { cause: error })
      : error;
  });
  const session = new NetconfSession(ssh, channel);
  await session.exchangeHellos(deadline);
  return session;
}

/**
 * NETCONF session. The package's Client builds and numbers the requests. Sending and receiving is implemented here,
 * because the package loses replies that arrive together, waits forever on a dropped connection, supports base:1.0 only
 * and changes values.
 */
export class NetconfSession extends Client<XmlElement> {
  readonly #ssh: SshSession;
  readonly #channel: ClientChannel;
  readonly #reader = new MessageReader(
    maxMessageOctets,
    ({ attributes }) => this.#pending.get(attributes['message-id'] ?? '')?.selection ?? everything,
  );
  readonly #pending = new Map<string, PendingRpc>();
  /** Selection of the reply to the request that is being built. */
  #selection = everything;
  readonly #hello: Promise<ServerHello>;
  #resolveHello: (hello: ServerHello) => void = () => {};
  #rejectHello: (fault: Fault) => void = () => {};
  #capabilities: readonly string[] = [];
  #hasHello = false;
  #hasReplied = false;
  /** Fault that ended the session. */
  #end: Fault | null = null;

  constructor(ssh: SshSession, channel: ClientChannel) {
    super({});
    this.#ssh = ssh;
    this.#channel = channel;
    this.#hello = new Promise((resolve, reject) => {
      this.#resolveHello = resolve;
      this.#rejectHello = reject;
    });
  }

  /** `1.1` once both sides have announced base:1.1. */
  get framing(): '1.0' | '1.1' {
    return this.#reader.isChunked ? '1.1' : '1.0';
  }

  /**
   * True if the server announces a capability of RFC 6241 section 8.
   *
   * @param name  `candidate` for any version, `confirmed-commit:1.1` for one
   */
  hasCapability(name: string): boolean {
    const uri = `urn:ietf:params:netconf:capability:${name}`;
    return this.#capabilities.some(
      (capability) =>
        capability.startsWith(uri) && /^(?:[:?]|$)/.test(capability.slice(uri.length)),
    );
  }

  /**
   * Returns the namespace of a module that the server announces, as it does for modules of YANG 1; null: not announced.
   *
   * @see RFC 6020 section 5.6.4
   */
  namespaceOf(module: string): string | null {
    for (const capability of this.#capabilities) {
      const [namespace = '', query = ''] = capability.trim().split('?', 2);
      if (new URLSearchParams(query).get('module') === module) return namespace;
    }
    return null;
  }

  /** Sends our hello without waiting for the server's, and resolves with the server's. */
  async exchangeHellos(signal: AbortSignal): Promise<ServerHello> {
    void this.#receive();
    this.#channel.stderr.resume();
    this.#channel.write(encodeFrame(clientHello, false));
    return this.#withDeadline(this.#hello, signal, 'sent no NETCONF hello in time');
  }

  /**
   * Sends one request and waits for its reply. Requests may overlap; replies may come in any order.
   *
   * @param rpc     not modified
   * @param paths   what of the reply is needed, everything by default: local names from below `<rpc-reply>`
   * @returns       `<rpc-reply>` with `<ok/>`, `<data>` or the result that the operation defines
   * @throws Fault  `rejected` for an rpc-error of severity error, `timeout`, `unreachable` when the session drops,
   *                `garbled` when it breaks the protocol, `unsupported` if `rpc` cannot be written as XML
   */
  sendRpc(rpc: Rpc, signal: AbortSignal, paths?: readonly string[]): Promise<XmlElement> {
    const selection = paths === undefined ? everything : selectionOf(paths);
    const reply = this.#request(rpc, selection);
    const nudge = setTimeout(() => {
      if (!this.#hasReplied) this.#request(emptyGet, everything).catch(() => null);
    }, nudgeMs);
    const failure = `sent no reply to <${Object.keys(rpc).join(' ')}> in time`;
    return this.#withDeadline(reply, signal, failure).finally(() => {
      clearTimeout(nudge);
    });
  }

  /**
   * Sends `<close-session>`, waits at most a second for the reply, and closes the connection.
   *
   * @param signal  destroys the connection immediately when it aborts
   */
  async close(signal: AbortSignal): Promise<void> {
    // The connection is closed whatever the reply.
    if (this.#end === null)
      await runWithin({ signal, timeoutMs: closeTimeoutMs }, (deadline) =>
        this.sendRpc({ 'close-session': null }, deadline),
      ).catch(() => null);
    await this.#ssh.close(signal);
  }

  #withDeadline<T>(work: Promise<T>, signal: AbortSignal, failure: string): Promise<T> {
    const createFault = () => new Fault('timeout', `${this.#ssh.peerLabel} ${failure}`);
    return withDeadline({ signal, createFault }, work);
  }

  #request(rpc: Rpc, selection: Selection): Promise<XmlElement> {
    return new Promise((resolve, reject) => {
      this.#selection = selection;
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
    this.#pending.set(String(messageId), { callback, selection: this.#selection });
    // `]]>` may occur in an attribute, and would end a message of base:1.0 there.
    const body = xml.slice(0, xml.lastIndexOf(']]>]]>')).trimEnd();
    this.#channel.write(
      encodeFrame(
        this.#reader.isChunked ? body : body.replaceAll(']]>', ']]&gt;'),
        this.#reader.isChunked,
      ),
    );
  }

  async #receive(): Promise<void> {
    const received: AsyncIterable<Buffer> = this.#channel;
    try {
      // An async iterator, so that a device that sends faster than we parse is slowed down.
      for await (const message of this.#reader.read(received)) this.#handle(message);
      this.#stop(new Fault('unreachable', `${this.#ssh.peerLabel} closed the NETCONF session`));
    } catch (cause) {
      const fault = asFault(cause);
      const message = cause instanceof Error ? cause.message : String(cause);
      this.#stop(
        new Fault(
          fault?.kind ?? 'unreachable',
          `${this.#ssh.peerLabel} ended NETCONF: ${message}`,
          { cause },
        ),
      );
    }
  }

  #handle(element: XmlElement): void {
    if (!this.#hasHello) this.#handleHello(element);
    else if (element.name === 'rpc-reply') this.#handleReply(element);
    else if (element.name !== 'notification')
      throw new Fault('garbled', `unexpected <${element.name}>`);
  }

  #handleHello(element: XmlElement): void {
    const hello = parseHello(element);
    this.#hasHello = true;
    this.#capabilities = hello.capabilities;
    this.#reader.isChunked = hello.isChunked;
    this.#resolveHello(hello);
  }

  #handleReply(reply: XmlElement): void {
    this.#hasReplied = true;
    const id = reply.attributes['message-id'];
    if (id === undefined) throw new Fault('garbled', 'a reply has no message-id');
    const callback = this.#pending.get(id)?.callback;
    this.#pending.delete(id);
    // A request stays pending after its deadline, so this reply is to a request that was never sent, or answered before.
    if (callback === undefined)
      throw new Fault('garbled', `a reply has the message-id "${id}", which no request has`);
    const failure = rpcErrorOf(reply, this.#ssh.peerLabel);
    if (failure === null) callback(null, reply);
    else callback(failure, undefined);
  }

  #stop(fault: Fault): void {
    this.#end = fault;
    this.#rejectHello(fault);
    for (const { callback } of this.#pending.values()) callback(fault, undefined);
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
