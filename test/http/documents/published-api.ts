import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import type { ApiName } from './document.ts';
import { packageRoot } from '../../../src/runtime/package-root.ts';

/** Names, separated by spaces; a list of shapes; or objects by name, each with the shape inside. */
type Shape = string | readonly Shape[] | { readonly [name: string]: Shape };

interface PublishedEndpoint {
  readonly query?: Shape;
  readonly body?: Shape;
  readonly reply?: Shape;
  readonly items?: Shape;
}

type PublishedApi = Readonly<Record<string, PublishedEndpoint>>;

const file = new URL('fixtures/published-api.yaml', packageRoot);

/** The published interface: its endpoints by API. */
export const published = parse(readFileSync(file, 'utf8'), { maxAliasCount: -1 }) as Readonly<
  Record<ApiName, PublishedApi>
>;

/** The parts of an endpoint that a document shows. */
export const parts = ['query', 'body', 'reply'] as const;
export type Part = (typeof parts)[number];

/** Returns the names that an endpoint publishes in a part, a nested one after the name of its object: `parent.id`. */
export function publishedNames({ items, ...endpoint }: PublishedEndpoint, part: Part): string[] {
  const shape = endpoint[part] ?? [];
  return part === 'reply' && items !== undefined
    ? ['count', 'next', 'previous', ...namesIn({ results: items })]
    : namesIn(shape);
}

function namesIn(shape: Shape): string[] {
  if (typeof shape === 'string') return shape.split(' ');
  if (isList(shape)) return shape.flatMap(namesIn);
  return Object.entries(shape).flatMap(([name, inside]) => [
    name,
    ...namesIn(inside).map((nested) => `${name}.${nested}`),
  ]);
}

function isList(shape: Shape): shape is readonly Shape[] {
  return Array.isArray(shape);
}
