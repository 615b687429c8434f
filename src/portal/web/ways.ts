import type { LoginKind } from '../page/portal-page.ts';
import type { IconName } from './icons.ts';

/** A field that a guest fills in. */
export interface WayField {
  /** Name in the form, and id in the page: no other way has it. */
  readonly name: string;
  /** Key of the label. */
  readonly label: string;
  readonly type: 'text' | 'password' | 'email' | 'tel';
  readonly autocomplete: string;
  readonly inputMode?: 'numeric' | 'email' | 'tel';
  /** Key of a line below the field. */
  readonly hint?: string;
  /** True: a code, in letters of one width. */
  readonly isCode?: boolean;
  /** True: one of the prices of the page. */
  readonly isPrice?: boolean;
  /** True: may be left empty. */
  readonly isOptional?: boolean;
}

/** A way to log in, as the page shows it. */
export interface Way {
  readonly icon: IconName;
  /** Empty: a button is enough. */
  readonly fields: readonly WayField[];
  /** Key of the text of the button; default: `connect`. */
  readonly button?: string;
}

/**
 * The ways to log in by their kind; the order is that of the page's `login_kinds`. `with_KIND` is the key of the heading of each,
 * and `hint_KIND` of a line below it.
 */
export const ways: Readonly<Record<LoginKind, Way>> = {
  user: {
    icon: 'account',
    fields: [
      { name: 'username', label: 'username', type: 'text', autocomplete: 'username' },
      { name: 'password', label: 'password', type: 'password', autocomplete: 'current-password' },
    ],
  },
  voucher: {
    icon: 'voucher',
    fields: [{ name: 'code', label: 'code', type: 'text', autocomplete: 'off', isCode: true }],
  },
  terms: { icon: 'wifi', fields: [] },
  email: {
    icon: 'mail',
    fields: [
      {
        name: 'email',
        label: 'email',
        type: 'email',
        autocomplete: 'email',
        inputMode: 'email',
      },
    ],
    button: 'send_code',
  },
  oidc: { icon: 'globe', fields: [], button: 'go_on' },
  payment: {
    icon: 'card',
    fields: [{ name: 'price', label: 'price', type: 'text', autocomplete: 'off', isPrice: true }],
    button: 'pay',
  },
  room: {
    icon: 'key',
    fields: [
      { name: 'room', label: 'room', type: 'text', autocomplete: 'off' },
      { name: 'last_name', label: 'last_name', type: 'text', autocomplete: 'family-name' },
    ],
  },
  sms: {
    icon: 'phone',
    fields: [{ name: 'phone', label: 'phone', type: 'tel', autocomplete: 'tel', inputMode: 'tel' }],
    button: 'send_code',
  },
  sponsor: {
    icon: 'account',
    fields: [
      {
        name: 'sponsor',
        label: 'sponsor',
        type: 'email',
        autocomplete: 'off',
        inputMode: 'email',
      },
      { name: 'visitor', label: 'visitor', type: 'text', autocomplete: 'name' },
    ],
    button: 'ask_sponsor',
  },
};

/** The button of a form that the Enter key of any field presses. */
export const enterKind = 'enter';

/** Returns the kind of a posted form: of its button, or after the Enter key that of the fields that are filled in. */
export function chooseKind(
  posted: string,
  {
    values,
    offered,
    otherwise,
  }: {
    readonly values: Readonly<Record<string, string>>;
    readonly offered: readonly LoginKind[];
    /** The kind of a form whose fields are empty. */
    readonly otherwise: string;
  },
): string {
  if (posted !== enterKind) return posted.slice(0, maxValue);
  const isFilled = (kind: LoginKind) =>
    ways[kind].fields.some(({ name, isPrice = false }) => !isPrice && (values[name] ?? '') !== '');
  return offered.find(isFilled) ?? otherwise;
}

const maxValue = 255;

/** Returns the values of the fields of all ways in a form that is posted, codes without spaces. */
export function readValues(
  form: Readonly<Record<string, string>>,
): Readonly<Record<string, string>> {
  const fields = Object.values(ways).flatMap((way) => way.fields);
  return Object.fromEntries(
    fields.map(({ name, type, isCode }) => {
      const value = (form[name] ?? '').slice(0, maxValue);
      if (isCode) return [name, value.replaceAll(/\s/g, '')];
      return [name, type === 'password' ? value : value.trim()];
    }),
  );
}

/** Returns the field of a way that a guest must fill in and has left empty; undefined: none. */
export function findEmptyField(
  kind: LoginKind,
  values: Readonly<Record<string, string>>,
): WayField | undefined {
  return ways[kind].fields.find(
    ({ name, isOptional = false }) => !isOptional && (values[name] ?? '') === '',
  );
}
