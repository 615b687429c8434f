import { isRecord, rowsIn, textOf } from '../../app/problem.ts';

/* The fields of a portal page as they are edited. */

export interface Draft {
  readonly name: string;
  readonly title: string;
  readonly welcome: string;
  readonly terms: string;
  readonly color: string;
  /** An image as a data URL. */
  readonly logo: string;
  readonly logoText: string;
  readonly loginKinds: readonly string[];
  readonly isActive: boolean;
  readonly theme: string;
  /** Light, dark, or as the guest's device. */
  readonly scheme: string;
  readonly css: string;
  /** A colour, a picture as a data URL, or none: the background of the theme. */
  readonly background: string;
  readonly links: readonly Link[];
  readonly translations: readonly Translation[];
  /** The look as it is stored, with what is not edited here. */
  readonly look: Readonly<Record<string, unknown>>;
}

/** A link at the foot of the page. */
export interface Link {
  readonly text: string;
  readonly url: string;
}

/** The texts of the page in another language; an empty one is that of the page. */
export interface Translation {
  readonly language: string;
  readonly title: string;
  readonly welcome: string;
  readonly terms: string;
}

export const loginKinds: Readonly<Record<string, string>> = {
  user: 'User name and password',
  voucher: 'Voucher',
  terms: 'Terms only',
  email: 'Code by mail',
  sms: 'Code by SMS',
  sponsor: 'Approval by a host',
  oidc: 'Account of another site',
  room: 'Room and name',
  payment: 'Payment',
};

const defaultColor = '#2b4fc8';

/** Returns the fields of a stored page. */
export function draftOf(row: Readonly<Record<string, unknown>>): Draft {
  const look = isRecord(row['look']) ? row['look'] : {};
  const kinds = Array.isArray(row['login_kinds']) ? row['login_kinds'].map(textOf) : [];
  return {
    name: textOf(row['name']),
    title: textOf(row['title']),
    welcome: textOf(row['welcome']),
    terms: textOf(row['terms']),
    color: textOf(look['color']) || defaultColor,
    logo: textOf(look['logo']),
    logoText: textOf(look['logo_text']),
    loginKinds: kinds,
    isActive: row['is_active'] !== false,
    theme: textOf(row['theme']),
    scheme: textOf(row['scheme']),
    css: textOf(row['css']),
    background: textOf(row['background']),
    links: rowsIn(row, 'links').map(({ text, url }) => ({ text: textOf(text), url: textOf(url) })),
    translations: rowsIn(row, 'translations').map((one) => ({
      language: textOf(one['language']),
      title: textOf(one['title']),
      welcome: textOf(one['welcome']),
      terms: textOf(one['terms']),
    })),
    look,
  };
}

const edited: ReadonlySet<string> = new Set(['color', 'logo', 'logo_text']);

/** Returns the body of the request that publishes it. */
export function bodyOfDraft(draft: Draft): Readonly<Record<string, unknown>> {
  const kept = Object.entries(draft.look).filter(([name]) => !edited.has(name));
  return {
    name: draft.name,
    title: orNull(draft.title),
    welcome: orNull(draft.welcome),
    terms: orNull(draft.terms),
    login_kinds: draft.loginKinds,
    is_active: draft.isActive,
    theme: draft.theme,
    scheme: draft.scheme,
    css: orNull(draft.css),
    background: orNull(draft.background),
    links: draft.links,
    translations: draft.translations.map(({ language, title, welcome, terms }) => ({
      language,
      title: orNull(title),
      welcome: orNull(welcome),
      terms: orNull(terms),
    })),
    look: {
      ...Object.fromEntries(kept),
      color: draft.color,
      ...(draft.logo === '' ? {} : { logo: draft.logo, logo_text: draft.logoText }),
    },
  };
}

function orNull(text: string): string | null {
  return text.trim() === '' ? null : text;
}

/** Returns the contrast of white text on a colour, from 1 to 21. @see WCAG 2.2, contrast ratio */
export function contrastWithWhite(color: string): number {
  const channel = (at: number) => {
    const part = Number.parseInt(color.slice(at, at + 2), 16) / 255;
    return part <= 0.040_45 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  };
  const luminance = 0.2126 * channel(1) + 0.7152 * channel(3) + 0.0722 * channel(5);
  return 1.05 / (luminance + 0.05);
}
