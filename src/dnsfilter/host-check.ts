import { randomUUID } from 'node:crypto';
import type { Selectable } from 'kysely';
import { Fault } from '../errors.ts';
import type { Gateway } from '../gateway.ts';
import { domainSuffixes } from './hostname.ts';
import { networkContains, prefixLength } from './subnet.ts';
import type { Tables } from '../tables.ts';

declare module '../tables.ts' {
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
  /** The name of the rule. */
  readonly acl: string | null;
  readonly subnet: string | null;
  readonly redirect_ip: string | null;
  readonly reason: string | null;
}

/**
 * Evaluates the rules of an organization and stores question and verdict. A rule with a subnet precedes
 * one without, a host precedes its category, longer host names and smaller subnets precede others; the
 * action of the category comes last.
 *
 * @returns the verdict and the id of the stored check
 * @throws Fault `invalid` if the organization has no category of that name
 */
export async function checkHost(
  gateway: Gateway,
  question: HostCheckQuery,
): Promise<Verdict & { uuid: string; timestamp: string }> {
  const suffixes = domainSuffixes(question.hostname);
  const category = await categoryOf(gateway, question, suffixes);
  const rules = await rulesFor(gateway, {
    organization: question.organization,
    suffixes,
    category,
  });
  const verdict = verdictOf(best(rules, question.client_ip), category);
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

async function categoryOf(
  gateway: Gateway,
  { organization, category }: HostCheckQuery,
  suffixes: readonly string[],
) {
  if (category === null) return categoryByHost(gateway, organization, suffixes);
  const named = await gateway.store.db
    .selectFrom('dnsfilter_category')
    .selectAll()
    .where('organization', '=', organization)
    .where('name', '=', category)
    .executeTakeFirst();
  if (!named) throw Fault.absent('category', category);
  return named;
}

async function categoryByHost(
  gateway: Gateway,
  organization: number,
  suffixes: readonly string[],
): Promise<Category | null> {
  const found = await gateway.store.db
    .selectFrom('dnsfilter_category_host as h')
    .innerJoin('dnsfilter_category as c', 'c.id', 'h.category')
    .selectAll('c')
    .where('c.organization', '=', organization)
    .where('h.host', 'in', suffixes)
    .orderBy((expression) => expression.fn('length', ['h.host']), 'desc')
    .orderBy('c.id')
    .limit(1)
    .executeTakeFirst();
  return found ?? null;
}

interface About {
  readonly organization: number;
  readonly suffixes: readonly string[];
  readonly category: Category | null;
}

function rulesFor(gateway: Gateway, { organization, suffixes, category }: About): Promise<Rule[]> {
  return gateway.store.db
    .selectFrom('dnsfilter_rule')
    .selectAll()
    .where('organization', '=', organization)
    .where('is_active', '=', 1)
    .where((is) => is.or([is('host', 'in', suffixes), is('category', '=', category?.id ?? -1)]))
    .execute();
}

function best(rules: readonly Rule[], client: string | null): Rule | null {
  const matching = rules.filter(
    ({ subnet }) => subnet === null || (client !== null && networkContains(subnet, client)),
  );
  const ranked = matching
    .map((rule) => ({ rule, rank: rankOf(rule) }))
    .sort((a, b) => compare(a.rank, b.rank));
  return ranked[0]?.rule ?? null;
}

/** Ranks a rule; the lowest rank wins. */
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

const noRule = { rule_id: null, acl: null, subnet: null, reason: null };

function verdictOf(rule: Rule | null, category: Category | null): Verdict {
  const decider = rule ?? category;
  const action = actionOf(decider);
  const ruled = rule
    ? { rule_id: rule.id, acl: rule.name, subnet: rule.subnet, reason: rule.reason }
    : noRule;
  const redirect_ip = decider && action === 'R' ? decider.redirect_ip : null;
  return { action, category: category ? category.name : null, ...ruled, redirect_ip };
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
