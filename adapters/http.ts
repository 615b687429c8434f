import { setImmediate as nextTurn } from 'node:timers/promises';
import { Type } from 'typebox';
import {
  adapter,
  credentialText,
  loginCredentials,
  writeOutcome,
  type AdapterContext,
  type CommandResult,
  type Exchange,
  type ReadRequest,
  type Reading,
  type Target,
  type WriteOutcome,
  type WriteRequest,
} from '../src/contract/adapter.ts';
import { asFault, Fault } from '../src/contract/errors.ts';
import { ask, picksValue, requestKey, valueIn, type Answer } from '../src/protocol/http/answer.ts';
import { readHttpBanner } from '../src/protocol/http/banner.ts';
import type { HttpReply } from '../src/protocol/http/client.ts';
import { checkHttpCommand } from '../src/protocol/http/command-check.ts';
import { readMembers } from '../src/protocol/http/onto.ts';
import { HttpPool } from '../src/protocol/http/pool.ts';
import {
  httpCommandSchema,
  httpOptionsSchema,
  httpWriteSchema,
  type HttpCommand,
  type HttpOptions,
  type HttpRequestSpec,
  type HttpWrite,
} from '../src/protocol/http/schema.ts';
import type { HttpSession, RequestContext, SeenExchange } from '../src/protocol/http/session.ts';
import { fillRequest, hasPlaceholder } from '../src/protocol/http/template.ts';
import { searchBounded } from '../src/runtime/pattern/bounded-search.ts';

/** Limit in characters of the output of an operation. */
const maxOutputLength = 65_536;

const pool = new HttpPool();

/** Reads, writes and operates devices and controllers that have an interface over HTTP with JSON. */
export default adapter({
  name: 'http',
  credentials: Type.Object(
    { ...loginCredentials, token: credentialText('token or key of an API') },
    { additionalProperties: false },
  ),
  options: httpOptionsSchema,
  command: httpCommandSchema,
  writeCommand: httpWriteSchema,
  checkCommand: checkHttpCommand,
  identify,
  operate,
  read,
  write,
  fillCommand(command, values) {
    const { before, after, ...spec } = command;
    const all = [...(before ?? []), spec, ...(after ?? [])];
    for (const name of Object.keys(values))
      if (!hasPlaceholder(all, name))
        throw new Fault('unsupported', `the command has no {{ ${name} }}`);
    const filling = { values: new Map(Object.entries(values)), keepsUnknown: true };
    for (const one of all) fillRequest(one, filling);
    return { ...command, values: { ...command.values, ...values } };
  },
  namesIn,
  trims: (command) => command.match !== undefined || !picksValue(command),
  namesInOptions: (options) => ['username', 'password', 'token', ...namesIn({}, options)],
  previewWrite({ command, value, isSecret }): string {
    checkWrite(command, value);
    return previewOf(command, isSecret ? '***' : value);
  },
  close() {
    pool.closeAll();
  },
});

/** Returns the names that a connection, its login and the requests before a command have values for. */
function namesIn(command: Partial<HttpCommand> | HttpWrite, { values, login }: HttpOptions) {
  const steps = [...(login?.steps ?? []), ...(command.before ?? [])];
  const kept = steps.flatMap(({ keep = {}, as_name }) => [...Object.keys(keep), as_name ?? []]);
  const own = 'each' in command ? [command.each.as_name] : [];
  const named = [...Object.keys(values ?? {}), ...Object.keys(login?.refresh ?? {})];
  return [...named, ...kept.flat(), ...own];
}

function peerOf({ name, host, serverName, options, checkCertificate }: Target<HttpOptions>) {
  return {
    label: `${name} (${host}, port ${options.port})`,
    host,
    serverName: serverName ?? host,
    port: options.port,
    tls: options.tls,
    ...(options.ca !== undefined && { ca: options.ca }),
    allowsOldTls: options.legacy === 'insecure',
    connectTimeoutMs: options.connect_timeout * 1000,
    checkCertificate: checkCertificate ?? (() => Promise.resolve(false)),
  };
}

/** Asks for the first page without a login; no credential is sent, so any certificate will do. */
async function identify(target: Target<HttpOptions>, { signal }: AdapterContext) {
  const { tls, timeout } = target.options;
  const peer = {
    ...peerOf(target),
    tls: tls === 'off' ? tls : ('pin' as const),
    checkCertificate: () => Promise.resolve(true),
  };
  return { httpBanner: await readHttpBanner(peer, { signal, timeoutMs: timeout * 1000 }) };
}

function use<T>(
  target: Target<HttpOptions>,
  work: (session: HttpSession) => Promise<T>,
): Promise<T> {
  const { options, credentials } = target;
  const { username, password, more } = credentials;
  const token = more?.['token'];
  const peer = peerOf(target);
  const login = {
    ...(username !== undefined && { username }),
    ...(password !== undefined && { password }),
    ...(token !== undefined && { token }),
  };
  return pool.use({ peer, options, credentials: login }, work);
}

function operate(
  target: Target<HttpOptions>,
  command: HttpCommand,
  { signal }: AdapterContext,
): Promise<CommandResult> {
  return use(target, async (session) => {
    const given = new Map(Object.entries(command.values ?? {}));
    const values = await session.prepare(command.before, { signal, values: given, isOnce: false });
    const context = { signal, values, isOnce: true };
    try {
      const { body } = await session.request(command, context);
      for (const next of command.after ?? []) await session.request(next, context);
      const output = mask(session.conceal(body), command.mask).slice(0, maxOutputLength);
      return { output, disconnected: false };
    } catch (error) {
      // A device that restarts may drop the connection instead of answering.
      const isLost = asFault(error)?.kind === 'unreachable';
      if (isLost && command.expect_disconnect === true) return { output: '', disconnected: true };
      throw error;
    }
  });
}

