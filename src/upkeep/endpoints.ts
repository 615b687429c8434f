import { readers } from '../contract/caller.ts';
import { crud } from '../http/crud.ts';
import { logEndpoints } from '../http/list/log-endpoints.ts';
import type { ModuleApi, ModuleEndpoints } from '../gateway/module.ts';
import { auditEntry } from './audit/audit-entry.ts';
import { userPrivacyEndpoints } from './privacy/api/user-privacy.ts';

const auditTag =
  'Requests and commands that were to change something, and failed authentications: caller, object, fields and outcome.';

const control: ModuleApi = {
  endpoints: crud(auditEntry, ['list', 'retrieve'], {
    path: 'audit',
    key: 'id',
    isExtension: true,
  }),
  tags: { audit: auditTag },
};

const gate: ModuleApi = {
  endpoints: [...userPrivacyEndpoints, ...logEndpoints(auditEntry, readers)],
  tags: {
    audit: auditTag,
    privacy_job: 'Erasures and exports of the data of a person.',
  },
};

export const endpoints: ModuleEndpoints = { control, gate };
