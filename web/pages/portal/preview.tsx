import { t } from '../../app/texts.ts';
import { PortalMock } from '../../design/portal-mock.tsx';
import { loginKinds, type Draft } from './draft.ts';

interface PreviewProps {
  readonly draft: Draft;
  readonly isPhone: boolean;
  /** Above the picture; default: that it is not published. */
  readonly caption?: string;
}

/** A picture of the page as a guest sees it, by the present entries. */
export function Preview({ draft, isPhone, caption }: PreviewProps) {
  const kinds = Object.keys(loginKinds).filter((kind) => draft.loginKinds.includes(kind));
  return (
    <div class="tray">
      <p class="small soft">{caption ?? t('Preview. Guests see it when you publish.')}</p>
      <PortalMock
        isPhone={isPhone}
        color={draft.color}
        logo={draft.logo}
        logoText={draft.logoText}
        title={draft.title || t('Wi-Fi for guests')}
        paragraphs={draft.welcome.split(/\n{2,}/).filter((part) => part.trim() !== '')}
        background={draft.background}
        links={draft.links.map(({ text }) => text)}
        terms={draft.terms}
        fields={kinds.map((kind) => (fieldsOf[kind] ?? []).map((text) => t(text)))}
        button={t('Go online')}
        accept={t('I accept the terms')}
      />
    </div>
  );
}

const fieldsOf: Readonly<Record<string, readonly string[]>> = {
  user: ['User name', 'Password'],
  voucher: ['Voucher code'],
  terms: [],
  email: ['E-mail address'],
  sms: ['Mobile number'],
  oidc: [],
  sponsor: ['E-mail address of your host', 'Your name'],
  room: ['Room number', 'Last name'],
  payment: ['Price'],
};
