import { aaaModule } from '../aaa/module.ts';
import { deedModule } from '../deed/module.ts';
import { dnsfilterModule } from '../dnsfilter/module.ts';
import type { Module } from '../gateway/module.ts';
import { installationModule } from '../installation/module.ts';
import { inventoryModule } from '../inventory/module.ts';
import { jobsModule } from '../jobs/module.ts';
import { notifyModule } from '../notify/module.ts';
import { organizationModule } from '../organization/module.ts';
import { portalModule } from '../portal/module.ts';
import { radiusModule } from '../radius/module.ts';
import { siteModule } from '../site/module.ts';
import { upkeepModule } from '../upkeep/module.ts';

/** All modules, in the order of their start: RADIUS listens before other work begins. */
export const modules: readonly Module[] = [
  organizationModule,
  aaaModule,
  radiusModule,
  portalModule,
  inventoryModule,
  dnsfilterModule,
  notifyModule,
  upkeepModule,
  jobsModule,
  siteModule,
  installationModule,
  deedModule,
];
