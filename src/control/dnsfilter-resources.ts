import { Type } from 'typebox';
import { dnsCategory, updateDnsCategory, createDnsCategory } from '../dnsfilter/category.ts';
import { validateDnsRule, dnsRule } from '../dnsfilter/rule.ts';
import { crud } from '../http/crud.ts';
import { endpoint, type Call, type Endpoint } from '../http/endpoint.ts';
import { checkIfMatch } from '../http/precondition.ts';
import { resolveReferences } from '../http/reference.ts';
import { updateResource, createResource, retrieveResource } from '../http/resource-access.ts';
import {
  fieldSchema,
  patchSchema,
  completeReplacement,
  readableSchema,
  writableSchema,
} from '../http/resource-schema.ts';
import type { Resource } from '../resource.ts';

type Body = Readonly<Record<string, unknown>>;
type Asking = Pick<Call, 'gateway' | 'caller'>;
type Changing = Asking & { readonly id: number; readonly ifMatch: string | null };

/** What is different about writing a resource. */
interface Writes {
  readonly resource: Resource;
  create(call: Asking, body: Body): Promise<Body>;
  change(call: Changing, body: Body): Promise<Body>;
}

/** A category is written together with its hosts, which are rows of their own. */
const categories: Writes = {
  resource: dnsCategory,
  async create(call, body) {
    const given = { ...dnsCategory.defaults, organization: call.caller.organization, ...body };
    const id = await createDnsCategory(
      call.gateway,
      await resolveReferences(dnsCategory, given, call),
    );
    return retrieveResource({ resource: dnsCategory, ...call }, ['id', id]);
  },
  async change(call, body) {
    const access = { resource: dnsCategory, gateway: call.gateway, caller: call.caller };
    const found = await retrieveResource(access, ['id', call.id]);
    checkIfMatch(call.ifMatch, found);
    await updateDnsCategory(
      call.gateway,
      found.id,
      await resolveReferences(dnsCategory, body, call),
    );
    return retrieveResource(access, ['id', found.id]);
  },
};

/** A rule must be about one thing, also after a change of a part of it. */
const rules: Writes = {
  resource: dnsRule,
  create: (call, body) => createResource({ resource: dnsRule, ...call }, validateDnsRule(body)),
  async change({ gateway, caller, id, ifMatch }, body) {
    const found = await retrieveResource({ resource: dnsRule, gateway, caller }, ['id', id]);
    return updateResource(
      { resource: dnsRule, gateway, caller, ifMatch },
      ['id', id],
      validateDnsRule(body, found),
    );
  },
};

function collection(writes: Writes): Endpoint[] {
  const { resource: of } = writes;
  const place = { path: of.name, key: 'id', extension: true };
  return [...crud(of, ['list', 'retrieve', 'destroy'], place), ...writingRows(writes)];
}

function writingRows({ resource: of, ...writes }: Writes): Endpoint[] {
  const body = writableSchema(of);
  const common = { reply: readableSchema(of), extension: true, hasEtag: true };
  const one = {
    path: `/${of.name}/{id}/`,
    params: Type.Object({ id: fieldSchema(of, 'id') }),
    ...common,
  };
  const idOf = ({ params }: Pick<Call, 'params'>) => Number((params as Body).id);
  return [
    endpoint({
      ...{
        method: 'POST',
        path: `/${of.name}/`,
        summary: `Create ${of.title}`,
        body,
        ...common,
        hasEtag: false,
      },
      handle: ({ gateway, caller, body }) => writes.create({ gateway, caller }, body as Body),
    }),
    endpoint({
      ...{ method: 'PUT', summary: `Replace ${of.title}`, body, ...one },
      handle: ({ gateway, caller, ifMatch, body, ...call }) =>
        writes.change(
          { gateway, caller, ifMatch, id: idOf(call) },
          completeReplacement(of, body as Record<string, unknown>),
        ),
    }),
    endpoint({
      ...{ method: 'PATCH', summary: `Change ${of.title}`, body: patchSchema(body), ...one },
      handle: ({ gateway, caller, ifMatch, body, ...call }) =>
        writes.change({ gateway, caller, ifMatch, id: idOf(call) }, body as Body),
    }),
  ];
}

/** What the DNS filter goes by. */
export const dnsfilterResourceEndpoints: readonly Endpoint[] = [
  ...collection(categories),
  ...collection(rules),
];
