import { Type } from 'typebox';
import { parseTime } from '../fields.ts';
import type { QueryValues } from '../http/list-endpoint.ts';
import type { Condition } from '../store/query/resource-query.ts';

/* Parameters that several lists of access control share. */

/** `organization`: an id, or the whole name of one. */
export const organizationFilter = {
  query: {
    organization: Type.Optional(Type.String({ maxLength: 255, description: 'an id, or a name' })),
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

const aDay = 86_400_000;

/** The last millisecond that a time in a query stands for: a date alone is meant with its whole day. */
export function inclusiveEndMs(text: string): number | null {
  const at = parseTime(text);
  return at !== null && /^\d{4}-\d\d-\d\d$/.test(text) ? at + aDay - 1 : at;
}

/** `start_date` and `end_date` over a column of time. */
export function periodFilter(column: string) {
  const limit = (description: string) =>
    Type.Optional(Type.Unsafe<string>({ type: 'string', format: 'date-time', description }));
  return {
    query: {
      start_date: limit('from here on'),
      end_date: limit('until here; a date is meant with its whole day'),
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
