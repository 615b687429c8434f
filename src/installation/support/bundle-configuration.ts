import { isDeepStrictEqual } from 'node:util';
import { configSchema } from '../../config/config-schema.ts';
import { configKeys, type Config } from '../../config/load-config.ts';
import { valueAt } from '../../config/config-values.ts';

/**
 * Returns the configuration without what a site has written by itself: numbers, switches and words of a list as they are, of
 * texts only whether they are those of the shipped file.
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
