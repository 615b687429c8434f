import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import type { ServedPage } from '../page/page-store.ts';
import { packageRoot } from '../../runtime/package-root.ts';
import { styleOfPage } from './page-style.ts';

/** A file that the pages load, as it is served. */
export interface StyleFile {
  readonly type: string;
  readonly body: string;
  /** SHA-256 of the body, shortened. */
  readonly digest: string;
}

const folder = new URL('config/portal/themes/', packageRoot);
const types: Readonly<Record<string, string>> = {
  css: 'text/css; charset=utf-8',
  svg: 'image/svg+xml',
};

/** The style sheets and pictures of the shipped themes by their names. */
export class StyleFiles {
  readonly #files = new Map<string, StyleFile>();

  constructor() {
    const names = readdirSync(folder);
    // A style sheet names the digests of its pictures.
    for (const name of [...names.filter(isPicture), ...names.filter((name) => !isPicture(name))])
      this.#read(name);
  }

  find(name: string): StyleFile | undefined {
    return this.#files.get(name);
  }

  /** Returns the address of a file, which changes with its content. */
  addressOf(name: string): string {
    return `/portal/style/${name}?v=${this.#files.get(name)?.digest ?? ''}`;
  }

  /** Returns the addresses of the style sheets of a page; null: of an error without a page. */
  addressesFor(page: ServedPage | null): readonly string[] {
    const shipped = ['portal.css', `${page?.theme ?? 'plain'}.css`].map((name) =>
      this.addressOf(name),
    );
    const own = page === null ? '' : styleOfPage(page);
    if (page === null || own === '') return shipped;
    return [...shipped, `/portal/style/page/${page.id}.css?v=${digestOf(own)}`];
  }

  /** Returns the text of the style sheets of a page, in their order. */
  textFor(page: ServedPage): string {
    const shipped = ['portal.css', `${page.theme}.css`].map((name) => this.find(name)?.body ?? '');
    return [...shipped, styleOfPage(page)].join('\n');
  }

  #read(name: string): void {
    const type = types[name.split('.').at(-1) ?? ''];
    if (type === undefined) return;
    const text = readFileSync(new URL(name, folder), 'utf8');
    const body = text.replaceAll(
      /url\('([a-z]+\.svg)'\)/g,
      (_match, picture: string) => `url('${this.addressOf(picture)}')`,
    );
    this.#files.set(name, { type, body, digest: digestOf(body) });
  }
}

const isPicture = (name: string) => name.endsWith('.svg');

/** Returns a short digest of the content of a file. */
export function digestOf(body: string): string {
  return createHash('sha256').update(body).digest('base64url').slice(0, 22);
}
