import { Type, type TSchema } from 'typebox';
import { keysOf } from '../contract/fields.ts';
import {
  defaultRetention,
  maxRetention,
  minRetentionDays,
  type RetentionName,
  type RetentionOverrides,
} from '../config/retention-limits.ts';

const closed = { additionalProperties: false };

/** The limits of an organization that override the site's. */
export function retentionOverrides() {
  const names = keysOf(defaultRetention);
  const limits = Object.fromEntries(names.map((name): [string, TSchema] => [name, limitsOf(name)]));
  const { type, properties } = Type.Object(limits);
  return Type.Unsafe<RetentionOverrides>({
    type,
    properties,
    ...closed,
    'x-extension': true,
    description:
      'how long rows of this organization and of those below it are kept, where it differs from `retention` of the site: days, and number of rows; the nearest organization that sets a limit wins',
  });
}

function limitsOf(name: RetentionName) {
  const days = { minimum: minRetentionDays(name), maximum: maxRetention.days };
  const rows = { minimum: 1, maximum: maxRetention.rows };
  return Type.Optional(
    Type.Object(
      { days: Type.Optional(Type.Integer(days)), rows: Type.Optional(Type.Integer(rows)) },
      closed,
    ),
  );
}
