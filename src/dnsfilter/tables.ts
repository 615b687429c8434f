import { ofUser } from '../gateway/person-conditions.ts';
import type { ModuleTables } from '../gateway/module.ts';
import { dnsCategory } from './category.ts';
import { dnsCheck } from './check.ts';
import { dnsRule } from './rule.ts';

export const tables: ModuleTables = {
  resources: [dnsCategory, dnsCheck, dnsRule],
  growth: [
    { retention: 'dnsfilter_check', table: 'dnsfilter_check', key: 'id', timeColumn: 'created_at' },
  ],
  personal: [
    {
      table: 'dnsfilter_check',
      key: 'id',
      resource: dnsCheck,
      belongsTo: (person) => [ofUser(person)],
    },
  ],
};
