interface Cookie {
  readonly value: string;
  readonly path: string;
  readonly isSecure: boolean;
}

const maxCookies = 50;
const maxCookieLength = 8192;

/** Cookies of one server (RFC 6265). Domain and lifetime are left aside: a session is shorter, and has one server. */
export class CookieJar {
  readonly #cookies = new Map<string, Cookie>();

  /** Values that must not be shown. */
  get values(): readonly string[] {
    return [...this.#cookies.values()].map(({ value }) => value);
  }

  get(name: string): string | undefined {
    return this.#cookies.get(name)?.value;
  }

  clear(): void {
    this.#cookies.clear();
  }

  /** Takes the Set-Cookie headers of a reply. */
  store(headers: readonly string[]): void {
    for (const header of headers) this.#store(header);
  }

  /** Returns the value of the Cookie header of a request; undefined without cookies. */
  header(target: string, isSecure: boolean): string | undefined {
    const [path = '/'] = target.split('?');
    const sent = [...this.#cookies].filter(
      ([, cookie]) => isBelow(path, cookie.path) && (isSecure || !cookie.isSecure),
    );
    return sent.length === 0
      ? undefined
      : sent.map(([name, { value }]) => `${name}=${value}`).join('; ');
  }

  #store(header: string): void {
    const [pair = '', ...attributes] = header.split(';').map((part) => part.trim());
    const at = pair.indexOf('=');
    if (at < 1 || header.length > maxCookieLength || /[^\t\x20-\x7e]/.test(pair)) return;
    const [name, value] = [pair.slice(0, at).trim(), pair.slice(at + 1).trim()];
    const attribute = (wanted: string) =>
      attributes.find((one) => one.toLowerCase().startsWith(wanted))?.slice(wanted.length);
    this.#cookies.delete(name);
    if (hasEnded(attribute('max-age='), attribute('expires='))) return;
    const path = attribute('path=') ?? '/';
    const isSecure = attributes.some((one) => one.toLowerCase() === 'secure');
    this.#cookies.set(name, { value, path: path.startsWith('/') ? path : '/', isSecure });
    const [oldest] = this.#cookies.keys();
    if (this.#cookies.size > maxCookies && oldest !== undefined) this.#cookies.delete(oldest);
  }
}

/** True for a Set-Cookie that deletes: its lifetime, or its end long ago, as servers write it. */
function hasEnded(maxAge: string | undefined, expires: string | undefined): boolean {
  if (maxAge !== undefined) return Number(maxAge) <= 0;
  return expires !== undefined && /\b(1970|0001)\b/.test(expires);
}

function isBelow(path: string, folder: string): boolean {
  return path === folder || path.startsWith(folder.endsWith('/') ? folder : `${folder}/`);
}
