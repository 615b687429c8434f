import { guestReaders, readers } from '../contract/caller.ts';
import type { ModuleApi, ModuleEndpoints } from '../gateway/module.ts';
import { alertEndpoints } from './alert/api/alert.ts';
import { deliveryEndpoints } from './delivery/api/delivery.ts';
import { webhookEndpoints } from './delivery/api/webhook.ts';
import { eventsEndpoint } from './event/events-endpoint.ts';

const control: ModuleApi = {
  endpoints: [
    ...alertEndpoints,
    ...webhookEndpoints,
    ...deliveryEndpoints,
    eventsEndpoint(readers),
  ],
  tags: {
    alert_rule: 'Rules of alerts: thresholds, devices that are down, maintenances.',
    alert: 'Alerts, with their history and acknowledgement.',
    webhook: 'Webhooks that alerts are sent to, and their deliveries.',
    delivery: 'Deliveries of alerts and events by webhook, mail and syslog.',
    events: 'Events of devices, sessions, operations and alerts, as Server-Sent Events.',
  },
  examples: {
    fields: { rule_name: 'down' },
    bodies: {
      alert_rule: { name: 'down', kind: 'device_down', severity: 'critical', seconds: 120 },
      webhook: {
        name: 'pager',
        url: 'https://pager.example.net/alerts',
        secret: 'a secret of 16 characters or more',
      },
    },
  },
};

const gate: ModuleApi = {
  endpoints: [eventsEndpoint(guestReaders)],
  tags: {
    events: 'Events of sessions, devices, operations and alerts, as Server-Sent Events.',
  },
};

export const endpoints: ModuleEndpoints = { control, gate };
