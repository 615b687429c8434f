/* A browser of a guest without scripts: it keeps cookies, reads the first form that fits, and posts it. */

interface Shown {
  readonly status: number;
  readonly text: string;
  /** Where a redirect leads; null: none. */
  readonly location: string | null;
}

type Fields = Readonly<Record<string, string>>;

export class GuestBrowser {
  readonly #base: string;
  readonly #headers: Fields;
  readonly #cookies = new Map<string, string>();
  shown: Shown = { status: 0, text: '', location: null };

  constructor(base: string, headers: Fields = {}) {
    this.#base = base;
    this.#headers = headers;
  }

  /** @param address  a path, or an absolute address of the gateway */
  open(address: string, headers: Fields = {}): Promise<Shown> {
    return this.#send(address, { headers });
  }

  /** Posts the shown form that contains a text, with its hidden fields. */
  post(mark: string, fields: Fields): Promise<Shown> {
    return this.submit({ ...this.hiddenOf(mark), ...fields });
  }

  /** Posts these fields, whatever is shown. */
  submit(fields: Fields, path = '/portal/'): Promise<Shown> {
    return this.#send(path, { form: fields });
  }

  /** Returns the hidden fields of the shown form that contains a text. */
  hiddenOf(mark: string): Fields {
    const forms = this.shown.text.match(/<form[\s\S]*?<\/form>/g) ?? [];
    const form = forms.find((one) => one.includes(mark));
    if (form === undefined) throw new Error(`no form with ${mark}:\n${this.shown.text}`);
    const inputs = form.match(/<input[^>]*type="hidden"[^>]*>/g) ?? [];
    return Object.fromEntries(
      inputs.map((input) => [attributeOf(input, 'name'), attributeOf(input, 'value')]),
    );
  }

  async #send(
    address: string,
    { form, headers = {} }: { readonly form?: Fields; readonly headers?: Fields },
  ): Promise<Shown> {
    const reply = await fetch(new URL(address, this.#base), {
      redirect: 'manual',
      headers: {
        ...this.#headers,
        ...headers,
        cookie: [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; '),
      },
      ...(form && { method: 'POST', body: new URLSearchParams(form) }),
    });
    for (const cookie of reply.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
      if (value === '') this.#cookies.delete(name);
      else this.#cookies.set(name, value);
    }
    const { status } = reply;
    const location = reply.headers.get('location');
    this.shown = { status, text: await reply.text(), location };
    return this.shown;
  }
}

function attributeOf(input: string, name: string): string {
  const [, value = ''] = new RegExp(`${name}="([^"]*)"`).exec(input) ?? [];
  return value.replaceAll('&#39;', "'").replaceAll('&quot;', '"').replaceAll('&amp;', '&');
}
