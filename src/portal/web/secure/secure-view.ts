import { systems, type SecureNetwork } from '../../secure/secure-networks.ts';
import { documentOf, hiddenFields, t, type View } from '../document.ts';
import { html, type Html } from '../html.ts';
import { icon } from '../icons.ts';

export interface SecureView extends View {
  readonly networks: readonly SecureNetwork[];
  readonly userAgent: string;
  /** The address of this page. */
  readonly address: string;
  /** Hidden fields of the forms. */
  readonly hidden: Readonly<Record<string, string>>;
}

/** The networks that a guest may join without the portal, with a button for each system. */
export function renderSecure(view: SecureView): string {
  const { networks, address } = view;
  const notes = html`<p class="hint">${t(view, 'secure_install')}</p>
    <p class="hint">${t(view, 'secure_browser')} <bdi dir="ltr">${address}</bdi></p>`;
  return documentOf(view, {
    heading: t(view, 'secure'),
    lead: t(view, 'secure_text'),
    body:
      networks.length === 0
        ? [html`<p>${t(view, 'secure_none')}</p>`]
        : [...networks.map((network) => networkOf(view, network)), notes],
  });
}

function networkOf(view: SecureView, { id, ssid, key, formats }: SecureNetwork): Html {
  const own = formats.find((name) => usersOf[name]?.test(view.userAgent) === true);
  const others = formats.filter((name) => name !== own);
  const button = (name: (typeof formats)[number]) =>
    html`<button class="${name === own ? '' : 'second'}" name="profile" value="${`${id}:${name}`}">
      ${icon('phone')}${systems[name] ?? name}
    </button>`;
  const more = html`<details>
    <summary>${t(view, 'secure_other')}</summary>
    ${others.map(button)}
  </details>`;
  return html`<section aria-labelledby="network-${id}">
    <h2 id="network-${id}"><bdi>${ssid}</bdi></h2>
    ${
      key === null
        ? html``
        : html`<p>
            ${t(view, 'secure_key')} <b><bdi dir="ltr">${key.reveal()}</bdi></b>
          </p>`
    }
    <form method="post">
      ${hiddenFields(view.hidden)} ${own === undefined ? others.map(button) : [button(own), more]}
    </form>
  </section>`;
}

/** By what the browser of a system is recognized. iPads say that they are Macs. */
const usersOf: Readonly<Partial<Record<string, RegExp>>> = {
  mobileconfig: /iPhone|iPad|Macintosh/,
  passpoint: /Android/,
  windows: /Windows NT/,
  onc: /CrOS/,
  networkmanager: /X11; (?:Linux|Ubuntu|Fedora)/,
};
