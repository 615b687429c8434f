import { loadSession, signOut } from '../../app/session.ts';
import { t } from '../../app/texts.ts';
import { Button } from '../../design/button.tsx';
import { Gate } from '../../design/layout.tsx';
import { Enrolment } from './enrolment.tsx';

/** What a user sees first whose role needs a second factor. */
export function View() {
  return (
    <Gate title={t('Second factor')}>
      <h1>{t('Your role needs a second factor')}</h1>
      <Enrolment onDone={() => void loadSession()} />
      <div>
        <Button kind="quiet" icon="exit" onPress={() => void signOut()}>
          {t('Sign out')}
        </Button>
      </div>
    </Gate>
  );
}
