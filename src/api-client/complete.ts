import { connectionOptions, operationOptions, valuesOf } from './command-line.ts';
import { readGateways, type Environment } from './gateways.ts';
import { resourceNames, type ApiOperation, type ApiValue } from './operations.ts';

/**
 * Lists the words that may come next, for the completion of a shell.
 *
 * @param words  the words after `gatehouse api`, without the word under the cursor
 */
export function completionWords(
  words: readonly string[],
  operations: readonly ApiOperation[],
  environment: Environment,
): readonly string[] {
  const before = optionOf(words.at(-1) ?? '');
  const named = words.filter((word, position) => !isOfOption(words, word, position));
  const [resource, action] = named;
  if (before === '--gateway') return savedNames(environment);
  if (resource === undefined)
    return [...resourceNames(operations), 'gateway', ...wordsOf(connectionOptions)];
  if (resource === 'gateway') return ['add', 'list', 'remove'];
  const of = operations.filter((operation) => operation.resource === resource);
  const operation = of.find((one) => one.action === action);
  if (!operation) return of.map((one) => one.action);
  const values = valuesOf(operation);
  const asked = values.find(({ name }) => `--${name}` === before);
  return asked ? choicesOf(asked) : wordsOf([...values, ...operationOptions, ...connectionOptions]);
}

const withValue = new Set(
  connectionOptions.filter(({ value }) => value !== undefined).map(({ name }) => `--${name}`),
);

/** True for an option before the resource, and for its value. */
export function isOfOption(words: readonly string[], word: string, position: number): boolean {
  return word.startsWith('--') || withValue.has(optionOf(words[position - 1] ?? ''));
}

/** Returns an option as it is listed: hyphens stand for underscores. */
export function optionOf(word: string): string {
  return word.startsWith('--') ? `--${word.slice(2).replaceAll('-', '_')}` : word;
}

function choicesOf({ choices, kind }: ApiValue): readonly string[] {
  if (choices) return choices.map(String);
  return kind === 'boolean' ? ['true', 'false'] : [];
}

function savedNames(environment: Environment): readonly string[] {
  try {
    return Object.keys(readGateways(environment).gateways);
  } catch {
    return [];
  }
}

function wordsOf(options: readonly { readonly name: string }[]): readonly string[] {
  return [...new Set(options.map(({ name }) => `--${name}`))];
}
