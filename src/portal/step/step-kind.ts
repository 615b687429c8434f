import type { Gateway } from '../../gateway/gateway.ts';
import type { Language } from '../../organization/languages.ts';
import { insertPortalLogEntry, type PortalEvent } from '../../aaa/portal-log/portal-log.ts';
import type { Statement } from '../../store/store.ts';
import type { PagePlace, ServedPage } from '../page/page-store.ts';
import type { PendingLogin } from './pending-login.ts';

/** A guest before a page. */
export interface Visitor {
  readonly page: ServedPage;
  /** Null: it is not known any more. */
  readonly place: PagePlace | null;
  /** Canonical. */
  readonly mac: string;
  readonly ip: string;
  /** The address that the request comes from. */
  readonly remoteAddress: string;
  readonly userAgent: string | null;
  /** The query of the redirect. */
  readonly query: string;
  /** Of the page's texts. */
  readonly language: Language;
  /** Log text of the consent to the terms; null: a page without terms. */
  readonly consent: string | null;
}

/** A login that continues. */
export interface ResumedLogin {
  readonly login: PendingLogin;
  /** The token of the browser. */
  readonly token: string;
  readonly visitor: Visitor;
  /** The fields of a form that is posted; null: the page is opened, by a link or by itself. */
  readonly fields: Readonly<Record<string, string>> | null;
  /** What another site sends back with the browser; null: it does not come from there. */
  readonly answer: URLSearchParams | null;
}

/** A user whom a kind has recognized. */
export interface SteppedGuest {
  /** Id of the user. */
  readonly user: number;
  readonly username: string;
  /** The session ends after this time; null: by the limits of the user. */
  readonly seconds: number | null;
  /** What is written together with the session; default: nothing. */
  readonly alongside?: readonly Statement[];
}

/** What a kind answers to a step. */
export type StepAnswer =
  /** An error, by the key of its text; the forms are shown again. */
  | { readonly kind: 'problem'; readonly text: string }
  /** The login waits for its second step; `problem`: the key of an error text. */
  | {
      readonly kind: 'waits';
      readonly token: string;
      readonly login: PendingLogin;
      readonly problem?: string;
    }
  /** The login waits, and its guest is let in until then, for a time. */
  | {
      readonly kind: 'provisional';
      readonly token: string;
      readonly login: PendingLogin;
      readonly guest: SteppedGuest;
    }
  /** The browser goes to another site, which sends it back. */
  | { readonly kind: 'leaves'; readonly token: string; readonly url: string }
  /** The guest is let in; `login`: it is used up with the session. Null: the kind needed no second step. */
  | { readonly kind: 'guest'; readonly guest: SteppedGuest; readonly login: PendingLogin | null };

/** A kind of login that may need a second step. */
export interface StepKind {
  /**
   * Takes the first step: reads the fields of the form, and stores a login that waits.
   *
   * @throws Fault `throttled`
   */
  readonly begin: (
    gateway: Gateway,
    visitor: Visitor,
    fields: Readonly<Record<string, string>>,
  ) => Promise<StepAnswer>;
  /** Takes a further step of a login that waits or is approved. @throws Fault `throttled` */
  readonly resume: (gateway: Gateway, resumed: ResumedLogin) => Promise<StepAnswer>;
}

/** What a step did, for the log of the portal. */
interface StepEvent {
  readonly type: PortalEvent;
  readonly status: number;
  readonly detail: string;
  readonly user?: number;
  readonly username?: string;
}

const maxDetail = 500;

/** Logs what a step of a guest did. */
export async function logStep(
  { store, now }: Gateway,
  { page, place, mac, ip, userAgent }: Visitor,
  { detail, ...event }: StepEvent,
): Promise<void> {
  const entry = {
    organization: place?.organization ?? page.organization,
    access_point: place?.id ?? null,
    location: place?.location ?? null,
    page: page.id,
    mac,
    ip,
    user_agent: userAgent,
    at: now(),
    detail: detail.slice(0, maxDetail),
    ...event,
  };
  await store.write([insertPortalLogEntry(store, entry)]);
}
