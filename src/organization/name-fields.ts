import { Type } from 'typebox';
import { nullable } from '../contract/fields.ts';

const maxRules = 100;

/** The fields of an organization that say which user a name in RADIUS means. */
export const nameFields = {
  local_realms: nullable(
    Type.Array(
      Type.String({ minLength: 1, maxLength: 253, pattern: '^[^@\\s\\u0000-\\u001f]+$' }),
      {
        maxItems: maxRules,
        uniqueItems: true,
        examples: [['isp.example']],
        'x-extension': true,
        description:
          'realms of its own, case-insensitive: in RADIUS `alice@isp.example` is the user `alice`, unless a user has the whole name; null: as its parent; of the root: none',
      },
    ),
  ),
  name_prefixes: nullable(
    Type.Array(Type.String({ pattern: '^(?:\\*\\\\|[^\\s\\u0000-\\u001f]{1,64})$' }), {
      maxItems: maxRules,
      uniqueItems: true,
      examples: [['CORP\\\\', 'host/']],
      'x-extension': true,
      description:
        'removed from the begin of a name in RADIUS, case-insensitive, unless a user has the whole name: `CORP\\`, `host/`, or `*\\` for any domain; null: as its parent; of the root: none',
    }),
  ),
  ignore_name_case: nullable(
    Type.Boolean({
      'x-extension': true,
      description:
        'names in RADIUS find a user whose name differs in the case of A to Z, unless several do; null: as its parent; of the root: false',
    }),
  ),
};
