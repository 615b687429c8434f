import { Fault } from '../../contract/errors.ts';
import { keysOf } from '../../contract/fields.ts';
import { levelOf, lineOf, changeOf, type AlertNotice, type NoticeGroup } from './alert-notice.ts';
import { lineOfEvent, type EventNotice } from './event-notice.ts';

/** What a webhook is called with. */
export type WebhookNotice = AlertNotice | NoticeGroup | EventNotice;

/** A call as a template writes it. */
export interface WebhookCall {
  readonly url: string;
  /** JSON. */
  readonly body: string;
}

type Template = (url: string, notice: WebhookNotice) => WebhookCall;

/** Lines of a message of a chat; the rest is counted. */
const maxLines = 20;

/** The forms of a call: the gateway's own, and those of chats and push services, as their makers document them. */
const templates = {
  gatehouse: (url, notice) => ({ url, body: JSON.stringify(notice) }),
  slack: (url, notice) => {
    const { title, lines, link } = summaryOf(notice);
    const text = [`*${escapeSlack(title)}*`, ...lines.map(escapeSlack), ...(link ? [link] : [])];
    return { url, body: JSON.stringify({ text: text.join('\n') }) };
  },
  teams: (url, notice) => {
    const { title, lines, link } = summaryOf(notice);
    const content = {
      $schema: 'http://adaptivecards.io/schemas/adaptive-card.json',
      type: 'AdaptiveCard',
      version: '1.4',
      body: [
        { type: 'TextBlock', text: title, weight: 'Bolder', wrap: true },
        ...lines.map((text) => ({ type: 'TextBlock', text, wrap: true })),
      ],
      ...(link && { actions: [{ type: 'Action.OpenUrl', title: 'Open', url: link }] }),
    };
    const contentType = 'application/vnd.microsoft.card.adaptive';
    return {
      url,
      body: JSON.stringify({ type: 'message', attachments: [{ contentType, content }] }),
    };
  },
  telegram: (url, notice) => {
    const { title, lines, link } = summaryOf(notice);
    const asked = new URL(url);
    const chat_id = asked.searchParams.get('chat_id');
    asked.searchParams.delete('chat_id');
    const text = [title, ...lines, ...(link ? [link] : [])].join('\n');
    return { url: asked.href, body: JSON.stringify({ chat_id, text }) };
  },
  ntfy: (url, notice) => {
    const { title, lines, link, level } = summaryOf(notice);
    const asked = new URL(url);
    const [, base = '/', topic = ''] = /^(.*\/)([^/]+)\/?$/.exec(asked.pathname) ?? [];
    asked.pathname = base;
    const priority = priorities[level] ?? 3;
    const message = lines.join('\n') || title;
    const body = { topic, title, message, priority, tags: [level], ...(link && { click: link }) };
    return { url: asked.href, body: JSON.stringify(body) };
  },
} as const satisfies Readonly<Record<string, Template>>;

export type TemplateName = keyof typeof templates;

export const templateNames = keysOf(templates);

/** Priorities of ntfy, from 1 to 5. */
const priorities: Readonly<Record<string, number>> = {
  critical: 5,
  warning: 4,
  info: 3,
  resolved: 2,
};

/** Writes a call. @throws Fault `invalid` if a template has another name in this version */
export function writeCall(name: string, url: string, notice: WebhookNotice): WebhookCall {
  const template = templateNames.find((one) => one === name);
  if (!template) throw new Fault('invalid', `there is no template ${JSON.stringify(name)}`);
  return templates[template](url, notice);
}

/** Checks that the URL of a webhook has what its template needs. @returns what is missing; null: nothing */
export function faultOfUrl(template: unknown, url: string): string | null {
  const asked = new URL(url);
  if (template === 'telegram' && !asked.searchParams.get('chat_id'))
    return 'Telegram needs the chat: https://api.telegram.org/bot{secret}/sendMessage?chat_id=…';
  if (template === 'ntfy' && /^\/*$/.test(asked.pathname))
    return 'ntfy needs a topic: https://ntfy.sh/topic';
  return null;
}

interface Summary {
  readonly title: string;
  readonly lines: readonly string[];
  readonly level: string;
  readonly link: string | null;
}

function summaryOf(notice: WebhookNotice): Summary {
  if ('events' in notice)
    return {
      title: notice.message,
      lines: shortened(notice.events.map(lineOfEvent)),
      level: 'info',
      link: null,
    };
  const notices = 'alerts' in notice ? notice.alerts : [notice];
  const level = levelOf(notices);
  if (!('alerts' in notice))
    return {
      title: `[${level}] ${lineOf(notice)}`,
      lines: [detailOf(notice)],
      level,
      link: notice.link,
    };
  const lines = shortened(notices.map((one) => `${changeOf(one.type)}: ${lineOf(one)}`));
  return { title: `[${level}] ${notice.message}`, lines, level, link: null };
}

function detailOf({ local_time, alert }: AlertNotice): string {
  return `${local_time}, rule ${alert.rule}`;
}

/** Returns the first lines of a long list, and how many more there are. */
export function shortened(lines: readonly string[], most = maxLines): readonly string[] {
  const more = lines.length - most;
  return more <= 0 ? lines : [...lines.slice(0, most), `and ${more} more`];
}

function escapeSlack(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
