import { formatPrice } from '../payment/price.ts';
import type { LoginKind } from '../page/portal-page.ts';
import type { ServedPage } from '../page/page-store.ts';
import { documentOf, hiddenFields, noticeOf, t, type View } from './document.ts';
import { html, type Html } from './html.ts';
import { icon } from './icons.ts';
import { enterKind, ways, type WayField } from './ways.ts';

export interface LoginView extends View {
  readonly page: ServedPage;
  /** The key of an error text; null: no error. */
  readonly problem: string | null;
  /** The form that was posted; null: none. */
  readonly posted: { readonly kind: string; readonly hasAccepted: boolean } | null;
  /** What the NAS says of the error; null: nothing. */
  readonly reason: string | null;
  /** True: the guest has just logged out. */
  readonly isLoggedOut: boolean;
  /** Values of the fields, by their names; without passwords. */
  readonly values: Readonly<Record<string, string>>;
  readonly isRandomMac: boolean;
  /** True if the browser is given a cookie at the login. */
  readonly isRemembered: boolean;
  /** The address of a login that has begun in this browser; null: none. */
  readonly begun: string | null;
  /** The guest that the browser remembers, or null. */
  readonly recalled: { readonly name: string; readonly hasAccepted: boolean } | null;
  /** Hidden fields of each form. */
  readonly hidden: Readonly<Record<string, string>>;
}

/** What there is to say of a guest who comes without anything. */
export const unknownGuest = {
  problem: null,
  posted: null,
  reason: null,
  isLoggedOut: false,
  values: {},
  isRandomMac: false,
  isRemembered: false,
  begun: null,
  recalled: null,
  hidden: {},
} as const satisfies Omit<LoginView, keyof View | 'page'>;

/** The page of the login: one first way in, and the others folded, in one form with the terms. */
export function renderLogin(view: LoginView): string {
  const { page, problem } = view;
  return documentOf(view, {
    heading: page.title ?? t(view, 'title'),
    lead: page.welcome,
    isError: problem !== null,
    isWelcome: true,
    notes: notesOf(view).map((key) => t(view, key)),
    body: [noticeAbove(view), begunOf(view), ...formsOf(view)],
  });
}

/** A guest who has accepted the terms before is let in without the tick that the other ways need. */
function formsOf(view: LoginView): readonly Html[] {
  const kinds = inOrder(view);
  const { recalled } = view;
  if (recalled === null)
    return [formOf(view, [firstWay(view, kinds), waysOf(view, kinds.slice(1))])];
  const first = recallOf(view, recalled.name);
  const others = waysOf(view, kinds);
  if (!recalled.hasAccepted) return [formOf(view, [first(termsOf(view)), others])];
  return [formOf(view, [first(html``)]), formOf(view, [termsOf(view), others])];
}

function formOf({ hidden }: LoginView, body: readonly Html[]): Html {
  return html`<form class="form" method="post">
    ${hiddenFields(hidden)}
    <button
      class="enter"
      name="kind"
      value="${enterKind}"
      tabindex="-1"
      aria-hidden="true"
    ></button>
    ${body}
  </form>`;
}

/** The way that was tried comes first, then that of a code in the link. */
function inOrder({ page, posted, values }: LoginView): readonly LoginKind[] {
  const { loginKinds } = page;
  const isFirst = (kind: LoginKind) =>
    posted ? posted.kind === kind : kind === 'voucher' && (values['code'] ?? '') !== '';
  return [...loginKinds.filter(isFirst), ...loginKinds.filter((kind) => !isFirst(kind))];
}

/** True if an error is shown at the fields of the way that was tried. */
function isAtField({ problem, posted, page }: LoginView): boolean {
  const kind = page.loginKinds.find((offered) => offered === posted?.kind);
  return fieldProblems.has(problem ?? '') && kind !== undefined && ways[kind].fields.length > 0;
}

/** Errors of what a guest has filled in. */
const fieldProblems = new Set([
  'wrong',
  'fill_in',
  'time_over',
  'too_many',
  'email_wrong',
  'room_wrong',
  'phone_wrong',
  'sponsor_wrong',
]);

function noticeAbove(view: LoginView): Html {
  const { problem, reason, isLoggedOut } = view;
  if (isLoggedOut) return noticeOf('good', [html`<p>${t(view, 'logged_out_text')}</p>`]);
  if (problem === null || problem === 'accept_first' || isAtField(view)) return html``;
  const said =
    reason === null ? html`` : html`<p>${t(view, 'network_says')} <q lang="">${reason}</q></p>`;
  return noticeOf('bad', [
    html`<p><strong>${t(view, 'problem')}</strong></p>
      <p id="problem">${t(view, problem)}</p>
      ${said}`,
  ]);
}

/** Leads to a login that waits for its second step. */
function begunOf(view: LoginView): Html {
  const { begun } = view;
  return begun === null
    ? html``
    : html`<a class="button second" href="${begun}">${t(view, 'continue_login')}</a>`;
}

function notesOf({ isRandomMac, isRemembered }: LoginView): readonly string[] {
  const random = isRemembered ? 'random_mac_recall' : 'random_mac';
  return [...(isRandomMac ? [random] : []), ...(isRemembered ? ['cookie'] : [])];
}

/** The button of a guest who comes back, and another for somebody else at this device. */
function recallOf(view: LoginView, name: string): (terms: Html) => Html {
  return (terms) =>
    html`<h2>${t(view, 'welcome_back')}</h2>
      <p>${t(view, 'continue_as')} <strong dir="auto">${name}</strong></p>
      ${terms}
      <button name="kind" value="recall">${t(view, 'connect')}</button>
      <button class="second" name="forget" value="yes" formnovalidate>
        ${t(view, 'forget')}
      </button>`;
}

