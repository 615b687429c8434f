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
} from '../src/contract/adapter.ts';
import { Fault } from '../src/contract/errors.ts';
import {
  checkSshCommand,
  sshCommandSchema,
  fillSshCommand,
  fillSshWrite,
  requestOf,
  requestText,
  sshWriteSchema,
  type Command,
  type Request,
  type WriteCommand,
} from '../src/protocol/ssh/command.ts';
import { readSshBanner } from '../src/protocol/ssh/banner.ts';
import { checkDialogue, dialogueSchema } from '../src/protocol/ssh/dialogue.ts';
import {
  answerTo,
  disconnectFault,
  failureOf,
  mask,
  maxOutputLength,
  outputFault,
  send,
  shownOf,
  writeFault,
  type Outcome,
  type Use,
} from '../src/protocol/ssh/exchange.ts';
import { changeInstances } from '../src/protocol/ssh/object-change.ts';
import { sshObjectSchema, objectText } from '../src/protocol/ssh/object-command.ts';
import { loadSsh } from '../src/protocol/ssh/load.ts';
import { sshOptionsSchema } from '../src/protocol/ssh/options.ts';
import { valueOf } from '../src/protocol/ssh/output-value.ts';
import {
  changeOrRevert,
  checkRevert,
  revertSchema,
  type Connections,
} from '../src/protocol/ssh/revert.ts';
import { SshPool } from '../src/protocol/ssh/pool.ts';
import type { SshSession } from '../src/protocol/ssh/session.ts';
import { loginPlaceholders } from '../src/protocol/ssh/template.ts';

const options = Type.Object(
  {
    ...sshOptionsSchema(22).properties,
    keep_open: Type.Integer({
      minimum: 0,
      maximum: 3600,
      default: 30,
      description:
        'seconds that a connection stays open for the next command, which then needs no login; 0: closed after each command',
    }),
    shell: dialogueSchema,
    revert: Type.Optional(revertSchema),
  },
  { additionalProperties: false },
);

type SshTarget = Target<Static<typeof options>>;

/** Open connections. The protocol is loaded with the first one. */
const pool = new SshPool(async (target, signal) => {
  const { openSsh } = await loadSsh();
  return openSsh(target, signal);
});

