import { isDeepStrictEqual } from 'node:util';
import { Type } from 'typebox';
import { configSchema } from '../../config/config-schema.ts';
import { configKeys, type Config } from '../../config/load-config.ts';
import { valueAt } from '../../config/config-values.ts';
import { writers } from '../../contract/caller.ts';
import { text } from '../../contract/fields.ts';
import { endpoint, type Endpoint } from '../../http/endpoint.ts';

const key = Type.Object({
  key: text({ description: 'as in the configuration file, with dots' }),
  value: text({
    description: 'as in YAML, of several lines where it is a list; passwords are ***',
  }),
  is_default: Type.Boolean({ description: 'true: it has the value that is shipped' }),
  description: text(),
});

/** GET /gateway_configuration/: the configuration in force, for administrators of the root organization. */
export const configurationEndpoint: Endpoint = endpoint({
  method: 'GET',
  path: '/gateway_configuration/',
  summary: 'Get the configuration that the gateway has read',
  roles: writers,
  isExtension: true,
  reply: Type.Object({
    keys: Type.Array(key, {
      description: 'empty for callers of other organizations than the root',
    }),
  }),
  handle: ({ gateway, caller }) => ({ keys: caller.isRoot ? showKeys(gateway.config) : [] }),
});

/** Returns every key of the configuration with its value, without passwords. */
export function showKeys(config: Config) {
  return configKeys(configSchema).map(({ path, schema }) => {
    const value = valueAt(config, path);
    const name = path.join('.');
    return {
      key: name,
      value:
        /password|passwd|secret|token/.test(name) && !name.endsWith('_file')
          ? masked
          : shown(value),
      is_default: isDeepStrictEqual(value, schema.default),
      description: schema.description ?? '',
    };
  });
}

const masked = '***';

function shown(value: unknown): string {
  if (Array.isArray(value)) return value.map(shown).join('\n');
  if (typeof value === 'string') return withoutCredentials(value);
  return value === undefined ? '' : JSON.stringify(value);
}

/** Masks the password of an address. One of several servers is not parseable as a URL: any part may be the password. */
function withoutCredentials(value: string): string {
  if (!/^[a-z][\w+.-]*:\/\//i.test(value)) return value;
  if (!URL.canParse(value)) return masked;
  const url = new URL(value);
  if (url.password !== '') url.password = masked;
  for (const name of url.searchParams.keys())
    if (/password|secret|token|key/.test(name)) url.searchParams.set(name, masked);
  return url.password === masked || url.search.includes(masked) ? url.href : value;
}
