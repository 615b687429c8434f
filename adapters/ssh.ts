import { Type, type Static } from 'typebox';
import {
  adapter,
  credentialText,
  loginCredentials,
  writeOutcome,
  type CommandResult,
  type ReadRequest,
  type Reading,
  type Target,
  type WriteOutcome,
  type WriteRequest,
} from '../src/adapter.ts';
import { Fault } from '../src/errors.ts';
import {
  checkCommand,
  commandSchema,
  fillCommand,
  fillRequest,
  requestOf,
  textOf,
  writeCommandSchema,
  type Command,
  type Request,
  type WriteCommand,
} from '../src/protocol/ssh/command.ts';
import { withSshCredentials } from '../src/protocol/ssh/credentials.ts';
import { checkDialogue, dialogueSchema } from '../src/protocol/ssh/dialogue.ts';
import { changeInstances } from '../src/protocol/ssh/object-change.ts';
import { objectCommandSchema, objectText } from '../src/protocol/ssh/object-command.ts';
import { KeptShells } from '../src/protocol/ssh/kept-shells.ts';
import { sshOptionsSchema } from '../src/protocol/ssh/options.ts';
import { failureOf, mask, runLines, valueOf, type Outcome } from '../src/protocol/ssh/outcome.ts';
import { SshPool } from '../src/protocol/ssh/pool.ts';
import type { SshSession } from '../src/protocol/ssh/session.ts';

/** Limit in characters of the output of a command. */
const maxOutputLength = 1_048_576;

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
    shell: dialogueSchema,
  },
  { additionalProperties: false },
);

type SshTarget = ReturnType<typeof withSshCredentials<Target<Static<typeof options>>>>;

/** Open connections. The protocol is loaded with the first one; a site without does not load its libraries. */
const pool = new SshPool(async (target, signal) => {
  const { openSsh } = await import('../src/protocol/ssh/session.ts');
  return openSsh(target, signal);
});
const shells = new KeptShells();

export default adapter({
  name: 'ssh',
  credentials: Type.Object(
    {
      ...loginCredentials,
      private_key: credentialText('OpenSSH, PuTTY or PEM'),
      private_key_passphrase: credentialText('passphrase of the private key'),
      enable_password: credentialText(
        'password of the privileged mode, where it is not that of the login',
      ),
    },
    { additionalProperties: false },
  ),
  options,
  command: commandSchema,
  writeCommand: writeCommandSchema,
  objectCommand: objectCommandSchema,

  checkOptions: ({ shell }) => {
    checkDialogue(shell);
  },
  checkCommand,

  async operate(device, command, { signal }): Promise<CommandResult> {
    const target = withSshCredentials(device);
    return pool.useOnce(target, signal, async (session) => {
      const request = requestOf(command);
      const outcome = await send({ session, target, signal }, { request, command });
      return resultOf(session, command, outcome);
    });
  },

  fillCommand,

  async read(device, requests, { signal, observe }): Promise<readonly Reading[]> {
    const target = withSshCredentials(device);
    return pool.use(target, signal, async (session) => {
      const outcomes = new Map<string, Outcome>();
      // Sequential, because many devices allow a single channel.
      for (const { command } of requests) {
        if (outcomes.has(keyOf(command))) continue;
        const request = requestOf(command);
        const outcome = await send({ session, target, signal }, { request, command });
        if (outcome.disconnected) throw disconnectFault(session, request);
        outcomes.set(keyOf(command), outcome);
        observe?.({
          protocol: 'ssh',
          line: textOf(request),
          output: mask(outcome.stdout, command.mask),
          exitCode: outcome.exitCode,
        });
      }
      const readings: Reading[] = [];
      for (const request of requests)
        readings.push(await reading(session, request, outcomes.get(keyOf(request.command))));
      return readings;
    });
  },

  async write(device, requests, { signal }): Promise<readonly WriteOutcome[]> {
    const target = withSshCredentials(device);
    const filled = requests.map(({ command, value }) => fillRequest(command, String(value)));
    return pool.use(target, signal, async (session) => {
      const outcomes: WriteOutcome[] = [];
      for (const [at, { variable, command, value, isSecret }] of requests.entries()) {
        const request = filled[at] ?? requestOf(command);
        const outcome = await send({ session, target, signal }, { request, command });
        const shown = isSecret ? outcome.output.replaceAll(String(value), '***') : outcome.output;
        const fault = writeFault(session, command, { ...outcome, output: shown });
        outcomes.push(writeOutcome(variable, fault));
      }
      return outcomes;
    });
  },

  async changeObjects(device, requests, { signal, beforeChange }) {
    const target = withSshCredentials(device);
    const faults = await pool.useOnce(target, signal, (session) =>
      changeInstances(requests, {
        beforeChange: async () => beforeChange?.(),
        send: (command) => answerTo({ session, target, signal }, command),
      }),
    );
    return requests.map(({ variable }, at) => writeOutcome(variable, faults[at] ?? null));
  },

  previewObject: ({ command, action, values }) => objectText(command, action, values),

  close() {
    pool.closeAll();
  },

  previewWrite({ command, value, isSecret }: WriteRequest<WriteCommand>): string {
    const text = textOf(fillRequest(command, String(value)));
    return isSecret ? textOf(requestOf(command)).replaceAll('{{ value }}', '***') : text;
  },
});