export default adapter({
  name: 'ssh',
  credentials: Type.Object(
    {
      ...loginCredentials,
      private_key: credentialText('OpenSSH, PuTTY or PEM'),
      private_key_passphrase: credentialText('passphrase of the private key'),
      enable_password: credentialText(
        'password of the privileged mode, if it differs from the login password',
      ),
    },
    { additionalProperties: false },
  ),
  options,
  command: sshCommandSchema,
  writeCommand: sshWriteSchema,
  objectCommand: sshObjectSchema,

  async checkPrivateKey(key, passphrase) {
    const { parseKey } = await import('../src/protocol/ssh/login.ts');
    parseKey(key, passphrase);
  },

  checkOptions: ({ shell, revert }) => {
    checkDialogue(shell);
    if (revert !== undefined) checkRevert(revert);
  },
  checkCommand: checkSshCommand,
  namesInOptions: () => loginPlaceholders,
  // Most patterns leave white space out as well.
  trims: () => true,

  async identify({ host, options: { port } }, { signal }) {
    return { sshBanner: await readSshBanner({ host, port }, signal) };
  },

  async operate(target, command, { signal }): Promise<CommandResult> {
    const request = requestOf(command);
    const work = async (session: SshSession) => {
      const outcome = await send({ session, target, signal }, { request, command });
      return resultOf(session, { command, request }, outcome);
    };
    // A shell does not say which lines the device has received, and no connection is kept to a device that restarts.
    return request.run === undefined || command.expect_disconnect === true
      ? pool.useOnce(target, signal, work)
      : pool.useRecent(target, signal, work);
  },

  fillCommand: fillSshCommand,

  async read(target, requests, { signal, observe }): Promise<readonly Reading[]> {
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
          line: requestText(request),
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

  async write(target, requests, { signal }): Promise<readonly WriteOutcome[]> {
    const writes = requests.map((request) => ({
      ...request,
      filled: fillSshWrite(request.command, String(request.value)),
    }));
    const { revert } = target.options;
    const faults =
      revert === undefined
        ? await pool.use(target, signal, (session) =>
            writeEach({ session, target, signal }, writes),
          )
        : await changeOrRevert(revert, { ...connectionsTo(target), signal }, async (use, begin) => {
            await begin();
            return writeAllOrNone(use, writes);
          });
    return requests.map(({ variable }, at) => writeOutcome(variable, faults[at] ?? null));
  },

  async changeObjects(target, requests, { signal, beforeChange }) {
    const change = async (use: Use, begin: () => Promise<void>) => {
      const beforeFirst = async () => {
        await beforeChange?.();
        await begin();
      };
      const result = await changeInstances(requests, {
        beforeChange: beforeFirst,
        send: (command) => answerTo(use, command),
      });
      return { result, isRefused: result.some((fault) => fault !== null) };
    };
    const { revert } = target.options;
    const connections = connectionsTo(target);
    const { result: faults } =
      revert === undefined || revert.objects === false
        ? await connections.connect(signal, (use) => change(use, () => Promise.resolve()))
        : { result: await changeOrRevert(revert, { ...connections, signal }, change) };
    return requests.map(({ variable }, at) => writeOutcome(variable, faults[at] ?? null));
  },

  previewObject: ({ command, action, values }) => objectText(command, action, values),

  close() {
    pool.closeAll();
  },

  previewWrite({ command, value, isSecret }: WriteRequest<WriteCommand>): string {
    const text = requestText(fillSshWrite(command, String(value)));
    return isSecret ? requestText(requestOf(command)).replaceAll('{{ value }}', '***') : text;
  },
});

/** Connections for changes, each a new one. */
function connectionsTo(target: SshTarget): Connections<Use> {
  return {
    connect: (signal, use) =>
      pool.useNew(target, signal, (session) => use({ session, target, signal })),
    send: answerTo,
  };
}

interface Write extends WriteRequest<WriteCommand> {
  readonly filled: Request;
}

/** Writes values one after the other. Returns for each null, or why the device refused it. */
async function writeEach(use: Use, writes: readonly Write[]): Promise<readonly (Fault | null)[]> {
  const faults: (Fault | null)[] = [];
  for (const write of writes) faults.push(await writeValue(use, write));
  return faults;
}

/** Writes values as `writeEach` does, up to the first that the device refuses; all others are taken back then. */
async function writeAllOrNone(use: Use, writes: readonly Write[]) {
  for (const write of writes) {
    const refusal = await writeValue(use, write);
    if (refusal === null) continue;
    return { result: writes.map((one) => (one === write ? refusal : takenBack)), isRefused: true };
  }
  return { result: [], isRefused: false };
}

const takenBack = new Fault(
  'rejected',
  'taken back, because the device refused another value of the same write',
);

async function writeValue(
  use: Use,
  { filled, command, value, isSecret }: Write,
): Promise<Fault | null> {
  const outcome = await send(use, { request: filled, command });
  const shown = isSecret ? outcome.output.replaceAll(String(value), '***') : outcome.output;
  return writeFault(use.session, command, { ...outcome, output: shown });
}

/** Commands that send the same are sent once. */
function keyOf({ run, shell }: Command): string {
  return JSON.stringify([run, shell]);
}

function resultOf(
  session: SshSession,
  { command, request }: { readonly command: Command; readonly request: Request },
  outcome: Outcome,
): CommandResult {
  const output = mask(outcome.output, command.mask);
  // A device that restarts may end the command by a signal before it drops the connection.
  const isGoingDown = outcome.disconnected || outcome.signal !== null;
  if (isGoingDown && command.expect_disconnect === true && !outcome.isCut)
    return { output, disconnected: true };
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
  return 'value' in found ? { variable, ...found } : faulty(found.reason);
}
