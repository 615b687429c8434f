import { Type, type TObject, type TSchema } from 'typebox';
import { parseTime } from '../fields.ts';
import type { Caller } from '../http/auth.ts';
import { csvStream } from '../http/csv.ts';
import { endpoint, type Call, type Endpoint, type Role } from '../http/endpoint.ts';
import { conditions, listQuery, orderOf } from '../http/filter.ts';
import { page, pageOf } from '../http/page.ts';
import { scopeOf } from '../http/resource-rows.ts';
import { shownSchema } from '../http/resource-schema.ts';
import type { Resource } from '../resource.ts';
import type { Condition } from '../store/table.ts';

type Query = Readonly<Record<string, unknown>>;
type Item = Readonly<Record<string, unknown>>;

/** A list that knows more parameters than the filters of its resource. */
interface Listing {
  readonly of: Resource;
  readonly path?: string;
  readonly query: Readonly<Record<string, TSchema>>;
  /** What those parameters mean. */
  readonly where?: (query: Query, caller: Caller) => readonly Condition[];
  /** What is shown in place of the rows found. */
  readonly finish?: (items: readonly Item[], call: Call) => Promise<readonly Item[]> | readonly Item[];
  readonly reply?: TObject;
  readonly roles?: readonly Role[];
  /** True: given as CSV as well, rows as they are kept. */
  readonly csv?: boolean;
}

export function listing({ of, path = of.name, query, where = () => [], finish = (items) => items, ...more }: Listing): Endpoint {
  const known = listQuery(of);
  const { reply = shownSchema(of), roles, csv = false } = more;
  return endpoint({
    method: 'GET',
    path: `/${path}/`,
    summary: `List ${of.plural}`,
    query: Type.Object({ ...known.properties, ...query }, { additionalProperties: false }),
    reply: pageOf(reply),
    ...(roles && { roles }),
    async handle(call) {
      const { gateway, caller, query: asked, url, wantsCsv } = call;
      const selection = { scope: scopeOf(of, caller), where: [...conditions(of, asked), ...where(asked, caller)] };
      if (csv && wantsCsv) return csvStream(gateway.store, of, selection);
      const found = await page({ store: gateway.store, of, selection, query: asked, url, order: orderOf(asked) });
      return { ...found, results: await finish(found.results, call) };
    },
  });
}

/** `organization`: an id, or the whole name of one. */
export const byOrganization = {
  query: { organization: Type.Optional(Type.String({ maxLength: 255, description: 'an id, or a name' })) },
  where: ({ organization: asked }: Query): readonly Condition[] => {
    if (typeof asked !== 'string') return [];
    const isId = /^\d{1,15}$/.test(asked);
    return [{ column: isId ? 'organization' : 'organization_name', operator: '=', value: isId ? Number(asked) : asked }];
  },
};

const aDay = 86_400_000;

/** The last millisecond that a time in a query stands for: a date alone is meant with its whole day. */
export function endOf(text: string): number | null {
  const at = parseTime(text);
  return at !== null && /^\d{4}-\d\d-\d\d$/.test(text) ? at + aDay - 1 : at;
}

/** `start_date` and `end_date` over a column of time. */
export function byPeriod(column: string) {
  const limit = (description: string) => Type.Optional(Type.Unsafe<string>({ type: 'string', format: 'date-time', description }));
  return {
    query: { start_date: limit('from here on'), end_date: limit('until here; a date is meant with its whole day') },
    where({ start_date: start, end_date: end }: Query): readonly Condition[] {
      return [
        ...(typeof start === 'string' ? [{ column, operator: '>=' as const, value: parseTime(start) }] : []),
        ...(typeof end === 'string' ? [{ column, operator: '<=' as const, value: endOf(end) }] : []),
      ];
    },
  };
}
