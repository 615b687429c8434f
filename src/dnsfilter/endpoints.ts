import type { ModuleApi, ModuleEndpoints } from '../gateway/module.ts';
import { dnsfilterCategorygetEndpoint } from './api/dnsfilter-categoryget.ts';
import { dnsfilterHostcheckEndpoint } from './api/dnsfilter-hostcheck.ts';
import { dnsfilterResourceEndpoints } from './api/dnsfilter-resources.ts';

const control: ModuleApi = {
  endpoints: [
    dnsfilterHostcheckEndpoint('dnsfilter_hostcheck'),
    dnsfilterCategorygetEndpoint('dnsfilter_categoryget'),
    // Older names of the two, for existing clients; the document omits them.
    dnsfilterHostcheckEndpoint('securedns_hostcheck', true),
    dnsfilterCategorygetEndpoint('securedns_categoryget', true),
    ...dnsfilterResourceEndpoints,
  ],
  tags: {
    dnsfilter_hostcheck: 'Checks of hosts against the DNS filter.',
    dnsfilter_categoryget: 'The category that a check found.',
    dnsfilter_category: 'Categories of hosts, for the rules of the DNS filter.',
    dnsfilter_rule: 'Rules of the DNS filter.',
  },
  examples: {
    fields: { redirect_ip: '192.0.2.80' },
    bodies: {
      dnsfilter_category: { name: 'Advertising', action: 'R', hosts: ['ads.example.com'] },
      dnsfilter_rule: { name: 'No advertising', action: 'R', host: 'ads.example.com' },
    },
  },
};

export const endpoints: ModuleEndpoints = { control };
