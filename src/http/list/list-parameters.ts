import { Type } from 'typebox';
import { isDate, parseTime } from '../../contract/fields.ts';
import type { Condition, QueryValues } from './list-endpoint.ts';

/* Query parameters that several lists of access control share. */

/** The parameter `organization`: the id or the full name of an organization. */
export const organizationFilter = {
  query: {
    organization: Type.Optional(
      Type.String({ maxLength: 255, description: 'the id or the name of an organization' }),
    ),
  },
  where: ({ organization: asked }: QueryValues): readonly Condition[] => {
    if (typeof asked !== 'string') return [];
    const isId = /^\d{1,15}$/.test(asked);
    return [
      {
        column: isId ? 'organization' : 'organization_name',
        operator: '=',
        value: isId ? Number(asked) : asked,
      },
    ];
  },
};

const dayMs = 86_400_000;

/** Returns the last millisecond of a time in a query: of a date, the end of the day. */
export function inclusiveEndMs(text: string): number | null {
  const at = parseTime(text);
  return at !== null && isDate(text) ? at + dayMs - 1 : at;
}

/** The parameters `start_date` and `end_date` over a column of time. */
export function periodFilter(column: string) {
  const limit = (description: string) =>
    Type.Optional(Type.Unsafe<string>({ type: 'string', format: 'date-time', description }));
  return {
    query: {
      start_date: limit('the earliest time'),
      end_date: limit('the latest time; a date includes its whole day'),
    },
    where({ start_date: start, end_date: end }: QueryValues): readonly Condition[] {
      return [
        ...(typeof start === 'string'
          ? [{ column, operator: '>=' as const, value: parseTime(start) }]
          : []),
        ...(typeof end === 'string'
          ? [{ column, operator: '<=' as const, value: inclusiveEndMs(end) }]
          : []),
      ];
    },
  };
}
