import type { ModuleTables } from '../gateway/module.ts';
import { accessDevice, accessPoint, hotspotAccessPoint } from './access-point.ts';
import { location } from './location.ts';
import { organization } from './organization.ts';

export const tables: ModuleTables = {
  resources: [organization, location, accessPoint, hotspotAccessPoint, accessDevice],
};
