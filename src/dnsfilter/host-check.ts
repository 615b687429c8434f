import { randomUUID } from 'node:crypto';
import { sql, type Selectable } from 'kysely';
import { Fault } from '../contract/errors.ts';
import type { Gateway } from '../gateway/gateway.ts';
import { domainSuffixes } from './hostname.ts';
import { networkContains, prefixLength } from './subnet.ts';
import type { Tables } from '../contract/tables.ts';

declare module '../contract/tables.ts' {
  interface Tables {
    /** A query and its verdict. */
    dnsfilter_check: {
      id: string;
      organization: number;
      user: Nullable<number>;
      hostname: string;
      client_ip: Nullable<string>;
      action: string;
      category: Nullable<string>;
      rule: Nullable<number>;
      acl: Nullable<string>;
      subnet: Nullable<string>;
      redirect_ip: Nullable<string>;
      reason: Nullable<string>;
      created_at: EpochMs;
    };
  }
}

type Category = Selectable<Tables['dnsfilter_category']>;
type Rule = Selectable<Tables['dnsfilter_rule']>;

/** A question: may this host be resolved? */
export interface HostCheckQuery {
  readonly organization: number;
  readonly user: number;
  /** The form that `canonicalHostname` returns. */
  readonly hostname: string;
  readonly client_ip: string | null;
  /** The name of a category to treat the host as. */
  readonly category: string | null;
}

/** `A` allow; `R` refuse; `I` no rule or category matches. */
export interface Verdict {
  readonly action: 'A' | 'R' | 'I';
  readonly category: string | null;
  readonly rule_id: number | null;
  /** The name of the rule, or of the category, that decided; null without one. */
  readonly acl: string | null;
  readonly subnet: string | null;
  readonly redirect_ip: string | null;
  readonly reason: string | null;
}

/**
 * Evaluates the rules of an organization and of those above it, and stores question and verdict. A rule of a nearer
 * organization precedes one of those above; of one organization, a rule with a subnet precedes one without, a host precedes
 * its category, longer host names and smaller subnets precede others; the action of the category comes last.
 *
 * @returns the verdict and the id of the stored check
 * @throws Fault `invalid` if neither the organization nor one above it has a category of that name
 */
export async function checkHost(
  gateway: Gateway,
  question: HostCheckQuery,
): Promise<Verdict & { uuid: string; timestamp: string }> {
  const suffixes = domainSuffixes(question.hostname);
  const scope = await findScope(gateway, question.organization);
  const categories = await categoriesOf(gateway, question, { scope, suffixes });
  const rules = await rulesFor(gateway, { scope, suffixes, categories });
  const rule = best(rules, question.client_ip, scope);
  const verdict = verdictOf(rule, categories);
  const [uuid, now] = [randomUUID(), gateway.now()];
  const { rule_id, ...kept } = verdict;
  const { organization, user, hostname, client_ip } = question;
  const row = {
    id: uuid,
    organization,
    user,
    hostname,
    client_ip,
    ...kept,
    rule: rule_id,
    created_at: now.getTime(),
  };
  await gateway.store.write([gateway.store.db.insertInto('dnsfilter_check').values(row)]);
  return { ...verdict, uuid, timestamp: now.toISOString() };
}

/** Distance of an organization and of each above it, whose rules hold as well; 0: the organization itself. */
type RuleScope = ReadonlyMap<number, number>;

const maxDepth = 100;

async function findScope({ store }: Gateway, organization: number): Promise<RuleScope> {
  const { rows } = await sql<{ id: number; distance: number }>`
    with recursive above(id, parent, distance) as (
      select id, parent, 0 from organization where id = ${organization}
      union all
      select o.id, o.parent, above.distance + 1
        from organization as o join above on o.id = above.parent where above.distance < ${maxDepth})
    select id, distance from above`.execute(store.db);
  return new Map(rows.map(({ id, distance }) => [id, distance]));
}

interface Search {
  readonly scope: RuleScope;
  readonly suffixes: readonly string[];
}

/** Finds the categories of a host, the nearest first. @throws Fault `invalid` */
async function categoriesOf(
  gateway: Gateway,
  { category }: HostCheckQuery,
  search: Search,
): Promise<readonly Category[]> {
  const found =
    category === null
      ? await categoriesByHost(gateway, search)
      : await gateway.store.db
          .selectFrom('dnsfilter_category')
          .selectAll()
          .where('organization', 'in', [...search.scope.keys()])
          .where('name', '=', category)
          .execute();
  if (found.length === 0 && category !== null) throw Fault.absent('category', category);
  // Stable: of one organization, the longest host stays first.
  return found.toSorted((a, b) => distanceOf(search.scope, a) - distanceOf(search.scope, b));
}

