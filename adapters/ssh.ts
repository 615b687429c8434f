import { Type, type Static } from 'typebox';
import { adapter, type CommandResult, type ReadRequest, type Reading } from '../src/adapter.ts';
import { Fault } from '../src/errors.ts';
import type { SshSession } from '../src/protocol/ssh/session.ts';
import type { ExecResult } from '../src/protocol/ssh/exec.ts';

/** Characters of output kept of one command, and of those shown in a message. */
const maxOutput = 1_048_576;
const maxShown = 500;

const closed = { additionalProperties: false };

const options = Type.Object(
  {
    port: Type.Integer({ minimum: 1, maximum: 65_535, default: 22 }),
    connect_timeout: Type.Integer({
      minimum: 1,
      maximum: 120,
      default: 10,
      description: 'seconds until the login is over',
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
    run: Type.String({
      minLength: 1,
      description: "the command line, read by the device's own shell",
    }),
    expect_disconnect: Type.Optional(
      Type.Boolean({ description: 'the device may drop the connection instead of answering' }),
    ),
    match: Type.Optional(
      Type.String({
        description: 'regular expression, multiline; its first group is the value that is read',
      }),
    ),
    fail: Type.Optional(
      Type.String({
        description: 'regular expression; output that it fits is a failure, whatever the exit code',
      }),
    ),
    mask: Type.Optional(
      Type.String({ description: 'regular expression; what it fits is shown as ***' }),
    ),
  },
  closed,
);

type Command = Static<typeof command>;

/** Loaded by the first device that speaks it: a site without one has no use for its libraries. */
const protocol = () => import('../src/protocol/ssh/session.ts');

export default adapter({
  name: 'ssh',
  options,
  command,

  async operate(target, command, { signal }): Promise<CommandResult> {
    const { openSsh } = await protocol();
    const session = await openSsh(target, signal);
    try {
      const result = await session.exec(command.run, { signal, maxOutputLength: maxOutput });
      return outcome(session, command, result);
    } finally {
      await session.close(signal);
    }
  },

  async read(target, questions, { signal }): Promise<readonly Reading[]> {
    const { openSsh } = await protocol();
    const session = await openSsh(target, signal);
    try {
      const results = new Map<string, ExecResult>();
      // One after the other: many devices allow a single channel.
      for (const run of new Set(questions.map(({ command }) => command.run))) {
        const result = await session.exec(run, { signal, maxOutputLength: maxOutput });
        if (result.disconnected) throw dropped(session, run);
        results.set(run, result);
      }
      return questions.map((question) =>
        reading(session, question, results.get(question.command.run)),
      );
    } finally {
      await session.close(signal);
    }
  },
});

function outcome(session: SshSession, command: Command, result: ExecResult): CommandResult {
  const output = strike(result.output, command.mask);
  // A device that goes down may end the command by a signal before it drops the connection.
  const goingDown = result.disconnected || result.signal !== null;
  if (goingDown && command.expect_disconnect === true) return { output, disconnected: true };
  if (result.disconnected) throw dropped(session, command.run);
  const failure = failureOf(command, result);
  if (failure === null) return { output, disconnected: false };
  throw new Fault('rejected', `${session.peerLabel}: ${failure}`);
}

function reading(
  session: SshSession,
  { variable, command }: ReadRequest<Command>,
  result: ExecResult | undefined,
): Reading {
  if (result === undefined)
    return { variable, value: null, fault: `${session.peerLabel}: ${shown(command)} was not run` };
  const failure = failureOf(command, result);
  if (failure !== null) return { variable, value: null, fault: `${session.peerLabel}: ${failure}` };
  if (result.truncated)
    return {
      variable,
      value: null,
      fault: `${session.peerLabel}: ${shown(command)} printed more than ${maxOutput} characters`,
    };
  const output = strike(result.stdout, command.mask);
  const value =
    command.match === undefined ? output.trim() : new RegExp(command.match, 'm').exec(output)?.[1];
  if (value !== undefined) return { variable, value };
  return {
    variable,
    value: null,
    fault: `${session.peerLabel}: the output of ${shown(command)} does not fit ${String(command.match)}`,
  };
}

/** Why the command did not do what it was asked; null where it did. */
function failureOf(command: Command, { exitCode, signal, output }: ExecResult): string | null {
  const failed = command.fail !== undefined && new RegExp(command.fail, 'm').test(output);
  if (exitCode === 0 && !failed) return null;
  const end = signal === null ? `exit code ${String(exitCode)}` : `ended by ${signal}`;
  const words = strike(output, command.mask).trim().slice(0, maxShown);
  return `${shown(command)} failed, ${end}: ${words === '' ? 'no output' : words}`;
}

function dropped(session: SshSession, run: string): Fault {
  return new Fault(
    'unreachable',
    `${session.peerLabel} closed the connection while running ${JSON.stringify(run)}`,
  );
}

function shown({ run }: Command): string {
  return JSON.stringify(run);
}

function strike(text: string, mask: string | undefined): string {
  return mask === undefined ? text : text.replace(new RegExp(mask, 'gm'), '***');
}
