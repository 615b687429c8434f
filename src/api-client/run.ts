import { isText, requestOf } from './call.ts';
import { parseApiCommand, takeConnection, type ApiCommand } from './command-line.ts';
import { completionWords } from './complete.ts';
import { findConnection, type Connection } from './connection.ts';
import { errorLines } from './error-lines.ts';
import { runGatewayCommand } from './gateway-command.ts';
import type { Environment } from './gateways.ts';
import { generalHelp, operationHelp, resourceHelp } from './help.ts';
import { operandsOf, operationsOf, readOperations } from './operations.ts';
import { liveNames } from './live-names.ts';
import { withIds } from './named-ids.ts';
import { failureIn } from './outcome.ts';
import { isRow, onOneLine, type Row } from './output.ts';
import { openOutputFile, standardOutput, Unwritable, type ReplyOutput } from './reply-output.ts';
import {
  readJson,
  readReply,
  sendRequest,
  Unreachable,
  type ApiReply,
  type ApiRequest,
} from './request.ts';
import { namedFields, rowWriter, writeObject } from './show.ts';
import { exitStatus } from './exit-status.ts';
import { errorCode } from '../contract/errors.ts';
import { UsageError } from './usage-error.ts';
import { readTextFile } from './values.ts';

/**
 * Runs `gatehouse api`: calls an operation of a gateway and prints its reply.
 *
 * @param words  the words after `api`
 * @returns      the exit status
 */
export async function runApi(words: readonly string[], environment: Environment): Promise<number> {
  process.stdout.on('error', (error: Error) => {
    // A reader that has seen enough, such as head, closes the pipe.
    if (errorCode(error) === 'EPIPE') process.exit(exitStatus.done);
    complain(`standard output: ${error.message}`);
    process.exit(exitStatus.failed);
  });
  try {
    return await run(words, environment);
  } catch (error) {
    const status = statusOf(error);
    if (status === null || !(error instanceof Error)) throw error;
    complain(error.message);
    return status;
  }
}

/** Returns the exit status of an error for the user; null: it is a fault of this program. */
function statusOf(error: unknown): number | null {
  if (error instanceof UsageError) return exitStatus.usage;
  if (error instanceof Unreachable) return exitStatus.unreachable;
  return error instanceof Unwritable ? exitStatus.failed : null;
}

async function run(words: readonly string[], environment: Environment): Promise<number> {
  const [first, ...others] = words;
  const operations = readOperations();
  if (first === 'complete') return print((await wordsAfter(others, environment)).join('\n'));
  if (first === 'gateway') return print(await runGatewayCommand(others, environment));
  const { rest } = takeConnection(words);
  const [resource, action] = rest;
  if (resource === undefined || resource === '--help') return print(generalHelp(operations));
  if (action === undefined || action === '--help')
    return print(resourceHelp(operationsOf(operations, resource)));
  const command = parseApiCommand(words, operations);
  if (command.own.has('help')) return print(operationHelp(command.operation));
  return call(command, findConnection(command.connection, environment));
}

/** Returns the words that may come next in a command line: those of the grammar, and names from the gateway. */
async function wordsAfter(
  words: readonly string[],
  environment: Environment,
): Promise<readonly string[]> {
  const operations = readOperations();
  const fixed = words[0] === 'deed' ? [] : completionWords(words, operations, environment);
  return [...fixed, ...(await liveNames(words, operations, environment))];
}

async function call(given: ApiCommand, connection: Connection): Promise<number> {
  const command = await withIds(given, connection);
  const request = requestOf(command, readTextFile);
  const output = await outputOf(command, request);
  try {
    const status = await showReply({ command, request, connection, output });
    const isComplete = status === exitStatus.done || status === exitStatus.ineffective;
    await (isComplete ? output.finish() : output.discard());
    return status;
  } catch (error) {
    await output.discard();
    throw error;
  }
}

/** @throws UsageError if the reply cannot be written anywhere; called before the request is sent */
async function outputOf({ own }: ApiCommand, { headers }: ApiRequest): Promise<ReplyOutput> {
  const file = own.get('output')?.at(-1);
  if (file !== undefined) return openOutputFile(file, own.has('force'));
  if (own.has('force')) throw new UsageError('--force is for --output');
  const accepted = headers?.['accept'] ?? 'application/json';
  if (process.stdout.isTTY && !isText(accepted))
    throw new UsageError(`${accepted} is not for a terminal: give --output FILE`);
  return standardOutput;
}

interface Call {
  readonly command: ApiCommand;
  readonly request: ApiRequest;
  readonly connection: Connection;
  readonly output: ReplyOutput;
}

