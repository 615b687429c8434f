import { setImmediate as nextTurn } from 'node:timers/promises';
import { Type } from 'typebox';
import {
  adapter,
  credentialText,
  loginCredentials,
  discarded,
  writeOutcome,
  type AdapterContext,
  type CommandResult,
  type ReadRequest,
  type Reading,
  type Target,
  type WriteOutcome,
} from '../src/contract/adapter.ts';
import { Fault, asFault } from '../src/contract/errors.ts';
import type { NetconfSession, Rpc } from '../src/protocol/netconf/session.ts';
import {
  netconfCommandSchema,
  netconfObjectSchema,
  netconfWriteSchema,
  type Command,
  type WriteCommand,
} from '../src/protocol/netconf/command.ts';
import {
  editOfPath,
  rawPathCommand,
  rawPathWriteCommand,
} from '../src/protocol/netconf/raw-path.ts';
import { objectEdit } from '../src/protocol/netconf/object-edit.ts';
import {
  fillXml,
  fillXmlNames,
  xmlText,
  type XmlObject,
} from '../src/protocol/netconf/template.ts';
import { replyValue } from '../src/protocol/netconf/value.ts';
import { serializeXml, textsInTurns, type XmlElement } from '../src/protocol/netconf/xml.ts';
import { storedConfig } from '../src/protocol/netconf/stored-config.ts';
import { loadSsh } from '../src/protocol/ssh/load.ts';
import { sshOptionsSchema, type SshOptions } from '../src/protocol/ssh/options.ts';

const options = sshOptionsSchema(830);

/** Loads the protocol with the first device that uses it, in turns of the event loop. */
async function loadProtocol() {
  await loadSsh();
  await nextTurn();
  return import('../src/protocol/netconf/session.ts');
}

export default adapter({
  name: 'netconf',
  credentials: Type.Object(
    {
      ...loginCredentials,
      private_key: credentialText('OpenSSH, PuTTY or PEM'),
      private_key_passphrase: credentialText('passphrase of the private key'),
    },
    { additionalProperties: false },
  ),
  options,
  command: netconfCommandSchema,
  writeCommand: netconfWriteSchema,
  objectCommand: netconfObjectSchema,

  async checkPrivateKey(key, passphrase) {
    const { parseKey } = await import('../src/protocol/ssh/login.ts');
    parseKey(key, passphrase);
  },

  async operate(
    target,
    { rpc, path, expect_disconnect = false },
    { signal },
  ): Promise<CommandResult> {
    try {
      return await inSession(target, signal, async (session) => {
        const reply = await session.sendRpc(rpc, signal, path === undefined ? [] : [path]);
        return {
          output: path === undefined ? '' : (await textsInTurns(reply, path)).join('\n'),
          disconnected: false,
        };
      });
    } catch (error) {
      if (expect_disconnect && asFault(error)?.kind === 'unreachable')
        return { output: '', disconnected: true };
      throw error;
    }
  },

  trims: () => true,
  fillCommand: (command, values) => ({ ...command, rpc: fillXmlNames(command.rpc, values) }),

  rawCommand: rawPathCommand,
  rawWriteCommand: rawPathWriteCommand,

  read(target, requests, { signal, observe }): Promise<readonly Reading[]> {
    return inSession(target, signal, async (session) => {
      const replies = new Map<string, XmlElement | Fault>();
      for (const request of requests) {
        const key = keyOf(request);
        if (replies.has(key)) continue;
        const { rpc } = request.command;
        // A recording has the reply as a whole.
        const paths = observe === undefined ? pathsOf(requests, key) : undefined;
        const reply = await replyOrRejection(session, { rpc, paths }, signal);
        replies.set(key, reply);
        if (reply instanceof Fault) continue;
        observe?.({
          protocol: 'netconf',
          rpc,
          reply: reply.children.map((one) => serializeXml(one)).join(''),
        });
      }
      const readings: Reading[] = [];
      for (const request of requests) {
        // A value may be searched for in megabytes.
        await nextTurn();
        readings.push(await reading(request, replies.get(keyOf(request))));
      }
      return readings;
    });
  },

  async write(target, requests, context): Promise<readonly WriteOutcome[]> {
    const replaces = requests.some(({ command }) => command.replace === true);
    if (replaces && requests.length > 1)
      throw new Fault('unsupported', 'a whole configuration is written alone');
    const whole = replaces ? await storedConfig(String(requests[0]?.value)) : null;
    const names = requests.map(({ variable }) => variable);
    const editsFor = (session: NetconfSession) =>
      requests.map(
        ({ command, value }) =>
          whole ?? editOf(command, String(value), (module) => session.namespaceOf(module)),
      );
    return edit(target, { editsFor, names, replaces }, context);
  },

  async changeObjects(target, requests, context): Promise<readonly WriteOutcome[]> {
    const edits = requests.map(({ command, action, values, isRepeated }) =>
      objectEdit(command, (isRepeated ? repeated : operations)[action], values),
    );
    const names = requests.map(({ variable }) => variable);
    return edit(target, { editsFor: () => edits, names }, context);
  },

  previewObject({ command, action, values }): string {
    return xmlText({ 'edit-config': { config: objectEdit(command, operations[action], values) } });
  },

  previewWrite({ command, value, isSecret }): string {
    if (command.replace === true && command.config === undefined)
      return xmlText({ 'edit-config': { 'default-operation': 'replace', config: '***' } });
    // Checked even if it is not shown. The device will announce these namespaces.
    const [config, hidden] = [String(value), '***'].map((one) => editOf(command, one, String));
    return xmlText({ 'edit-config': { config: isSecret ? hidden : config } });
  },
});