interface Use {
  readonly session: SshSession;
  readonly target: SshTarget;
  readonly signal: AbortSignal;
}

interface Sent {
  readonly request: Request;
  /** The command of the type, by whose words messages name the request. */
  readonly command: Command | WriteCommand;
}

/** Sends a request, by a channel of its own or in the shell of the connection. */
async function send(
  { session, target, signal }: Use,
  { request, command }: Sent,
): Promise<Outcome> {
  const { run, lines } = request;
  if (run !== undefined) {
    const result = await session.exec(run, { signal, maxOutputLength });
    return { ...result, failedLine: null };
  }
  const { fail } = command;
  const shown = requestOf(command).lines ?? [];
  const { credentials, options: by } = target;
  return shells.use(session, { dialogue: by.shell, credentials, signal }, (shell) =>
    runLines(shell, { lines, shown, fail, signal, maxOutputLength }),
  );
}

/** Commands that send the same are sent once. */
function keyOf({ run, shell }: Command): string {
  return JSON.stringify([run, shell]);
}

/** Returns why a write failed, in the words of the template and without a secret value; null if it succeeded. */
function writeFault(session: SshSession, command: WriteCommand, outcome: Outcome): Fault | null {
  if (outcome.disconnected) throw disconnectFault(session, requestOf(command));
  if (outcome.stopped) return outputFault(session, requestOf(command));
  const failure = failureOf(command, shownOf(requestOf(command)), outcome);
  return failure === null ? null : new Fault('rejected', `${session.peerLabel}: ${failure}`);
}

/** Sends a command. Returns its standard output, or the fault with which the device refused it. */
async function answerTo(use: Use, command: Command): Promise<string | Fault> {
  const outcome = await send(use, { request: requestOf(command), command });
  return writeFault(use.session, command, outcome) ?? outcome.stdout;
}

function resultOf(session: SshSession, command: Command, outcome: Outcome): CommandResult {
  const output = mask(outcome.output, command.mask);
  // A device that restarts may end the command by a signal before it drops the connection.
  const isGoingDown = outcome.disconnected || outcome.signal !== null;
  if (isGoingDown && command.expect_disconnect === true) return { output, disconnected: true };
  const request = requestOf(command);
  if (outcome.disconnected) throw disconnectFault(session, request);
  if (outcome.stopped) throw outputFault(session, request);
  const failure = failureOf(command, shownOf(request), outcome);
  if (failure === null) return { output, disconnected: false };
  throw new Fault('rejected', `${session.peerLabel}: ${failure}`);
}

async function reading(
  session: SshSession,
  { variable, command }: ReadRequest<Command>,
  outcome: Outcome | undefined,
): Promise<Reading> {
  const shown = shownOf(requestOf(command));
  const faulty = (reason: string) => ({
    variable,
    value: null,
    fault: `${session.peerLabel}: ${reason}`,
  });
  if (outcome === undefined) return faulty(`${shown} was not run`);
  const failure = failureOf(command, shown, outcome);
  if (failure !== null) return faulty(failure);
  if (outcome.truncated) return faulty(`${shown} printed more than ${maxOutputLength} characters`);
  const found = await valueOf(command, shown, outcome);
  return 'value' in found ? { variable, value: found.value } : faulty(found.reason);
}

function disconnectFault(session: SshSession, request: Request): Fault {
  return new Fault(
    'unreachable',
    `${session.peerLabel} closed the connection while running ${shownOf(request)}`,
  );
}

function outputFault(session: SshSession, request: Request): Fault {
  return new Fault(
    'garbled',
    `${session.peerLabel}: ${shownOf(request)} printed more than ${maxOutputLength} characters and was ended`,
  );
}

/** Returns a request in quotes, as messages name it. */
function shownOf({ run, lines = [] }: Request): string {
  return JSON.stringify(run ?? lines.map(({ send: line }) => line).join('; '));
}
