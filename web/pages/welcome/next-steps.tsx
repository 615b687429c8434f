import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { control, gate, take } from '../../app/api.ts';
import { useLoad } from '../../app/load.ts';
import { t } from '../../app/texts.ts';
import { Badge } from '../../design/badge.tsx';
import { ButtonLink } from '../../design/button.tsx';
import { Code } from '../../design/code.tsx';
import { Card } from '../../design/layout.tsx';
import { WhenLoaded } from '../../design/states.tsx';
import { AccessPoints } from './access-points.tsx';
import { LoginTrial, type TrialClient } from './login-trial.tsx';

interface Progress {
  readonly clients: readonly TrialClient[];
  readonly hasLogin: boolean;
  readonly hasPoints: boolean;
  readonly hasPage: boolean;
  readonly hasBackup: boolean;
}

/** Reads which steps are done. What was done elsewhere counts as well, so that the list can be left and resumed. */
async function readProgress(signal: AbortSignal): Promise<Progress> {
  const one = { params: { query: { limit: 1 } }, signal };
  const [clients, logins, points, pages, health] = await Promise.all([
    take(
      gate.GET('/gate/api/v1/aaa_client/', {
        params: { query: { limit: 50, is_active: true } },
        signal,
      }),
    ),
    take(
      gate.GET('/gate/api/v1/aaa_decision/', {
        params: { query: { limit: 1, outcome: 'accept' } },
        signal,
      }),
    ),
    take(gate.GET('/gate/api/v1/access_point/', one)),
    take(gate.GET('/gate/api/v1/portal_page/', one)),
    take(control.GET('/control/api/v1/gateway_health/', { signal })),
  ]);
  return {
    clients: clients.results.map(({ id, name }) => ({ id, name })),
    hasLogin: logins.results.length > 0,
    hasPoints: points.results.length > 0,
    hasPage: pages.results.length > 0,
    hasBackup: health.findings.some(({ check, state }) => check === 'backup' && state === 'ok'),
  };
}

/** The steps after the first RADIUS client, each with whether it is done. */
export function NextSteps() {
  const loaded = useLoad('next steps', readProgress, ['session', 'user']);
  return (
    <WhenLoaded loaded={loaded} lines={6}>
      {(progress) => <Steps progress={progress} onDone={loaded.reload} />}
    </WhenLoaded>
  );
}

interface StepsProps {
  readonly progress: Progress;
  readonly onDone: () => void;
}

function Steps({ progress, onDone }: StepsProps) {
  const { clients, hasLogin, hasPoints, hasPage, hasBackup } = progress;
  // The log has it a moment later.
  const [isAccepted, setAccepted] = useState(false);
  return (
    <>
      <Step
        title={t('Test login')}
        text={t('Decided as if a RADIUS client had asked, and kept in the log.')}
        isDone={hasLogin || isAccepted}
      >
        <LoginTrial
          clients={clients}
          onAccepted={() => {
            setAccepted(true);
          }}
        />
      </Step>
      <Step
        title={t('First access points')}
        text={t('Search the network for them, or name them one by one.')}
        isDone={hasPoints}
      >
        <AccessPoints onDone={onDone} />
      </Step>
      <Step
        title={t('Portal page')}
        text={t('What guests see before they are online.')}
        isDone={hasPage}
      >
        <Way to={hasPage ? 'portal' : 'portal?edit=new'} text={t('Make a portal page')} />
      </Step>
      <Step
        title={t('Certificate')}
        text={t(
          'With HTTPS nobody in between reads passwords. These lines in gatehouse.yaml order a certificate; a file of your own does as well.',
        )}
        isDone={location.protocol === 'https:'}
      >
        <Code label={t('Lines for a certificate')}>{certificateLines}</Code>
        <Way to="../docs/operations" text={t('Guide')} />
      </Step>
      <Step
        title={t('Backup')}
        text={t('The first one by hand; with a folder or a server in gatehouse.yaml, each day.')}
        isDone={hasBackup}
      >
        <Code label={t('Lines for a backup')}>{backupLines}</Code>
      </Step>
    </>
  );
}

const certificateLines = [
  'http:',
  '  tls:',
  '    enabled: true',
  `    names: [${location.hostname}]`,
  '    acme:',
  '      directory: https://acme-v02.api.letsencrypt.org/directory',
  '      terms_agreed: true',
].join('\n');

const backupLines = ['sudo gatehouse backup', '', 'backup:', '  folder: /mnt/backup'].join('\n');

interface StepProps {
  readonly title: string;
  readonly text: string;
  readonly isDone: boolean;
  readonly children: ComponentChildren;
}

function Step({ title, text, isDone, children }: StepProps) {
  return (
    <Card
      title={title}
      aside={<Badge tone={isDone ? 'good' : 'idle'}>{isDone ? t('done') : t('open')}</Badge>}
    >
      <p class="small soft">{text}</p>
      {children}
    </Card>
  );
}

function Way({ to, text }: { readonly to: string; readonly text: string }) {
  return (
    <div class="wrap">
      <ButtonLink to={to}>{text}</ButtonLink>
    </div>
  );
}
