import { Readable } from 'node:stream';
import { Type } from 'typebox';
import { Fault } from '../../contract/errors.ts';
import { endpoint, type Call, type Endpoint } from '../../http/endpoint.ts';
import { lostPrecondition } from '../../http/precondition.ts';
import { findMatchingRow, retrieveResource, type Row } from '../../http/resource-access.ts';
import { fieldSchema, readableSchema } from '../../http/resource-schema.ts';
import { dnsCategory, hostsIn } from '../category.ts';
import { maxHosts, maxListedHosts, type ListChange } from '../category-host.ts';
import { readHostList } from '../host-list.ts';
import { readHeldHosts, writeHostChanges, writeHosts } from '../held-hosts.ts';
import { uploadHosts } from '../host-upload.ts';

const path = '/dnsfilter_category/{id}/hosts/';
const textMediaType = 'text/plain';
const params = Type.Object({ id: fieldSchema(dnsCategory, 'id') });

const list = (description: string) =>
  Type.Array(Type.String({ maxLength: 254 }), { maxItems: maxListedHosts, description });

type HostsCall = Pick<Call, 'gateway' | 'caller' | 'ifMatch' | 'params' | 'text'>;

/** GET: all hosts of a category, sorted, while they are read. */
const getHosts = endpoint({
  method: 'GET',
  path,
  summary: 'Get the hosts of a DNS category',
  params,
  reply: Type.Object({ hosts: Type.Array(Type.String()) }),
  isExtension: true,
  mediaTypes: [textMediaType],
  async handle({ gateway, caller, params: { id }, mediaType }) {
    const row = await retrieveResource({ resource: dnsCategory, gateway, caller }, ['id', id]);
    const hosts = readHeldHosts(gateway, row.id);
    return Readable.from(mediaType === textMediaType ? asLines(hosts) : asJson(hosts));
  },
});

/** PUT: replaces all hosts; as text, up to two million of them. */
const putHosts = endpoint({
  method: 'PUT',
  path,
  summary: 'Replace the hosts of a DNS category',
  params,
  body: Type.Object(
    { hosts: Type.Optional(list('host names; each includes all names below it')) },
    { additionalProperties: false },
  ),
  reply: readableSchema(dnsCategory),
  isExtension: true,
  acceptsText: true,
  async handle({ body, ...call }) {
    const { gateway, text } = call;
    const { category, change } = await stateOf(call);
    if (!text && !body.hosts) throw Fault.field('hosts', 'This field is required.');
    const written = text
      ? uploadHosts(gateway, { category, text, change })
      : writeHosts(gateway, { category, change }, hostsIn(body.hosts));
    await written.catch(lostPrecondition(call.ifMatch));
    return shownCategory(call, category);
  },
});

/** PATCH: adds and removes hosts in one transaction. */
const patchHosts = endpoint({
  method: 'PATCH',
  path,
  summary: 'Add and remove hosts of a DNS category',
  params,
  body: Type.Object(
    { add: Type.Optional(list('hosts to add')), remove: Type.Optional(list('hosts to remove')) },
    { additionalProperties: false },
  ),
  reply: readableSchema(dnsCategory),
  isExtension: true,
  acceptsText: true,
  async handle({ body, ...call }) {
    const { gateway, text } = call;
    const { category, change, count } = await stateOf(call);
    const given = text
      ? await changesIn(text)
      : { add: hostsIn(body.add, 'add'), remove: hostsIn(body.remove, 'remove') };
    const removed = new Set(given.remove);
    const both = given.add.find((host) => removed.has(host));
    if (both !== undefined)
      throw Fault.field('remove', `${JSON.stringify(both)} is to be added as well.`);
    if (count + given.add.length > maxHosts)
      throw Fault.field('add', `A category has at most ${maxHosts} hosts.`);
    await writeHostChanges(gateway, { category, change }, given).catch(
      lostPrecondition(call.ifMatch),
    );
    return shownCategory(call, category);
  },
});

/** The list of the hosts of a DNS category. */
export const dnsCategoryHostsEndpoints: readonly Endpoint[] = [getHosts, putHosts, patchHosts];

interface ListState {
  readonly category: number;
  readonly count: number;
  readonly change: ListChange;
}

/** Reads the category whose list a request changes. @throws Fault `not_found`; `precondition` */
async function stateOf({ gateway, caller, ifMatch, params: of }: HostsCall): Promise<ListState> {
  const access = { resource: dnsCategory, gateway, caller, ifMatch };
  const found = await findMatchingRow(access, ['id', of['id']]);
  const updatedAt = Number(found.updated_at);
  // The next change must differ from this one, for those who compare.
  const at = Math.max(gateway.now().getTime(), updatedAt + 1);
  return {
    category: Number(found.id),
    count: Number(found.hosts_count),
    change: { at, unchangedSince: ifMatch === null ? null : updatedAt },
  };
}

async function changesIn(text: Readable): Promise<{ add: string[]; remove: string[] }> {
  const [add, remove] = [new Set<string>(), new Set<string>()];
  for await (const entries of readHostList(text, { mayRemove: true })) {
    for (const { host, isRemoved } of entries) (isRemoved ? remove : add).add(host);
    if (add.size + remove.size > maxListedHosts)
      throw Fault.field(
        'hosts',
        `A change has at most ${maxListedHosts} hosts. A PUT takes up to ${maxHosts}.`,
      );
  }
  return { add: [...add], remove: [...remove] };
}

function shownCategory({ gateway, caller }: HostsCall, category: number): Promise<Row> {
  return retrieveResource({ resource: dnsCategory, gateway, caller }, ['id', category]);
}

async function* asLines(hosts: AsyncIterable<readonly string[]>): AsyncGenerator<string> {
  for await (const some of hosts) yield `${some.join('\n')}\n`;
}

async function* asJson(hosts: AsyncIterable<readonly string[]>): AsyncGenerator<string> {
  let separator = '{"hosts":[';
  for await (const some of hosts) {
    yield `${separator}${some.map((host) => JSON.stringify(host)).join(',')}`;
    separator = ',';
  }
  yield separator === ',' ? ']}' : `${separator}]}`;
}
