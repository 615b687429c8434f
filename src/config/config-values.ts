import { isDeepStrictEqual } from 'node:util';
import { isRecord } from '../contract/fields.ts';
import { configKeys } from './config-files.ts';
import { configSchema } from './config-schema.ts';

/** Returns the value of a key; undefined if it is not set. */
export function valueAt(content: unknown, path: readonly string[]): unknown {
  return path.reduce((inside, key) => (isRecord(inside) ? inside[key] : undefined), content);
}

/** Lists the keys with different values in two configurations. */
export function differingKeys(one: unknown, other: unknown): readonly string[] {
  return configKeys(configSchema)
    .filter(({ path }) => !isDeepStrictEqual(valueAt(one, path), valueAt(other, path)))
    .map(({ path }) => path.join('.'));
}
