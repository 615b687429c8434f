import { Type } from 'typebox';
import { category, changeCategory, createCategory } from '../dnsfilter/category.ts';
import { checkedRule, rule } from '../dnsfilter/rule.ts';
import { crud } from '../http/crud.ts';
import { endpoint, type Call, type Endpoint } from '../http/endpoint.ts';
import { checkMatch } from '../http/precondition.ts';
import { resolveReferences } from '../http/reference.ts';
import { change, create, retrieve } from '../http/resource-rows.ts';
import { fieldOf, partial, replacement, shownSchema, writableSchema } from '../http/resource-schema.ts';
import type { Resource } from '../resource.ts';

type Body = Readonly<Record<string, unknown>>;
type Asking = Pick<Call, 'gateway' | 'caller'>;
type Changing = Asking & { readonly id: number; readonly ifMatch: string | null };

/** What is different about writing a resource. */
interface Writes {
  readonly of: Resource;
  create(call: Asking, body: Body): Promise<Body>;
  change(call: Changing, body: Body): Promise<Body>;
}

/** A category is written together with its hosts, which are rows of their own. */
const categories: Writes = {
  of: category,
  async create(call, body) {
    const given = { ...category.initial, organization: call.caller.organization, ...body };
    const id = await createCategory(call.gateway, await resolveReferences(category, given, call));
    return retrieve({ of: category, ...call }, ['id', id]);
  },
  async change(call, body) {
    const access = { of: category, gateway: call.gateway, caller: call.caller };
    const found = await retrieve(access, ['id', call.id]);
    checkMatch(call.ifMatch, found);
    await changeCategory(call.gateway, found.id, await resolveReferences(category, body, call));
    return retrieve(access, ['id', found.id]);
  },
};

/** A rule must be about one thing, also after a change of a part of it. */
const rules: Writes = {
  of: rule,
  create: (call, body) => create({ of: rule, ...call }, checkedRule(body)),
  async change({ gateway, caller, id, ifMatch }, body) {
    const found = await retrieve({ of: rule, gateway, caller }, ['id', id]);
    return change({ of: rule, gateway, caller, ifMatch }, ['id', id], checkedRule(body, found));
  },
};

function collection(writes: Writes): Endpoint[] {
  const { of } = writes;
  const place = { path: of.name, key: 'id', extension: true };
  return [...crud(of, ['list', 'retrieve', 'destroy'], place), ...writingRows(writes)];
}

function writingRows({ of, ...writes }: Writes): Endpoint[] {
  const body = writableSchema(of);
  const common = { reply: shownSchema(of), extension: true, isOne: true };
  const one = { path: `/${of.name}/{id}/`, params: Type.Object({ id: fieldOf(of, 'id') }), ...common };
  const idOf = ({ params }: Pick<Call, 'params'>) => Number((params as Body).id);
  return [
    endpoint({
      ...{ method: 'POST', path: `/${of.name}/`, summary: `Create ${of.title}`, body, ...common, isOne: false },
      handle: ({ gateway, caller, body }) => writes.create({ gateway, caller }, body as Body),
    }),
    endpoint({
      ...{ method: 'PUT', summary: `Replace ${of.title}`, body, ...one },
      handle: ({ gateway, caller, ifMatch, body, ...call }) =>
        writes.change({ gateway, caller, ifMatch, id: idOf(call) }, replacement(of, body as Record<string, unknown>)),
    }),
    endpoint({
      ...{ method: 'PATCH', summary: `Change ${of.title}`, body: partial(body), ...one },
      handle: ({ gateway, caller, ifMatch, body, ...call }) =>
        writes.change({ gateway, caller, ifMatch, id: idOf(call) }, body as Body),
    }),
  ];
}

/** What the DNS filter goes by. */
export const dnsfilterCollections: readonly Endpoint[] = [...collection(categories), ...collection(rules)];
