import { findDeafClients } from '../../aaa/coa/deaf-clients.ts';
import type { LimitWarnings, SoldLimits } from '../../gateway/limit-warnings.ts';
import { findRelatives } from '../../organization/tree-query.ts';
import type { Store } from '../../store/store.ts';
import { wisprRates, type Dialect } from '../dialect/dialect.ts';
import { dialects, type DialectName } from '../dialect/dialects.ts';
import { carriageFor, describeGaps, findGaps } from '../dialect/gaps.ts';
import { findVendors } from './site-vendors.ts';

/** Creates the warnings of one gateway. */
export function createLimitWarnings(store: Store): LimitWarnings {
  return {
    async find(limits, site, { organizations, role }) {
      const { above, below } = await findRelatives(store, site.organization);
      const related = [...above, ...below].filter((id) => organizations.includes(id));
      const [vendors, clients] = await Promise.all([
        findVendors(store, { ...site, organizations, related }),
        limits.volume ? findDeafClients(store, related) : [],
      ]);
      return [
        ...vendors.flatMap((vendor) => warningsOf(vendor, limits)),
        // The front desk sees no clients.
        ...clients.map((name) =>
          role === 'front_desk' ? refusal('An AAA client') : refusal(`AAA client "${name}"`),
        ),
      ];
    },
  };
}

const refusal = (client: string) =>
  `${client} refuses Disconnect: its sessions go on when their volume is used up.`;

/** Returns what the access points of a vendor do not carry out; empty: nothing, or a NAS that may read any attribute. */
export function warningsOf(vendor: DialectName, limits: SoldLimits): readonly string[] {
  if (vendor === 'radius') return [];
  const carriage = carriageFor(vendor, {});
  const gaps = findGaps(carriage, { ...limits, logout: false });
  if (gaps.length === 0) return [];
  const { title }: Dialect = dialects[vendor];
  const known = carriage.rateAttributes.length > 0 ? carriage.rateAttributes : wisprRates;
  const isByAttribute = gaps.includes('rate') && carriage.rate !== 'no';
  const reason = isByAttribute ? ` A rate reaches it by ${known.join(', ')}.` : '';
  return [`${title}: ${describeGaps(gaps)}.${reason}`];
}
