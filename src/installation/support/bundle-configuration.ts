import { isDeepStrictEqual } from 'node:util';
import { configSchema } from '../../config/config-schema.ts';
import { configKeys, type Config } from '../../config/load-config.ts';
import { valueAt } from '../../config/config-values.ts';

/**
 * Returns the configuration without texts of the site: numbers, booleans and enumerated words are shown, other texts only if
 * they have the shipped value.
 */
export function showConfiguration(config: Config): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    configKeys(configSchema).map(({ path, schema }) => {
      const value = valueAt(config, path);
      const key = path.join('.');
      if (typeof value === 'number' || typeof value === 'boolean' || 'enum' in schema)
        return [key, value];
      if (value === '' || isDeepStrictEqual(value, schema.default)) return [key, value];
      return [key, '(set)'];
    }),
  );
}
