import { t } from '../../app/texts.ts';
import { Page } from '../../design/layout.tsx';
import { OwnSessions } from './own-sessions.tsx';
import { SecondFactor } from './second-factor.tsx';

/** The own account: second factor and sessions. */
export function View() {
  return (
    <Page title={t('My account')} lead={t('How you sign in, and where you are signed in.')}>
      <div class="columns is-even">
        <SecondFactor />
        <OwnSessions />
      </div>
    </Page>
  );
}
