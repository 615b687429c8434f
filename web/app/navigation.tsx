import { Tabs } from '../design/button.tsx';
import { Icon } from '../design/icon.tsx';
import { linkTo } from './address.ts';
import { timeZone } from './format.ts';
import { pages } from './pages.ts';
import { navGroups, phonePages } from './places.ts';
import type { Session } from './session.ts';
import { faultCount } from './first-page.ts';
import { t } from './texts.ts';

/** True if a role has a page. */
export function isOpenTo(who: Session, page: string): boolean {
  return pages[page]?.roles.includes(who.role) === true;
}

/** Name of the organization, which leads to the first page. */
export function Brand({ who }: { readonly who: Session }) {
  return (
    <a class="brand" href="overview">
      <span class="mark">
        <Icon name="gateway" />
      </span>
      <span class="grow">
        <b class="cut">{who.organizationName || 'Gatehouse'}</b>
        {timeZone.value !== undefined && <small class="cut wide-only">{timeZone.value}</small>}
      </span>
    </a>
  );
}

interface NavigationProps {
  readonly who: Session;
  /** Page of the navigation that is shown. */
  readonly current: string;
}

/** The pages of a role, in groups. */
export function Navigation({ who, current }: NavigationProps) {
  return (
    <nav aria-label={t('Pages')}>
      {Object.entries(navGroups).map(([group, title]) => {
        const entries = Object.entries(pages).filter(
          ([page, entry]) => entry.group === group && isOpenTo(who, page),
        );
        if (entries.length === 0) return null;
        return (
          <div class="nav" key={group}>
            {title !== '' && <div class="nav-title">{t(title)}</div>}
            {entries.map(([page, { title: name, icon }]) => (
              <a
                key={page}
                href={linkTo(page)}
                aria-current={page === current ? 'page' : undefined}
              >
                <Icon name={icon} />
                {t(name)}
                {page === 'overview' && faultCount.value > 0 && (
                  <span class="count">{faultCount.value}</span>
                )}
              </a>
            ))}
          </div>
        );
      })}
    </nav>
  );
}

/** Pages that belong together, as tabs. */
export function Family({ who, page }: { readonly who: Session; readonly page: string }) {
  const parent = pages[page]?.parent ?? page;
  const isTab = page === parent || pages[page]?.isTab === true;
  const tabs = Object.entries(pages).filter(
    ([name, entry]) =>
      (name === parent || (entry.parent === parent && entry.isTab === true)) && isOpenTo(who, name),
  );
  if (!isTab || tabs.length < 2) return null;
  return (
    <div class="family">
      <Tabs
        label={t('Pages of this part')}
        current={page}
        tabs={tabs.map(([name, { title }]) => ({ name, text: t(title), to: linkTo(name) }))}
      />
    </div>
  );
}

interface PhoneBarProps extends NavigationProps {
  readonly isMenuOpen: boolean;
  readonly onMenu: () => void;
}

/** The most used pages of a role at the lower edge of a phone. */
export function PhoneBar({ who, current, isMenuOpen, onMenu }: PhoneBarProps) {
  const shown = phonePages[who.role].flatMap((page) => {
    const entry = pages[page];
    return entry ? [{ page, ...entry }] : [];
  });
  return (
    <nav class="tabbar" aria-label={t('Places')}>
      {shown.map(({ page, title, short, icon }) => (
        <a
          key={page}
          href={linkTo(page)}
          aria-current={!isMenuOpen && page === current ? 'page' : undefined}
        >
          <Icon name={icon} />
          {t(short ?? title)}
          {page === 'overview' && faultCount.value > 0 && <span class="dot" />}
        </a>
      ))}
      <button type="button" aria-expanded={isMenuOpen} onClick={onMenu}>
        <Icon name="menu" />
        {t('More')}
      </button>
    </nav>
  );
}
