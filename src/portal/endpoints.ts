import type { ModuleApi, ModuleEndpoints } from '../gateway/module.ts';
import { portalControllerEndpoints } from './api/portal-controller.ts';
import { portalLoginEndpoint } from './api/portal-login.ts';
import { portalLogoutEndpoint } from './api/portal-logout.ts';
import { portalPageEndpoints } from './api/portal-page.ts';
import { portalPagePreviewEndpoint } from './api/portal-page-preview.ts';
import { portalPageVersionEndpoints } from './api/portal-page-version.ts';
import { portalServiceEndpoints } from './api/portal-service.ts';
import { portalLogEndpoints } from './api/txlog-portal.ts';

const gate: ModuleApi = {
  endpoints: [
    ...portalControllerEndpoints,
    ...portalPageEndpoints,
    portalPagePreviewEndpoint,
    ...portalPageVersionEndpoints,
    ...portalServiceEndpoints,
    portalLoginEndpoint,
    portalLogoutEndpoint,
    ...portalLogEndpoints,
  ],
  tags: {
    portal_controller:
      'Controllers and secrets that are needed to admit guests of the captive portal.',
    portal_page: 'Pages of the captive portal.',
    portal_page_version: 'Versions of the pages of the captive portal.',
    portal_service: 'Outside services of logins at the captive portal.',
    portal_login: 'Logins at the captive portal.',
    portal_logout: 'The end of sessions at a captive portal.',
    txlog_portal: 'Transactions of the captive portal.',
  },
  examples: {
    bodies: {
      portal_service: { name: 'messages', kind: 'sms', url: 'https://sms.example.net/send' },
    },
  },
};

export const endpoints: ModuleEndpoints = { gate };
