import { gate, take } from '../../app/api.ts';
import { useLoad } from '../../app/load.ts';
import { t } from '../../app/texts.ts';
import { Badge } from '../../design/badge.tsx';
import { Card } from '../../design/layout.tsx';
import { WhenLoaded } from '../../design/states.tsx';

interface NextStep {
  readonly title: string;
  readonly text: string;
  readonly to: string;
  readonly isDone: boolean;
}

const first = { limit: 1 } as const;

/** Reads which steps are done. What was done elsewhere counts as well, so that the list can be left and resumed. */
async function readSteps(signal: AbortSignal): Promise<readonly NextStep[]> {
  const [logins, points, portals] = await Promise.all([
    take(
      gate.GET('/gate/api/v1/aaa_decision/', {
        params: { query: { ...first, outcome: 'accept' } },
        signal,
      }),
    ),
    take(gate.GET('/gate/api/v1/access_point/', { params: { query: first }, signal })),
    take(gate.GET('/gate/api/v1/portal_page/', { params: { query: first }, signal })),
  ]);
  return [
    {
      title: t('Test login'),
      text: t('Make a user, log in with it at the client, and see here that it was accepted.'),
      to: 'people?edit=new',
      isDone: logins.results.length > 0,
    },
    {
      title: t('First access points'),
      text: t('Search the network for them, or name them one by one.'),
      to: 'access_points',
      isDone: points.results.length > 0,
    },
    {
      title: t('Portal page'),
      text: t('What guests see before they are online.'),
      to: 'portal',
      isDone: portals.results.length > 0,
    },
    {
      title: t('Certificate'),
      text: t(
        'With HTTPS nobody in between reads passwords. The guide of the installation says how.',
      ),
      to: '../docs/',
      isDone: location.protocol === 'https:',
    },
  ];
}

/** The steps after the first RADIUS client, each with whether it is done. */
export function NextSteps() {
  const loaded = useLoad('next steps', readSteps, ['session', 'user']);
  return (
    <Card title={t('What comes next')}>
      <WhenLoaded loaded={loaded} lines={4}>
        {(found) => (
          <div class="stack">
            {found.map(({ title, text, to, isDone }) => (
              <div class="row between" key={title}>
                <span>
                  <a href={to}>{title}</a>
                  <br />
                  <span class="small soft">{text}</span>
                </span>
                <Badge tone={isDone ? 'good' : 'idle'}>{isDone ? t('done') : t('open')}</Badge>
              </div>
            ))}
          </div>
        )}
      </WhenLoaded>
    </Card>
  );
}
