import type { GeneratedAlways } from 'kysely';
import { Type } from 'typebox';
import type { CallerScope } from '../../contract/caller.ts';
import { Fault } from '../../contract/errors.ts';
import {
  dateTime,
  id,
  name,
  nullable,
  reference,
  requiredSecret,
  text,
} from '../../contract/fields.ts';
import type { Gateway } from '../../gateway/gateway.ts';
import { checkDestination } from '../../inventory/device/device-address.ts';
import { readOnlyResource, resource } from '../../contract/resource.ts';
import type { Row } from '../../store/query/row-serialization.ts';
import { severities } from './severity.ts';
import { faultOfUrl, templateNames } from './webhook-template.ts';
import { hostOfUrl } from '../../runtime/ip-address.ts';

/** Kinds of events that a webhook may receive. */
export const webhookEvents = ['alert', 'session', 'user', 'voucher', 'operation'] as const;

/** Receiver of the alerts and events of an organization and those below it, over HTTP. */
export const webhook = resource({
  name: 'webhook',
  relation: (_dialect, ownColumns) => `
    select ${ownColumns('w')},
      (select count(*) from delivery x where x.webhook = w.id and x.state = 'pending') as pending,
      (select count(*) from delivery x where x.webhook = w.id and x.state = 'dead') as dead
    from webhook w`,
  title: 'a webhook',
  plural: 'webhooks',
  schema: Type.Object({
    id: id(),
    organization: reference('an organization; alerts and events of it and those below it are sent'),
    name: name(),
    url: Type.String({
      maxLength: 1000,
      pattern: '^https?://[^\\s/?#@]+(/[^\\s#]*)?$',
      description: 'an http or https URL; its host must be within `device_networks`',
    }),
    secret: requiredSecret({
      minLength: 16,
      maxLength: 255,
      description: 'key of the signature (HMAC-SHA256)',
    }),
    template: Type.Enum([...templateNames], {
      description:
        'the form of a call: gatehouse (JSON, signed), or that of a service; `{secret}` in the URL stands for the secret',
    }),
    events: Type.Array(Type.Enum([...webhookEvents]), {
      minItems: 1,
      maxItems: webhookEvents.length,
      uniqueItems: true,
      description: 'what is sent; each kind but alert as the streams of events have it',
    }),
    min_severity: Type.Enum([...severities], {
      description: 'alerts of a lower severity are not sent',
    }),
    is_active: Type.Boolean(),
    pending: Type.Integer({ description: 'deliveries that wait' }),
    dead: Type.Integer({ description: 'deliveries that were given up' }),
    created_at: dateTime(),
    updated_at: dateTime(),
  }),
  key: 'id',
  readOnly: ['id', 'pending', 'dead', 'created_at', 'updated_at'],
  defaults: {
    secret: '',
    template: 'gatehouse',
    events: ['alert'],
    min_severity: 'info',
    is_active: true,
  },
  scope: 'organization',
  references: {},
  timestamps: { created: 'created_at', changed: 'updated_at' },
  filters: {},
  lookups: ['id', 'name', 'organization', 'is_active', 'updated_at'],
  computed: ['pending', 'dead'],
  columns: {
    /** Position of the last event that was queued; null: no event is wanted, or none was queued yet. */
    event_xid: nullable(Type.Integer()),
    event_id: nullable(Type.Integer()),
  },
  databaseDefaults: ['is_active', 'events', 'template'],
  order: { column: 'id', direction: 'asc' },
  paging: 'offset',
});

export const deliveryStates = ['pending', 'delivered', 'dead'] as const;
const deliveryChannels = ['webhook', 'mail', 'syslog'] as const;

/** A change of an alert on its way to a webhook, to mail or to syslog; or events on their way to a webhook. */
export const delivery = resource({
  name: 'delivery',
  title: 'a delivery',
  plural: 'deliveries',
  schema: Type.Object({
    id: id(),
    alert: nullable(Type.String({ format: 'uuid', description: 'null: events of other kinds' })),
    channel: Type.Enum([...deliveryChannels]),
    webhook: nullable(Type.Integer({ description: 'id of the webhook; null: another channel' })),
    event: Type.String({ format: 'uuid', description: 'the same at each attempt' }),
    alert_state: nullable(text()),
    message: text(),
    state: Type.Enum([...deliveryStates], { description: 'dead: given up' }),
    attempts: Type.Integer(),
    next_try: nullable(dateTime()),
    last_error: nullable(
      text({
        description: 'what the receiver answered at the last attempt; null: it has accepted',
      }),
    ),
    created_at: dateTime(),
    delivered_at: nullable(dateTime()),
  }),
  key: 'id',
  ...readOnlyResource,
  scope: 'organization',
  filters: {
    state: { column: 'state', operator: '=' },
    channel: { column: 'channel', operator: '=' },
    webhook: { column: 'webhook', operator: '=', schema: Type.Integer() },
  },
  lookups: ['id'],
  columns: {
    organization: Type.Integer(),
    user: nullable(Type.String()),
    /** JSON, until they are delivered. */
    events: nullable(Type.String()),
    /** The deliveries that were sent together have the same. */
    batch: nullable(Type.String()),
  },
  order: { column: 'id', direction: 'asc' },
  paging: 'offset',
});

declare module '../../contract/tables.ts' {
  interface Tables {
    webhook: TableOf<typeof webhook>;
    delivery: TableOf<typeof delivery> & { id: GeneratedAlways<number> };
  }
}

/**
 * Checks that the gateway may call the host of a webhook for its organization.
 *
 * @throws Fault `invalid` naming the field
 */
export async function checkWebhook(
  gateway: Gateway,
  caller: CallerScope,
  { body, found }: { readonly body: Row; readonly found: Row | null },
): Promise<void> {
  const whole: Row = { organization: caller.organization, ...found, ...body };
  const { url, organization } = whole;
  if (typeof url !== 'string' || typeof organization !== 'number') return;
  await checkDestination(gateway.store, 'url', { organization, host: webhookHost(url) });
  const fault = faultOfUrl(whole['template'], url);
  if (fault !== null) throw Fault.field('url', fault);
  if (found !== null && found['url'] !== url && !('secret' in body))
    throw Fault.field('secret', 'This field is required with another url.');
}

/** Returns the host of the URL of a webhook. @throws Fault `invalid` */
export function webhookHost(url: string): string {
  if (!URL.canParse(url)) throw Fault.field('url', `Invalid URL ${JSON.stringify(url)}.`);
  return hostOfUrl(new URL(url));
}
