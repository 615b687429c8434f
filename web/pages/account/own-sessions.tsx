import { call, gate, take } from '../../app/api.ts';
import { formatAge, formatTime } from '../../app/format.ts';
import { asProblem, useLoad } from '../../app/load.ts';
import { t } from '../../app/texts.ts';
import { Badge } from '../../design/badge.tsx';
import { Button } from '../../design/button.tsx';
import { Card } from '../../design/layout.tsx';
import { WhenLoaded } from '../../design/states.tsx';
import { say } from '../../design/toast.tsx';

async function readSessions() {
  return (await take(gate.GET('/gate/api/v1/session/'))).results;
}

/** The sessions of the user who is signed in, which can be ended. */
export function OwnSessions() {
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
