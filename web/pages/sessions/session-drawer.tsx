import { useState } from 'preact/hooks';
import { gate, take } from '../../app/api.ts';
import { formatDuration, formatExactTime, formatOctets, formatTime } from '../../app/format.ts';
import { useLoad } from '../../app/load.ts';
import { mayServe, mayWrite } from '../../app/session.ts';
import { t } from '../../app/texts.ts';
import { Badge, StateBadge } from '../../design/badge.tsx';
import { Button, ButtonLink } from '../../design/button.tsx';
import { Confirm, Drawer } from '../../design/dialog.tsx';
import { Facts } from '../../design/layout.tsx';
import { WhenLoaded } from '../../design/states.tsx';
import { say } from '../../design/toast.tsx';
import { ChangeSession } from './coa-dialog.tsx';
import { SessionTraffic } from './session-traffic.tsx';

async function readSession(id: number, signal: AbortSignal) {
  const [found, changes, traffic] = await Promise.all([
    take(
      gate.GET('/gate/api/v1/aaa_accounting/{radacctid}/', {
        params: { path: { radacctid: id } },
        signal,
      }),
    ),
    take(
      gate.GET('/gate/api/v1/aaa_authorization_change/', {
        params: { query: { session: id, limit: 5 } },
        signal,
      }),
    ).catch(() => ({ results: [] })),
    take(
      gate.GET('/gate/api/v1/aaa_accounting/{radacctid}/traffic/', {
        params: { path: { radacctid: id } },
        signal,
      }),
    ),
  ]);
  return { session: found, changes: changes.results, traffic };
}

type SessionDetails = Awaited<ReturnType<typeof readSession>>;

interface SessionDrawerProps {
  readonly id: number;
  readonly onClose: () => void;
}

/** One session: where, how much, why it was accepted, and what can be done. */
export function SessionDrawer({ id, onClose }: SessionDrawerProps) {
  const loaded = useLoad(`session ${id}`, (abort) => readSession(id, abort), ['session']);
  const name = loaded.data?.session.username ?? t('Session {id}', { id: String(id) });
  return (
    <Drawer title={name} onClose={onClose}>
      <WhenLoaded loaded={loaded}>
        {(details) => (
          <>
            <SessionFacts {...details} />
            <SessionActions {...details} onChanged={loaded.reload} />
            <SessionTraffic {...details} />
            <Changes changes={details.changes} />
          </>
        )}
      </WhenLoaded>
    </Drawer>
  );
}

function SessionFacts({ session }: Pick<SessionDetails, 'session'>) {
  return (
    <>
      <div class="wrap">
        <StateBadge state={session.session_status} />
        <span class="soft">{lengthOf(session)}</span>
      </div>
      <Facts
        facts={[
          [t('Device'), session.callingstationid && <code>{session.callingstationid}</code>],
          [t('Address'), session.framedipaddress ?? session.framedipv6address],
          [t('Down'), octets(session.acctoutputoctets)],
          [t('Up'), octets(session.acctinputoctets)],
          [t('Wi-Fi'), session.ssid],
          [t('NAS'), session.nasidentifier ?? session.nasipaddress],
          [t('Access point'), session.calledstationid],
          [t('Origin'), session.origin],
          [
            t('Last news'),
            session.acctstoptime === null && formatExactTime(session.acctupdatetime),
          ],
          [t('End'), formatExactTime(session.acctstoptime)],
          [t('Cause'), session.acctterminatecause],
          [t('Session'), <code key="id">{session.acctsessionid}</code>],
        ]}
      />
    </>
  );
}

function octets(count: number | string | null): string {
  return formatOctets(Number(count ?? 0));
}

function lengthOf(session: SessionDetails['session']): string {
  const { acctsessiontime: seconds, acctstarttime: start } = session;
  const duration = formatDuration(seconds ?? 0);
  if (start === null) return duration;
  return t('{first}, {second}', {
    first: duration,
    second: t('since {time}', { time: formatTime(start) }),
  });
}

interface SessionActionsProps extends SessionDetails {
  readonly onChanged: () => void;
}

function SessionActions({ session, onChanged }: SessionActionsProps) {
  const [isAsking, setAsking] = useState(false);
  const name = session.username ?? session.callingstationid ?? '';
  return (
    <div class="wrap">
      {mayServe() && session.acctstoptime === null && (
        <Button
          kind="harm"
          icon="stop"
          onPress={() => {
            setAsking(true);
          }}
        >
          {t('Disconnect')}
        </Button>
      )}
      {isChangeable(session) && (
        <ChangeSession session={session.radacctid} name={name} onSent={onChanged} />
      )}
      {name !== '' && (
        <ButtonLink icon="ask" to={`why?q=${encodeURIComponent(name)}`}>
          {t('Logins of {name}', { name })}
        </ButtonLink>
      )}
      {isAsking && (
        <Confirm
          title={t('Disconnect {name}?', { name })}
          action={t('Disconnect')}
          onClose={() => {
            setAsking(false);
          }}
          onConfirm={async () => {
            const { status } = await take(
              gate.POST('/gate/api/v1/aaa_accounting/{radacctid}/disconnect/', {
                params: { path: { radacctid: session.radacctid } },
                body: {},
              }),
            );
            say(t(answers[status] ?? 'The NAS was asked to disconnect.'));
            onChanged();
          }}
        >
          {t('The device loses the connection, and may log in again.')}
        </Confirm>
      )}
    </div>
  );
}

/** True if the caller may send a CoA-Request for a session. */
function isChangeable({ acctstoptime, client }: SessionDetails['session']): boolean {
  return mayWrite() && acctstoptime === null && client !== null;
}

/** What a NAS may answer. */
const answers: Readonly<Record<string, string>> = {
  acknowledged: 'The NAS has disconnected the device.',
  refused: 'The NAS has refused. Its reason is below.',
  no_answer: 'The NAS does not answer.',
};

function Changes({ changes }: Pick<SessionDetails, 'changes'>) {
  if (changes.length === 0) return null;
  return (
    <div class="stack">
      <h3>{t('What the NAS was asked, and what it answered')}</h3>
      {changes.map((change) => (
        <div class="row between" key={change.id}>
          <span>
            {t(change.kind)} <span class="muted small">{formatTime(change.created)}</span>
            {change.error_message !== null && (
              <span class="small soft"> {change.error_message}</span>
            )}
          </span>
          {change.error_cause_name ? (
            <Badge tone="bad">{change.error_cause_name}</Badge>
          ) : (
            // Of alerts the same word means that it goes on.
            <StateBadge
              state={change.status}
              tone={change.status === 'acknowledged' ? 'good' : undefined}
            />
          )}
        </div>
      ))}
    </div>
  );
}
