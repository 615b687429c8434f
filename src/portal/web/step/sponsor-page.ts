import type { Gateway } from '../../../gateway/gateway.ts';
import { findPageById, type ServedPage } from '../../page/page-store.ts';
import type { PendingLogin } from '../../step/pending-login.ts';
import { findReferredLogin } from '../../step/pending-store.ts';
import { answerRequest, hoursOf, isAsked, visitorOf } from '../../step/sponsor-answer.ts';
import { documentOf, hiddenFields, noticeOf, t, type View } from '../document.ts';
import type { GuestRequest } from '../guest-page.ts';
import { replyOf, type GuestReply } from '../guest-reply.ts';
import { html, type Html } from '../html.ts';
import { formatTime } from '../local-time.ts';
import { translatePage } from '../texts.ts';

/** The request of a guest that the link in a mail names. */
export interface Question {
  readonly ask: string;
  /** Null: there is no such request, or not any more. */
  readonly login: PendingLogin | null;
  readonly page: ServedPage | null;
}

/** Finds the request of a guest for its sponsor. */
export async function findQuestion(
  gateway: Gateway,
  { query, form }: Pick<GuestRequest, 'query' | 'form'>,
): Promise<Question> {
  const ask = (form ? form['ask'] : new URLSearchParams(query).get('ask')) ?? '';
  const login = await findReferredLogin(gateway, 'sponsor', ask);
  const page = login && (await findPageById(gateway.store, login.page));
  return { ask, login: page && login, page };
}

interface Asked {
  readonly request: GuestRequest;
  readonly view: View;
  readonly question: Question;
}

/** Asks a sponsor, and takes the answer: only by a form, since scanners of mails open the links in them. */
export async function serveSponsor(
  gateway: Gateway,
  { request, view: plain, question }: Asked,
): Promise<GuestReply> {
  const { ask, login, page } = question;
  const translated = page && translatePage(page, plain.language.code);
  const view = { ...plain, page: translated, languages: [] };
  if (!login || !page || !isAsked(gateway, login)) return showOver(view);
  const answer = answerIn(request);
  if (answer === null) return showQuestion(gateway, { view, ask, login, page });
  const isYes = answer === 'yes';
  const { remoteAddress } = request;
  if (!(await answerRequest(gateway, { page, login, isYes, remoteAddress }))) return showOver(view);
  return show(view, isYes ? 'sponsor_let_in' : 'sponsor_turned_away', [
    html`<p>${visitorOf(login)}</p>`,
  ]);
}

/** @returns null: the page is opened, or another site posts the form */
function answerIn({ form, isCrossSite }: GuestRequest): 'yes' | 'no' | null {
  const answer = isCrossSite ? undefined : form?.['answer'];
  return answer === 'yes' || answer === 'no' ? answer : null;
}

function show(view: View, heading: string, body: readonly Html[]): GuestReply {
  const page = documentOf(view, {
    heading: t(view, heading),
    body: [noticeOf('good', body)],
  });
  return replyOf(view, page, 200);
}

function showOver(view: View): GuestReply {
  const body = [noticeOf('bad', [html`<p>${t(view, 'sponsor_over')}</p>`])];
  const page = documentOf(view, { heading: t(view, 'error'), isError: true, body });
  return replyOf(view, page, 410);
}

interface Shown {
  readonly view: View;
  readonly ask: string;
  readonly login: PendingLogin;
  readonly page: ServedPage;
}

async function showQuestion(
  gateway: Gateway,
  { view, ask, login, page }: Shown,
): Promise<GuestReply> {
  const site = { organization: login.organization, location: page.location };
  const { language } = view;
  const asked = await formatTime(gateway, new Date(login.created), { site, language });
  const facts = [
    [t(view, 'visitor_asks'), visitorOf(login)],
    [t(view, 'device'), login.mac],
    [t(view, 'asked_at'), asked],
    [t(view, 'access_for'), formatHours(hoursOf(page), language.code)],
  ] as const;
  const body = [
    html`<dl class="figures">
      ${facts.map(
        ([term, fact]) =>
          html`<div>
            <dt>${term}</dt>
            <dd dir="auto">${fact}</dd>
          </div>`,
      )}
    </dl>`,
    html`<form class="form" method="post">
      ${hiddenFields({ ask, lang: language.code })}
      <button name="answer" value="yes">${t(view, 'let_in')}</button>
      <button class="second" name="answer" value="no">${t(view, 'refuse')}</button>
    </form>`,
  ];
  return replyOf(view, documentOf(view, { heading: t(view, 'let_in_question'), body }), 200);
}

function formatHours(hours: number, language: string): string {
  const options = { style: 'unit', unit: 'hour', unitDisplay: 'long' } as const;
  return new Intl.NumberFormat(language, options).format(hours);
}