/** Returns the content of `<config>`. @throws Fault `unsupported` if the command has no content, or more than one way to write */
function editOf(
  { config, path, replace }: WriteCommand,
  value: string,
  namespaceOf: (module: string) => string | null,
): XmlObject {
  if (replace === undefined && config !== undefined && path === undefined)
    return fillXml(config, value);
  if (replace === undefined && config === undefined && path !== undefined)
    // The value alone is a template: a key of the path may be any text.
    return editOfPath(path, String(fillXml({ _: '{{ value }}' }, value)._), namespaceOf);
  throw new Fault('unsupported', 'a command that writes has one of config, path and replace');
}

const operations = { add: 'create', delete: 'delete' } as const;
/** The same for a change that may have been made already: neither operation fails then (RFC 6241 section 7.2). */
const repeated = { add: 'merge', delete: 'remove' } as const;

interface Edits {
  readonly editsFor: (session: NetconfSession) => readonly XmlObject[];
  readonly names: readonly string[];
  /** True: the edit is the whole configuration. */
  readonly replaces?: boolean;
}

/** Edits the configuration, and confirms the commit where the device waits for that. */
async function edit(
  target: Target<SshOptions>,
  { editsFor, names, replaces }: Edits,
  { signal, beforeChange, changeId }: AdapterContext,
): Promise<readonly WriteOutcome[]> {
  const { discardAnew, editConfig } = await loadEdit();
  let isUndiscarded = false;
  const onUndiscarded = () => {
    isUndiscarded = true;
  };
  const edited = inSession(target, signal, async (session) => {
    const edits = editsFor(session);
    await beforeChange?.();
    return editConfig(session, edits, { signal, changeId, replaces, onUndiscarded });
  });
  const { outcomes, isDiscarded, persistId } = await edited.catch(async (error: unknown) => {
    if (isUndiscarded) await discardAnew((limit, work) => inSession(target, limit, work));
    throw error;
  });
  if (persistId !== null) await confirm(target, persistId, signal);
  return names.map((name, at) =>
    writeOutcome(name, outcomes[at] ?? (isDiscarded ? discarded : null)),
  );
}

const loadEdit = () => import('../src/protocol/netconf/edit-config.ts');

/** Opens a session, uses it and closes it. */
async function inSession<T>(
  target: Target<SshOptions>,
  signal: AbortSignal,
  work: (session: NetconfSession) => Promise<T>,
): Promise<T> {
  const { openNetconf } = await loadProtocol();
  const session = await openNetconf(target, signal);
  try {
    return await work(session);
  } finally {
    await session.close(signal);
  }
}

/**
 * Confirms a commit over a new connection, which proves that the device can still be reached.
 *
 * @throws Fault `rejected`  it cannot, and reverts the commit by itself
 * @throws Fault  of the copy to the configuration that the device starts with
 */
async function confirm(
  target: Target<SshOptions>,
  persistId: string,
  signal: AbortSignal,
): Promise<void> {
  const { confirmCommit, confirmTimeoutSeconds, copyToStartup } = await loadEdit();
  const confirmed = inSession(target, signal, async (session) => {
    await confirmCommit(session, persistId, signal);
    return copyToStartup(session, signal);
  });
  const unsaved = await confirmed.catch((cause: unknown) => {
    const fault = asFault(cause);
    if (fault === null) throw cause;
    throw new Fault(
      'rejected',
      `the commit could not be confirmed, so the device reverts it within ${confirmTimeoutSeconds} s: ${fault.message}`,
      { cause },
    );
  });
  if (unsaved) throw unsaved;
}

/** Returns the key of the requests that share an rpc. */
const keyOf = ({ command }: ReadRequest<Command>) => JSON.stringify(command.rpc);

/** Returns the paths that are read from the reply to one rpc. */
function pathsOf(requests: readonly ReadRequest<Command>[], key: string): readonly string[] {
  return requests
    .filter((request) => keyOf(request) === key)
    .flatMap(({ command: { path } }) => path ?? []);
}

interface Question {
  readonly rpc: Rpc;
  readonly paths: readonly string[] | undefined;
}

/** Returns an rpc-error as a fault of the readings that share the rpc; any other error ends the session. */
async function replyOrRejection(
  session: NetconfSession,
  { rpc, paths }: Question,
  signal: AbortSignal,
): Promise<XmlElement | Fault> {
  try {
    return await session.sendRpc(rpc, signal, paths);
  } catch (error) {
    const fault = asFault(error);
    if (fault?.kind !== 'rejected') throw error;
    return fault;
  }
}

async function reading(
  { variable, command }: ReadRequest<Command>,
  reply: XmlElement | Fault | undefined,
): Promise<Reading> {
  if (reply === undefined || reply instanceof Fault)
    return { variable, value: null, fault: reply?.message ?? 'no rpc was sent' };
  if (command.path === undefined)
    return { variable, value: null, fault: 'the command has no path' };
  const found = await replyValue(command, reply);
  if (found === null)
    return { variable, value: null, fault: `the reply has no value at ${command.path}` };
  return { variable, ...found };
}
