import { Fault } from '../../errors.ts';

const json = 'application/json';
const jsonRanges = ['*/*', 'application/*', json, 'application/problem+json'];

/**
 * Chooses the media type of a reply by the Accept header: one of those offered beside JSON if the client names it, else JSON.
 *
 * @throws Fault `not_acceptable` if the client takes none of them
 */
export function chooseMediaType(accept: string | undefined, offered: readonly string[]): string {
  const ranges = (accept ?? '*/*')
    .toLowerCase()
    .split(',')
    .map((range) => range.trim())
    .filter((range) => !/;\s*q=0(\.0*)?\s*$/.test(range))
    .map((range) => range.split(';', 1)[0]?.trim() ?? '');
  const named = offered.find((type) => ranges.includes(type));
  if (named !== undefined) return named;
  if (ranges.some((range) => jsonRanges.includes(range))) return json;
  const ofFamily = offered.find((type) => ranges.includes(type.replace(/\/.*/, '/*')));
  if (ofFamily !== undefined) return ofFamily;
  throw new Fault(
    'not_acceptable',
    `Accept "${(accept ?? '').slice(0, 100)}" cannot be served. Served: ${[json, ...offered].join(', ')}.`,
  );
}
