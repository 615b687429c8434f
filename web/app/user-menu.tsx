import { Button, ButtonLink } from '../design/button.tsx';
import { SelectField } from '../design/field.tsx';
import { signOut, type Session } from './session.ts';
import { chooseLanguage, language, languages, t } from './texts.ts';
import { chooseTheme, theme, type Theme } from './theme.ts';

const roleNames: Readonly<Record<Session['role'], string>> = {
  admin: 'Administrator',
  read_only: 'Reads everything',
  reports: 'Reports',
  front_desk: 'Front desk',
};

const themeNames: readonly (readonly [Theme, string])[] = [
  ['system', 'As the system'],
  ['light', 'Light'],
  ['dark', 'Dark'],
];

/** Who is signed in, and how the console looks to them. */
export function UserMenu({ who }: { readonly who: Session }) {
  return (
    <>
      <button type="button" class="avatar" popovertarget="user-menu">
        {who.username.slice(0, 2).toUpperCase()}
        <span class="hidden-text">{t('{name}: account and looks', { name: who.username })}</span>
      </button>
      <div id="user-menu" class="menu" popover="auto">
        <p>
          <b>{who.username}</b>
          <br />
          <span class="soft">{t(roleNames[who.role])}</span>
        </p>
        <div class="card-body">
          <SelectField
            label={t('Theme')}
            value={theme.value}
            options={themeNames.map(([value, text]) => [value, t(text)])}
            onChoose={(value) => {
              const chosen = themeNames.find(([name]) => name === value);
              if (chosen) chooseTheme(chosen[0]);
            }}
          />
          <SelectField
            label={t('Language')}
            value={language.value}
            options={Object.entries(languages).map(([code, { name }]) => [code, name])}
            onChoose={(code) => void chooseLanguage(code)}
          />
        </div>
        <ButtonLink kind="quiet" icon="key" to="account">
          {t('My account')}
        </ButtonLink>
        <Button kind="quiet" icon="exit" onPress={() => void signOut()}>
          {t('Sign out')}
        </Button>
      </div>
    </>
  );
}
