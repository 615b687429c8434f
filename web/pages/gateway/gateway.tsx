import { call, gate, take } from '../../app/api.ts';
import { formatAge, formatTime } from '../../app/format.ts';
import { asProblem, useLoad } from '../../app/load.ts';
import { isRecord, textOf } from '../../app/problem.ts';
import { t } from '../../app/texts.ts';
import { Badge } from '../../design/badge.tsx';
import { Button, ButtonLink } from '../../design/button.tsx';
import { Card, Facts, Page } from '../../design/layout.tsx';
import { WhenLoaded } from '../../design/states.tsx';
import { say } from '../../design/toast.tsx';
import { Health } from '../overview/health.tsx';

/** The gateway itself: health, version, and the own sessions of the console. */
export function View() {
  return (
    <Page
      title={t('Gateway')}
      lead={t('How the machine is, who is signed in, and where its documents are.')}
      actions={
        <>
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
        <Sessions />
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

async function readSessions() {
  return (await take(gate.GET('/gate/api/v1/session/'))).results;
}

/** The sessions of the user who is signed in, which can be ended. */
function Sessions() {
  const loaded = useLoad('own sessions', readSessions);
  const end = async (id: number) => {
    try {
      await call(`/gate/api/v1/session/id/${id}/`, { method: 'DELETE' });
      say(t('The session was ended.'));
      loaded.reload();
    } catch (error) {
      say(asProblem(error).message, true);
    }
  };
  return (
    <Card title={t('My sessions in this console')}>
      <WhenLoaded loaded={loaded} lines={3}>
        {(sessions) => (
          <div class="stack">
            {sessions.map(({ id, created, last_used: used, remote_address: from, current }) => (
              <div class="row between" key={id}>
                <span>
                  {t('since {time}', { time: formatTime(created) })}
                  <span class="small soft">
                    {' '}
                    {from}, {t('used {age}', { age: formatAge(used) })}
                  </span>
                </span>
                {current ? (
                  <Badge tone="good">{t('this one')}</Badge>
                ) : (
                  <Button size="small" kind="harm" onPress={() => void end(id)}>
                    {t('End')}
                  </Button>
                )}
              </div>
            ))}
          </div>
        )}
      </WhenLoaded>
    </Card>
  );
}
