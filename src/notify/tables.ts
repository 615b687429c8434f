import { sql } from 'kysely';
import type { ModuleTables } from '../gateway/module.ts';
import { alertRule } from './alert/alert-rule.ts';
import { alert } from './alert/alert.ts';
import { delivery, webhook } from './delivery/webhook.ts';

export const tables: ModuleTables = {
  resources: [alertRule, alert, webhook, delivery],
  growth: [
    {
      retention: 'alerts',
      table: 'alert',
      key: 'id',
      timeColumn: 'fired_at',
      mayDelete: () => sql`state = 'resolved'`,
    },
  ],
};
