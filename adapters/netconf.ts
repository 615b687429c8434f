import { Type, type Static } from 'typebox';
import { adapter, type CommandResult, type ReadRequest, type Reading } from '../src/adapter.ts';
import { Fault, asFault } from '../src/errors.ts';
import type { NetconfSession, Rpc } from '../src/protocol/netconf/session.ts';
import { textsAt, type XmlElement } from '../src/protocol/netconf/xml.ts';

const closed = { additionalProperties: false };

const options = Type.Object(
  {
    port: Type.Integer({ minimum: 1, maximum: 65_535, default: 830 }),
    connect_timeout: Type.Integer({
      minimum: 1,
      maximum: 120,
      default: 10,
      description: 'seconds until the hello has come',
    }),
    keepalive: Type.Integer({
      minimum: 0,
      maximum: 3600,
      default: 15,
      description: 'seconds between signs of life; 0: none',
    }),
    legacy: Type.Boolean({
      default: false,
      description: 'also SHA-1 key exchange, ssh-rsa and CBC, for old devices',
    }),
  },
  closed,
);

const command = Type.Object(
  {
    rpc: Type.Record(Type.String(), Type.Unknown(), {
      minProperties: 1,
      maxProperties: 1,
      description: 'content of <rpc>: elements by name, attributes under $, text under _',
    }),
    path: Type.Optional(
      Type.String({
        minLength: 1,
        description: 'local names from below <rpc-reply> to the value: data/system/hostname',
      }),
    ),
    expect_disconnect: Type.Optional(
      Type.Boolean({ description: 'the device may drop the session instead of replying' }),
    ),
  },
  closed,
);

type Command = Static<typeof command>;

/** Loaded by the first device that speaks it: a site without one has no use for its libraries. */
const protocol = () => import('../src/protocol/netconf/session.ts');

export default adapter({
  name: 'netconf',
  options,
  command,

  async operate(
    target,
    { rpc, path, expect_disconnect = false },
    { signal },
  ): Promise<CommandResult> {
    const { openNetconf } = await protocol();
    const session = await openNetconf(target, signal);
    try {
      const reply = await session.sendRpc(rpc, signal);
      return {
        output: path === undefined ? '' : textsAt(reply, path).join('\n'),
        disconnected: false,
      };
    } catch (error) {
      if (expect_disconnect && asFault(error)?.kind === 'unreachable')
        return { output: '', disconnected: true };
      throw error;
    } finally {
      await session.close(signal);
    }
  },

  async read(target, questions, { signal }): Promise<readonly Reading[]> {
    const { openNetconf } = await protocol();
    const session = await openNetconf(target, signal);
    try {
      const replies = new Map<string, XmlElement | Fault>();
      for (const { command } of questions) {
        const key = JSON.stringify(command.rpc);
        if (!replies.has(key))
          replies.set(key, await replyOrRejection(session, command.rpc, signal));
      }
      return questions.map((question) =>
        reading(question, replies.get(JSON.stringify(question.command.rpc))),
      );
    } finally {
      await session.close(signal);
    }
  },
});

/** An rpc-error concerns the questions that share the request; anything else is the end of the session. */
async function replyOrRejection(
  session: NetconfSession,
  rpc: Rpc,
  signal: AbortSignal,
): Promise<XmlElement | Fault> {
  try {
    return await session.sendRpc(rpc, signal);
  } catch (error) {
    const fault = asFault(error);
    if (fault?.kind !== 'rejected') throw error;
    return fault;
  }
}

/** The value at the path; where the path leads to several, as in a list, all of them, one a line. */
function reading(
  { variable, command }: ReadRequest<Command>,
  reply: XmlElement | Fault | undefined,
): Reading {
  if (reply === undefined || reply instanceof Fault)
    return { variable, value: null, fault: reply?.message ?? 'nothing was asked' };
  if (command.path === undefined)
    return { variable, value: null, fault: 'the command says no path' };
  const values = textsAt(reply, command.path);
  if (values.length === 0)
    return { variable, value: null, fault: `the reply has nothing at ${command.path}` };
  return { variable, value: values.join('\n') };
}
