import type { SteppedKind } from '../../page/portal-page.ts';
import { documentOf, hiddenFields, lookAgain, noticeOf, t, type View } from '../document.ts';
import { html, type Html } from '../html.ts';
import { icon } from '../icons.ts';

/** The second step of a login, as it is shown. */
export interface StepView extends View {
  readonly kind: SteppedKind;
  /** The address or number that the guest has given. */
  readonly subject: string;
  /** The key of an error text; null: no error. */
  readonly problem: string | null;
  /** A code in the link of a message; empty: none. */
  readonly code: string;
  /** Hidden fields of each form. */
  readonly hidden: Readonly<Record<string, string>>;
  /** The address of this step, and that of the login page. */
  readonly address: string;
  readonly loginAddress: string;
  /** The address of this step for another browser. */
  readonly link: string;
  /** One that opens it there; null: the system knows none. */
  readonly browserLink: string | null;
}

interface StepParts {
  readonly heading: string;
  readonly body: readonly Html[];
  /** The page asks again after this time; null: the guest goes on. */
  readonly refreshSeconds: number | null;
}

const views: Readonly<Record<SteppedKind, (view: StepView) => StepParts>> = {
  email: codeParts,
  oidc: browserParts,
  payment: paymentParts,
  room: codeParts,
  sms: codeParts,
  sponsor: sponsorParts,
};

/** The page of a login that waits for its second step. */
export function renderStep(view: StepView): string {
  const { heading, body, refreshSeconds } = views[view.kind](view);
  const head =
    refreshSeconds === null
      ? html``
      : lookAgain(view, { address: view.address, seconds: refreshSeconds });
  const alert =
    view.problem === null
      ? html``
      : noticeOf('bad', [html`<p id="problem">${t(view, view.problem)}</p>`]);
  const other = html`<a class="button second" href="${view.loginAddress}"
    >${t(view, 'other_way')}</a
  >`;
  const isError = view.problem !== null;
  return documentOf(short(view), { heading, head, isError, body: [alert, ...body, other] });
}

/** The links of other languages would leave the step. */
function short(view: View): View {
  return { ...view, languages: [] };
}

function paymentParts(view: StepView): StepParts {
  return {
    heading: t(view, 'payment_waits'),
    body: [noticeOf('good', [html`<p>${t(view, 'payment_waits_text')}</p>`])],
    refreshSeconds: 4,
  };
}

/** Some issuers refuse browsers that a system opens for the portal. */
function browserParts(view: StepView): StepParts {
  const { link, browserLink, hidden } = view;
  const open =
    browserLink === null
      ? html``
      : html`<a class="button" href="${browserLink}">${t(view, 'open_browser')}${icon('next')}</a>`;
  return {
    heading: t(view, 'use_browser'),
    body: [
      html`<p>${t(view, 'use_browser_text')}</p>`,
      open,
      html`<p dir="ltr"><strong>${link}</strong></p>`,
      html`<form class="form" method="post">
        ${hiddenFields(hidden)}
        <button class="second">${t(view, 'go_on_here')}</button>
      </form>`,
    ],
    refreshSeconds: 10,
  };
}

function sponsorParts(view: StepView): StepParts {
  return {
    heading: t(view, 'sponsor_waits'),
    body: [
      html`<p>${t(view, 'sponsor_asked')} <strong dir="auto">${view.subject}</strong></p>`,
      html`<p>${t(view, 'sponsor_waits_text')}</p>`,
    ],
    refreshSeconds: 5,
  };
}

function codeParts(view: StepView): StepParts {
  const { subject, code, hidden, address, problem } = view;
  const mark = problem === null ? html`` : html`aria-invalid="true" aria-describedby="problem"`;
  const form = html`<form class="form" method="post">
    ${hiddenFields(hidden)}
    <div class="fields">
      <div class="field code">
        <label for="code">${t(view, 'sent_code')}</label>
        <input
          id="code"
          name="code"
          type="text"
          inputmode="numeric"
          autocomplete="one-time-code"
          dir="ltr"
          maxlength="12"
          required
          autofocus
          ${mark}
          value="${code}"
        />
      </div>
    </div>
    <button>${t(view, 'connect')}</button>
  </form>`;
  return {
    heading: t(view, 'enter_code'),
    body: [
      html`<p>${t(view, 'code_sent')} <strong dir="auto">${subject}</strong></p>`,
      form,
      html`<a class="button second" href="${address}">${t(view, 'link_opened')}</a>`,
    ],
    refreshSeconds: null,
  };
}

/** Tells a guest whose address was confirmed on another device to go on at its own. */
export function renderApproved(view: View): string {
  const heading = t(view, 'approved');
  const body = [noticeOf('good', [html`<p>${t(view, 'approved_text')}</p>`])];
  return documentOf(short(view), { heading, body });
}

/** Sends the browser to another site, with a link for one that does not go by itself. */
export function renderLeave(view: View, url: string): string {
  return documentOf(short(view), {
    heading: t(view, 'almost'),
    head: html`<meta http-equiv="refresh" content="0;url=${url}" />`,
    body: [
      html`<a class="button" rel="noreferrer" href="${url}">${t(view, 'go_on')}${icon('next')}</a>`,
    ],
  });
}
