import type { Gateway } from '../../gateway/gateway.ts';
import type { RetentionLimits, RetentionOverrides } from '../../config/retention-limits.ts';
import type { GrowingTable } from '../../gateway/growing-table.ts';

/** The limits of a table: the site's, and the limits that organizations set or inherit. */
export interface TableLimits {
  readonly site: RetentionLimits;
  readonly own: ReadonlyMap<number, RetentionLimits>;
}

export function readTableLimits(
  { retention }: Gateway['config'],
  { retention: name }: GrowingTable,
  overrides: ReadonlyMap<number, RetentionOverrides>,
): TableLimits {
  const site = retention[name];
  const own = new Map<number, RetentionLimits>();
  for (const [organization, limits] of overrides)
    if (limits[name]) own.set(organization, { ...site, ...limits[name] });
  return { site, own };
}

export function rowLimitOf({ site, own }: TableLimits, organization: number): number {
  return (own.get(organization) ?? site).rows;
}
