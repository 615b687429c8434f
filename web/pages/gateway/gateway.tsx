import { call } from '../../app/api.ts';
import { useLoad } from '../../app/load.ts';
import { isRecord, textOf } from '../../app/problem.ts';
import { mayWrite } from '../../app/session.ts';
import { t } from '../../app/texts.ts';
import { ButtonLink } from '../../design/button.tsx';
import { Card, Facts, Page } from '../../design/layout.tsx';
import { WhenLoaded } from '../../design/states.tsx';
import { OwnSessions } from '../account/own-sessions.tsx';
import { Health } from '../overview/health.tsx';

/** The gateway itself: health, version, and the own sessions of the console. */
export function View() {
  return (
    <Page
      title={t('Gateway')}
      lead={t('How the machine is, who is signed in, and where its documents are.')}
      actions={
        <>
          {mayWrite() && (
            <ButtonLink to="welcome" icon="right">
              {t('First run')}
            </ButtonLink>
          )}
          <ButtonLink to="../docs/" icon="info">
            {t('Guides')}
          </ButtonLink>
          <ButtonLink to="../control/api/v1/docs" icon="terminal">
            {t('API of devices')}
          </ButtonLink>
          <ButtonLink to="../gate/api/v1/docs" icon="terminal">
            {t('API of access')}
          </ButtonLink>
        </>
      }
    >
      <Health />
      <div class="columns is-even">
        <Version />
        <OwnSessions />
      </div>
    </Page>
  );
}

function Version() {
  const loaded = useLoad('version', async () => {
    const { body } = await call('/healthz');
    return isRecord(body) ? textOf(body['version']) : '';
  });
  return (
    <Card title={t('This gateway')}>
      <WhenLoaded loaded={loaded} lines={2}>
        {(version) => (
          <Facts
            facts={[
              [t('Version'), version],
              [t('Console'), builtVersion],
              [t('Address'), location.origin],
            ]}
          />
        )}
      </WhenLoaded>
    </Card>
  );
}