function firstWay(view: LoginView, [kind]: readonly LoginKind[]): Html {
  if (kind === undefined) return html``;
  return html`<h2>${t(view, `with_${kind}`)}</h2>
    ${hintOf(view, kind)} ${fieldsOf(view, kind)} ${termsOf(view)}
    <button name="kind" value="${kind}">${t(view, ways[kind].button ?? 'connect')}</button>`;
}

function hintOf({ language }: LoginView, kind: LoginKind): Html {
  const hint = language.texts[`hint_${kind}`];
  return hint === undefined ? html`` : html`<p class="soft">${hint}</p>`;
}

function waysOf(view: LoginView, kinds: readonly LoginKind[]): Html {
  if (kinds.length === 0) return html``;
  return html`<section class="ways" aria-labelledby="ways">
    <h2 id="ways">${t(view, 'other_ways')}</h2>
    ${kinds.map((kind) => foldedWay(view, kind))}
  </section>`;
}

function foldedWay(view: LoginView, kind: LoginKind): Html {
  const { icon: sign, button = 'connect' } = ways[kind];
  return html`<details class="way">
    <summary id="way-${kind}">
      ${icon(sign)}<span>${t(view, `with_${kind}`)}</span>${icon('chevron', 'chevron')}
    </summary>
    <div class="inside">
      ${hintOf(view, kind)} ${fieldsOf(view, kind)}
      <button class="second" name="kind" value="${kind}" aria-describedby="way-${kind}">
        ${t(view, button)}
      </button>
    </div>
  </details>`;
}

/** The fields of a way, the error at the first of them. */
function fieldsOf(view: LoginView, kind: LoginKind): Html {
  const { fields } = ways[kind];
  if (fields.length === 0) return html``;
  const isTried = view.posted?.kind === kind && isAtField(view);
  return html`<div class="fields">
    ${fields.map((field, at) => fieldOf(view, field, isTried && at === 0))}
  </div>`;
}

/** A field with its label. @param isWrong  true: the error of the view is about it */
export function fieldOf(view: LoginView, field: WayField, isWrong: boolean): Html {
  const { name, type, isCode = false, isPrice = false } = field;
  if (isPrice) return pricesOf(view);
  const value = type === 'password' ? '' : (view.values[name] ?? '');
  return html`<div class="field${isCode ? ' code' : ''}">
    <label for="${name}">${t(view, field.label)}</label>
    <input
      id="${name}"
      name="${name}"
      type="${type}"
      autocomplete="${field.autocomplete}"
      ${traitsOf(field)}
      ${describe(field, isWrong)}
      value="${value}"
    />
    ${belowField(view, field, isWrong)}
  </div>`;
}

/** The prices of the page, of which the first is chosen. */
function pricesOf(view: LoginView): Html {
  const { page, language, values } = view;
  const chosen = values['price'] ?? '0';
  const rows = (page.options.payment?.prices ?? []).map(({ name, amount, currency }, at) => {
    const checked = chosen === String(at) ? html`checked` : html``;
    const shown = formatPrice(amount, currency, language.code);
    return html`<label class="tick" for="price-${at}"
      ><input type="radio" id="price-${at}" name="price" value="${at}" ${checked} />
      <span>${name} <strong dir="auto">${shown}</strong></span></label
    >`;
  });
  return html`<fieldset class="prices">
    <legend>${t(view, 'price')}</legend>
    ${rows}
  </fieldset>`;
}

function traitsOf({ inputMode, isCode = false }: WayField): readonly Html[] {
  return [
    html`maxlength="255" autocapitalize="none" autocorrect="off" spellcheck="false"`,
    ...(inputMode === undefined ? [] : [html`inputmode="${inputMode}"`]),
    ...(isCode ? [html`dir="ltr"`] : []),
  ];
}

function describe({ name, hint }: WayField, isWrong: boolean): Html {
  const described = [
    ...(isWrong ? ['problem'] : []),
    ...(hint === undefined ? [] : [`${name}-hint`]),
  ];
  const by = described.length > 0 ? html`aria-describedby="${described.join(' ')}"` : html``;
  return isWrong ? html`autofocus aria-invalid="true" ${by}` : by;
}

function belowField(view: LoginView, { name, hint }: WayField, isWrong: boolean): readonly Html[] {
  return [
    ...(isWrong ? [errorOf(view)] : []),
    ...(hint === undefined ? [] : [html`<p class="hint" id="${name}-hint">${t(view, hint)}</p>`]),
  ];
}

function errorOf(view: LoginView): Html {
  return html`<div class="error" role="alert">
    ${icon('alert')}
    <p id="problem">${t(view, view.problem ?? '')}</p>
  </div>`;
}

/** The terms of all ways in a form. */
function termsOf(view: LoginView): Html {
  const { page, posted, problem } = view;
  if (page.terms === null) return html``;
  const isMissing = problem === 'accept_first';
  const ticked = posted?.hasAccepted ? html`checked` : html``;
  const focus = isMissing ? html`autofocus aria-invalid="true" aria-describedby="problem"` : html``;
  return html`<div class="terms">
    <label class="tick" for="accept"
      ><input
        type="checkbox"
        id="accept"
        name="accept"
        value="yes"
        required
        ${ticked}
        ${focus}
      /><span>${t(view, 'accept')}</span></label
    >
    ${isMissing ? errorOf(view) : html``}
    <details>
      <summary>${t(view, 'read_terms')}</summary>
      <div class="text" tabindex="0" role="region" aria-label="${t(view, 'terms')}" dir="auto">
        ${page.terms}
      </div>
    </details>
  </div>`;
}