/** Sends each request once, however many values are picked from its reply. */
function read(
  target: Target<HttpOptions>,
  requests: readonly ReadRequest<HttpCommand>[],
  { signal, observe }: AdapterContext,
): Promise<readonly Reading[]> {
  return use(target, async (session) => {
    const replies = new Map<string, Answer>();
    const reading = { signal, shared: new Map<string, HttpReply>() };
    const readings: Reading[] = [];
    const seen: SeenExchange[] = [];
    if (observe)
      session.observe((exchange) => {
        seen.push(exchange);
      });
    for (const request of requests) {
      const key = requestKey(request.command);
      const answer = replies.get(key) ?? (await ask(session, request.command, reading));
      replies.set(key, answer);
      // A body of megabytes takes long to search.
      await nextTurn();
      readings.push(readingOf(session, request, answer));
    }
    // Only now all keys of the login are known.
    for (const one of seen) observe?.(concealed(session, target.options, one));
    return readings;
  });
}

/** Returns an exchange without the credentials and the keys of its session. */
function concealed(
  session: HttpSession,
  { login }: HttpOptions,
  { request: { method, target, body }, reply, isLogin }: SeenExchange,
): Exchange {
  const kept = (login?.steps ?? []).flatMap(({ keep = {} }) =>
    Object.values(keep).flatMap((from) => ('header' in from ? [from.header.toLowerCase()] : [])),
  );
  const headers = ['set-cookie', ...kept].flatMap((name) => {
    const [first] = [reply.headers[name] ?? []].flat();
    return first === undefined ? [] : [[name, session.conceal(first)] as const];
  });
  return {
    protocol: 'http',
    method,
    path: session.conceal(target),
    sent: isLogin ? '' : session.conceal(body),
    status: reply.status,
    headers: Object.fromEntries(headers),
    body: session.conceal(reply.body),
  };
}

function readingOf(
  session: HttpSession,
  { variable, command }: ReadRequest<HttpCommand>,
  answer: Answer,
): Reading {
  const picked = valueIn(session, command, answer);
  return 'fault' in picked ? { variable, value: null, ...picked } : { variable, ...picked };
}

function write(
  target: Target<HttpOptions>,
  requests: readonly WriteRequest<HttpWrite>[],
  { signal }: AdapterContext,
): Promise<readonly WriteOutcome[]> {
  for (const { command, value } of requests) checkWrite(command, value);
  return use(target, async (session) => {
    const outcomes: WriteOutcome[] = [];
    for (const request of requests)
      outcomes.push(writeOutcome(request.variable, await writeOne(session, request, signal)));
    return outcomes;
  });
}

/** Writes one value. Returns why the device did not accept it; null if it did. */
async function writeOne(
  session: HttpSession,
  { command, value, isSecret }: WriteRequest<HttpWrite>,
  signal: AbortSignal,
): Promise<Fault | null> {
  const context = { signal, values: new Map([['value', value]]), isOnce: false };
  try {
    const values = await session.prepare(command.before, context);
    await sendWrite(session, command, { signal, values, isOnce: true });
    return null;
  } catch (error) {
    const fault = asFault(error);
    if (fault?.kind !== 'rejected' && fault?.kind !== 'unsupported') throw error;
    return isSecret ? new Fault(fault.kind, concealValue(fault.message, value)) : fault;
  }
}

async function sendWrite(
  session: HttpSession,
  { onto, after = [], ...command }: HttpWrite,
  context: RequestContext,
): Promise<void> {
  const base = onto && (await readMembers(session, onto, context));
  await session.request(command, { ...context, ...(base && { base }) });
  for (const next of after) await session.request(next, context);
}

function concealValue(message: string, value: WriteRequest['value']): string {
  return String(value) === '' ? message : message.replaceAll(String(value), '***');
}

/** @throws Fault `unsupported` if the command has no place for the value, or cannot carry it */
function checkWrite({ before, after, ...spec }: HttpWrite, value: WriteRequest['value']): void {
  if (!hasPlaceholder([spec, before, after], 'value'))
    throw new Fault('unsupported', 'the command has no {{ value }}');
  for (const one of [...(before ?? []), spec, ...(after ?? [])]) fillPreview(one, value);
}

function previewOf({ after, onto, ...spec }: HttpWrite, value: WriteRequest['value']): string {
  const lines = [spec, ...(after ?? [])].map((one) => {
    const { method, target, body } = fillPreview(one, value);
    return body === '' ? `${method} ${target}` : `${method} ${target} ${body}`;
  });
  if (onto === undefined) return lines.join('\n');
  const { method, target } = fillPreview(onto, value);
  const [first, ...others] = lines;
  return [`${first ?? ''} onto ${onto.members.join(', ')} of ${method} ${target}`, ...others].join(
    '\n',
  );
}

function fillPreview(spec: HttpRequestSpec, value: WriteRequest['value']) {
  return fillRequest(spec, { values: new Map([['value', value]]), keepsUnknown: true });
}

function mask(text: string, pattern: string | undefined): string {
  if (pattern === undefined) return text;
  return searchBounded({ source: pattern, flags: 'gm' }, text, (found, whole) =>
    whole.replace(found, '***'),
  );
}
