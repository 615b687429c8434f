import { operationsOf, resourceNames, type ApiOperation } from '../src/api-client/operations.ts';

/* The part of the Python client that follows from the operations of both APIs: a class for each resource. */

/** Replaces the classes of the resources in the text of the Python client. */
export function withOperations(text: string, operations: readonly ApiOperation[]): string {
  const names = resourceNames(operations);
  const classes = names.flatMap((name) => [
    ...classOf(name, operationsOf(operations, name)),
    '',
    '',
  ]);
  const resources = [
    'class _Resources:',
    ...names.map((name) => `    ${name}: ${classNameOf(name)}`),
    '',
    '    def __init__(self, gate: _Client) -> None:',
    ...names.map((name) => `        self.${name} = ${classNameOf(name)}(gate)`),
  ];
  return text.replace(
    /(?<=# begin of operations[^\n]*\n)[\s\S]*(?=# end of operations\n)/,
    ['', '', ...classes, ...resources, '', '', ''].join('\n'),
  );
}

function classOf(name: string, operations: readonly ApiOperation[]): readonly string[] {
  const isStream = operations.some(({ path }) => path.endsWith('/events/'));
  return [
    `class ${classNameOf(name)}(${isStream ? '_EventStream' : '_Resource'}):`,
    ...operations.map(attribute),
  ];
}

function classNameOf(resource: string): string {
  const words = resource.split('_').map((word) => word.charAt(0).toUpperCase() + word.slice(1));
  return `_${words.join('')}`;
}

function attribute({ action, method, path, summary, query, body, isList }: ApiOperation): string {
  const fields = (body ?? query).map(({ name }) => name).filter((name) => !name.includes('__'));
  const documentation = [summary, ...(fields.length > 0 ? [`Names: ${fields.join(', ')}`] : [])];
  const parameters = body === null ? [] : query.map(({ name }) => `"${name}",`);
  const words = [
    `"${method}"`,
    `"${path.replaceAll(/\{\w+\}/g, '{}')}"`,
    JSON.stringify(documentation.join('.\n\n')),
    ...(parameters.length > 0 ? [`(${parameters.join(' ')})`] : []),
  ];
  return `    ${action} = ${isList ? '_List' : '_Operation'}(${words.join(', ')})`;
}
