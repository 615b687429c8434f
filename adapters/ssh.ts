import { setImmediate as nextTurn } from 'node:timers/promises';
import { Type, type Static } from 'typebox';
import {
  adapter,
  writeOutcome,
  type CommandResult,
  type ReadRequest,
  type Reading,
  type WriteOutcome,
  type WriteRequest,
} from '../src/adapter.ts';
import { Fault } from '../src/errors.ts';
import type { SshSession } from '../src/protocol/ssh/session.ts';
import type { ExecResult } from '../src/protocol/ssh/exec.ts';
import { SshPool } from '../src/protocol/ssh/pool.ts';
import { sshOptionsSchema } from '../src/protocol/ssh/options.ts';
import { fillTemplate, quotings } from '../src/protocol/ssh/template.ts';

/** Limits in characters of the output of a command, and of its part in a message. */
const maxOutputLength = 1_048_576;
const maxMessageLength = 500;

const closed = { additionalProperties: false };

const options = Type.Object(
  {
    ...sshOptionsSchema(22).properties,
    keep_open: Type.Integer({
      minimum: 0,
      maximum: 3600,
      default: 30,
      description:
        'seconds that a connection stays open for the next command, which then needs no login; 0: none',
    }),
  },
  closed,
);

const command = Type.Object(
  {
    run: Type.String({
      minLength: 1,
      description: "command line for the device's own shell",
    }),
    expect_disconnect: Type.Optional(
      Type.Boolean({
        description: 'true: the device may drop the connection instead of answering',
      }),
    ),
    match: Type.Optional(
      Type.String({
        description: 'regular expression, multiline; its first group is the value',
      }),
    ),
    fail: Type.Optional(
      Type.String({
        description: 'regular expression; output that it matches is a failure with any exit code',
      }),
    ),
    mask: Type.Optional(
      Type.String({ description: 'regular expression; text that it matches is shown as ***' }),
    ),
  },
  closed,
);

type Command = Static<typeof command>;

const writeCommand = Type.Object(
  {
    run: Type.String({
      minLength: 1,
      description: 'command line, in which {{ value }} becomes the quoted value',
    }),
    quote: Type.Enum([...quotings], {
      default: 'sh',
      description: 'sh: one word of a POSIX shell; word: refuses all but safe characters',
    }),
    fail: command.properties.fail,
    mask: command.properties.mask,
  },
  closed,
);

type WriteCommand = Static<typeof writeCommand>;

/** Open connections. The protocol is loaded with the first one; a site without does not load its libraries. */
const pool = new SshPool(async (target, signal) => {
  const { openSsh } = await import('../src/protocol/ssh/session.ts');
  return openSsh(target, signal);
});

export default adapter({
  name: 'ssh',
  options,
  command,
  writeCommand,

  async operate(target, command, { signal }): Promise<CommandResult> {
    return pool.useOnce(target, signal, async (session) => {
      const result = await session.exec(command.run, { signal, maxOutputLength });
      return resultOf(session, command, result);
    });
  },

  async read(target, requests, { signal }): Promise<readonly Reading[]> {
    return pool.use(target, signal, async (session) => {
      const results = new Map<string, ExecResult>();
      // Sequential, because many devices allow a single channel.
      for (const run of new Set(requests.map(({ command }) => command.run))) {
        const result = await session.exec(run, { signal, maxOutputLength });
        if (result.disconnected) throw disconnectFault(session, run);
        results.set(run, result);
      }
      const readings: Reading[] = [];
      for (const request of requests) {
        // A value may be searched for in a megabyte.
        await nextTurn();
        readings.push(reading(session, request, results.get(request.command.run)));
      }
      return readings;
    });
  },

  async write(target, requests, { signal }): Promise<readonly WriteOutcome[]> {
    const lines = requests.map(({ command, value }) => lineOf(command, value));
    return pool.use(target, signal, async (session) => {
      const outcomes: WriteOutcome[] = [];
      for (const [at, request] of requests.entries()) {
        const result = await session.exec(lines[at] ?? '', { signal, maxOutputLength });
        outcomes.push(writeOutcome(request.variable, writeFault(session, request, result)));
      }
      return outcomes;
    });
  },

  close() {
    pool.closeAll();
  },

  previewWrite({ command, value, isSecret }): string {
    const line = lineOf(command, value);
    return isSecret ? command.run.replaceAll('{{ value }}', '***') : line;
  },
});

function lineOf({ run, quote }: WriteCommand, value: WriteRequest['value']): string {
  return fillTemplate(run, String(value), quote);
}

/** Returns why a write failed, in the words of the template and without a secret value; null if it succeeded. */
function writeFault(
  session: SshSession,
  { command, value, isSecret }: WriteRequest<WriteCommand>,
  result: ExecResult,
): Fault | null {
  if (result.disconnected) throw disconnectFault(session, command.run);
  const output = isSecret ? result.output.replaceAll(String(value), '***') : result.output;
  const failure = failureOf(command, { ...result, output });
  return failure === null ? null : new Fault('rejected', `${session.peerLabel}: ${failure}`);
}

function resultOf(session: SshSession, command: Command, result: ExecResult): CommandResult {
  const output = mask(result.output, command.mask);
  // A device that restarts may end the command by a signal before it drops the connection.
  const isGoingDown = result.disconnected || result.signal !== null;
  if (isGoingDown && command.expect_disconnect === true) return { output, disconnected: true };
  if (result.disconnected) throw disconnectFault(session, command.run);
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
      fault: `${session.peerLabel}: ${shown(command)} printed more than ${maxOutputLength} characters`,
    };
  const output = mask(result.stdout, command.mask);
  const value =
    command.match === undefined ? output.trim() : new RegExp(command.match, 'm').exec(output)?.[1];
  if (value !== undefined) return { variable, value };
  return {
    variable,
    value: null,
    fault: `${session.peerLabel}: the output of ${shown(command)} does not match ${String(command.match)}`,
  };
}

/** Returns why a command failed; null if it succeeded. */
function failureOf(
  command: Command | WriteCommand,
  { exitCode, signal, output }: ExecResult,
): string | null {
  const failed = command.fail !== undefined && new RegExp(command.fail, 'm').test(output);
  // A device that sends no exit status is judged by its output.
  const hasFailedStatus = signal !== null || (exitCode !== null && exitCode !== 0);
  if (!hasFailedStatus && !failed) return null;
  const status = exitCode === null ? 'no exit status' : `exit code ${exitCode}`;
  const end = signal === null ? status : `ended by ${signal}`;
  const text = mask(output, command.mask).trim().slice(0, maxMessageLength);
  return `${shown(command)} failed, ${end}: ${text === '' ? 'no output' : text}`;
}

function disconnectFault(session: SshSession, run: string): Fault {
  return new Fault(
    'unreachable',
    `${session.peerLabel} closed the connection while running ${JSON.stringify(run)}`,
  );
}

function shown({ run }: Pick<Command, 'run'>): string {
  return JSON.stringify(run);
}

function mask(text: string, pattern: string | undefined): string {
  return pattern === undefined ? text : text.replace(new RegExp(pattern, 'gm'), '***');
}
