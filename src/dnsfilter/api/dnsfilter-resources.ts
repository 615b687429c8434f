import {
  createDnsCategory,
  dnsCategory,
  dnsCategoryWithHosts,
  updateDnsCategory,
} from '../category.ts';
import { dnsRule, validateDnsRule } from '../rule.ts';
import { dnsCategoryHostsEndpoints } from './dnsfilter-category-hosts.ts';
import type { Resource } from '../../contract/resource.ts';
import { crud } from '../../http/crud.ts';
import type { Endpoint } from '../../http/endpoint.ts';
import { checkReferrersOfMove } from '../../http/reference/move.ts';
import { lostPrecondition } from '../../http/precondition.ts';
import { readableSchema } from '../../http/resource-schema.ts';
import { resolveReferences } from '../../http/reference/reference.ts';
import {
  createResource,
  findMatchingRow,
  retrieveResource,
  updateResource,
} from '../../http/resource-access.ts';
import { writeEndpoints, type WriteDefinition } from '../../http/write-endpoints.ts';

/** Writes a category together with its hosts, which are rows of another table. */
const categories: WriteDefinition = {
  resource: dnsCategoryWithHosts,
  reply: readableSchema(dnsCategory),
  isExtension: true,
  async create(given, body) {
    const { gateway, caller } = given;
    const access = { ...given, resource: dnsCategory };
    const fields = { ...dnsCategory.defaults, organization: caller.organization, ...body };
    const resolved = await resolveReferences(dnsCategory, fields, access);
    const id = await createDnsCategory(gateway, resolved);
    return retrieveResource(access, ['id', id]);
  },
  async update(given, key, body) {
    const { gateway, ifMatch = null } = given;
    const access = { ...given, resource: dnsCategory };
    const found = await findMatchingRow(access, key);
    const resolved = await resolveReferences(dnsCategory, body, access);
    await checkReferrersOfMove(dnsCategory, { found, fields: resolved }, access);
    const id = Number(found.id);
    const unchangedSince = ifMatch === null ? null : Number(found.updated_at);
    await updateDnsCategory(gateway, { key: id, unchangedSince }, resolved).catch(
      lostPrecondition(ifMatch),
    );
    return retrieveResource(access, ['id', id]);
  },
};

/** Writes a rule, which must be about exactly one host or category, also after a partial change. */
const rules: WriteDefinition = {
  resource: dnsRule,
  isExtension: true,
  create: (access, body) => createResource(access, validateDnsRule(body)),
  async update(access, key, body) {
    const found = await retrieveResource(access, key);
    return updateResource(access, key, validateDnsRule(body, found));
  },
};

function collection(resource: Resource, definition: WriteDefinition): Endpoint[] {
  const mount = { path: resource.name, key: 'id', isExtension: true };
  return [...crud(resource, ['list', 'retrieve', 'destroy'], mount), ...writeEndpoints(definition)];
}

/** Categories and rules of the DNS filter. */
export const dnsfilterResourceEndpoints: readonly Endpoint[] = [
  ...collection(dnsCategory, categories),
  ...dnsCategoryHostsEndpoints,
  ...collection(dnsRule, rules),
];