async function showReply(of: Call): Promise<number> {
  const { command, request, connection, output } = of;
  if (command.operation.isList && !request.headers?.['accept']) return showList(of);
  const reply = await sendRequest(connection, request);
  if (!isSuccess(reply)) return refuse(reply, command);
  if (reply.mediaType !== 'application/json') return copy(reply, output);
  const content = await readJson(reply);
  if (Array.isArray(content)) await showRows(of, content.filter(isRow));
  else await writeObject(command, isRow(content) ? content : { value: content }, output.write);
  const failure = failureIn(command.operation, content);
  if (failure !== null) complain(onOneLine(failure));
  return failure === null ? exitStatus.done : exitStatus.ineffective;
}

/** Shows rows after a change. An unknown field is empty: a usage error would mean that no request was sent. */
async function showRows({ command, output }: Call, rows: readonly Row[]): Promise<void> {
  const columns = namedFields(command) ?? Object.keys(rows[0] ?? {});
  const shown = { ...command, operation: { ...command.operation, columns } };
  const writer = rowWriter(shown, output.write, widthOf());
  await writer.write(rows);
  await writer.end();
}

/** Shows a page of a list, or all of them: the query of `next` leads on, at the address that was given. */
async function showList({ command, request, connection, output }: Call): Promise<number> {
  const [path = ''] = request.path.split('?', 1);
  const writer = rowWriter(command, output.write, widthOf());
  for (let next: string | null = request.path; next !== null;) {
    const reply = await sendRequest(connection, { ...request, path: next });
    if (!isSuccess(reply)) return refuse(reply, command);
    const page = pageOf(await readJson(reply));
    await writer.write(page.rows);
    const query = page.next === null ? null : new URL(page.next, connection.url).search;
    if (query !== null && !command.own.has('all'))
      complain(`${page.rows.length} of ${page.count} shown; --all shows the others`);
    next = query === null || !command.own.has('all') ? null : `${path}${query}`;
  }
  await writer.end();
  complainAboutColumns(writer.dropped());
  return exitStatus.done;
}

interface Page {
  readonly rows: readonly Row[];
  readonly next: string | null;
  readonly count: string;
}

function pageOf(content: unknown): Page {
  const page = isRow(content) ? content : {};
  const { results, next, count } = page;
  return {
    rows: Array.isArray(results) ? results.filter(isRow) : [],
    next: typeof next === 'string' ? next : null,
    count: `${page['count_is_estimate'] === true ? 'about ' : ''}${String(count)}`,
  };
}

function isSuccess({ status }: ApiReply): boolean {
  return status >= 200 && status < 300;
}

async function refuse(reply: ApiReply, command: ApiCommand): Promise<number> {
  const { status, location } = reply;
  const text = await readReply(reply);
  if (status >= 300 && status < 400) {
    complain(`the gateway is at another address: ${onOneLine(location)}; give that one`);
    return exitStatus.unreachable;
  }
  complain(`the answer is ${status}:`);
  for (const line of status === 404 ? named(errorLines(text), command) : errorLines(text))
    complain(`  ${onOneLine(line)}`);
  if (status === 401) return exitStatus.unauthenticated;
  return status >= 500 ? exitStatus.failed : exitStatus.refused;
}

/** Names the object of a 404 by its kind and the operands, where the gateway says only that it is not found. */
function named(lines: readonly string[], { operation, operands }: ApiCommand): readonly string[] {
  const keys = operandsOf(operation).map((name, at) => `${name} ${operands[at] ?? ''}`);
  const isBare = lines.length === 1 && lines[0] === 'Not found.';
  return isBare && keys.length > 0
    ? [`no ${operation.resource} with ${keys.join(' and ')} that you may see`]
    : lines;
}

async function copy({ body }: ApiReply, output: ReplyOutput): Promise<number> {
  try {
    for await (const piece of body) if (piece instanceof Uint8Array) await output.write(piece);
  } catch (error) {
    if (error instanceof Unwritable) throw error;
    throw new Unreachable(`the answer is incomplete: ${String(error)}`, { cause: error });
  }
  return exitStatus.done;
}

/** Returns the characters of a line; Infinity where there is no terminal, so that a program reads all of it. */
function widthOf(): number {
  const { columns, isTTY } = process.stdout;
  return isTTY && columns > 0 ? columns : Infinity;
}

/** Says which columns a list lost, since nobody misses what is not there. */
function complainAboutColumns(names: readonly string[]): void {
  if (names.length > 0)
    complain(`no room for ${names.join(', ')}; --wide shows all columns, --columns chooses`);
}

async function print(text: string): Promise<number> {
  await standardOutput.write(text === '' ? '' : `${text}\n`);
  return exitStatus.done;
}

function complain(text: string): void {
  process.stderr.write(`${text}\n`);
}