function categoriesByHost(gateway: Gateway, { scope, suffixes }: Search): Promise<Category[]> {
  return gateway.store.db
    .selectFrom('dnsfilter_host as h')
    .innerJoin('dnsfilter_category as c', (join) =>
      join.onRef('c.id', '=', 'h.category').onRef('c.edition', '=', 'h.edition'),
    )
    .selectAll('c')
    .where('c.organization', 'in', [...scope.keys()])
    .where('h.host', 'in', suffixes)
    .orderBy((expression) => expression.fn('length', ['h.host']), 'desc')
    .orderBy('c.id')
    .execute();
}

function distanceOf(scope: RuleScope, { organization }: { readonly organization: number }): number {
  return scope.get(organization) ?? maxDepth;
}

function rulesFor(
  gateway: Gateway,
  { scope, suffixes, categories }: Search & { readonly categories: readonly Category[] },
): Promise<Rule[]> {
  const ids = categoriesInForce(categories).map(({ id }) => id);
  return gateway.store.db
    .selectFrom('dnsfilter_rule')
    .selectAll()
    .where('organization', 'in', [...scope.keys()])
    .where('is_active', '=', 1)
    .where((is) =>
      is.or([is('host', 'in', suffixes), is('category', 'in', ids.length > 0 ? ids : [-1])]),
    )
    .execute();
}

/** Returns the first category of each organization: a host is in one category of each. */
function categoriesInForce(categories: readonly Category[]): readonly Category[] {
  const seen = new Set<number>();
  return categories.filter(({ organization }) => {
    if (seen.has(organization)) return false;
    seen.add(organization);
    return true;
  });
}

function best(rules: readonly Rule[], client: string | null, scope: RuleScope): Rule | null {
  const matching = rules.filter(
    ({ subnet }) => subnet === null || (client !== null && networkContains(subnet, client)),
  );
  const ranked = matching
    .map((rule) => ({ rule, rank: [distanceOf(scope, rule), ...rankOf(rule)] }))
    .sort((a, b) => compare(a.rank, b.rank));
  return ranked[0]?.rule ?? null;
}

/** Ranks a rule within its organization; the lowest rank wins. */
function rankOf({ id, subnet, host }: Rule): readonly number[] {
  return [
    subnet === null ? 1 : 0,
    host === null ? 1 : 0,
    -(host?.length ?? 0),
    subnet === null ? 0 : -prefixLength(subnet),
    id,
  ];
}

function compare(a: readonly number[], b: readonly number[]): number {
  const at = a.findIndex((value, index) => value !== b[index]);
  return at === -1 ? 0 : (a[at] ?? 0) - (b[at] ?? 0);
}

function verdictOf(rule: Rule | null, categories: readonly Category[]): Verdict {
  const category = shownCategory(rule, categories);
  const decider = rule ?? category;
  const action = actionOf(decider);
  const matched = {
    action,
    category: category && category.name,
    rule_id: rule && rule.id,
    subnet: rule && rule.subnet,
  };
  if (!decider || action === 'I') return { ...matched, acl: null, reason: null, redirect_ip: null };
  const redirect_ip = action === 'R' ? decider.redirect_ip : null;
  return { ...matched, acl: decider.name, reason: reasonOf(rule, category), redirect_ip };
}

/** Returns the category of the rule, or else the deciding category: the nearest, preferably with an action. */
function shownCategory(rule: Rule | null, categories: readonly Category[]): Category | null {
  const [nearest = null] = categories;
  if (rule) return categories.find(({ id }) => id === rule.category) ?? nearest;
  return categories.find((category) => actionOf(category) !== 'I') ?? nearest;
}

/** Returns the reason of a rule, or else the name of the deciding rule or category. */
function reasonOf(rule: Rule | null, category: Category | null): string | null {
  if (rule) return rule.reason ?? `rule "${rule.name}"`;
  if (!category) return null;
  return category.description === '' ? `category "${category.name}"` : category.description;
}

function actionOf(decider: { readonly action: string | null } | null): Verdict['action'] {
  if (decider?.action === 'A' || decider?.action === 'R') return decider.action;
  return 'I';
}

/** Finds an earlier check of these organizations. @throws Fault `not_found` */
export async function findHostCheck(
  gateway: Gateway,
  uuid: string,
  organizations: readonly number[],
) {
  const found = await gateway.store.db
    .selectFrom('dnsfilter_check')
    .select(['id', 'category', 'created_at'])
    .where('id', '=', uuid.toLowerCase())
    .where('organization', 'in', organizations)
    .executeTakeFirst();
  if (!found) throw new Fault('not_found', 'Not found.');
  return {
    uuid: found.id,
    category: found.category,
    timestamp: new Date(found.created_at).toISOString(),
  };
}
