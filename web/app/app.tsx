import { useEffect } from 'preact/hooks';
import { Skeleton } from '../design/states.tsx';
import { Toasts } from '../design/toast.tsx';
import { address } from './address.ts';
import { isSignedOut } from './api.ts';
import { timeZone } from './format.ts';
import { LazyView } from './lazy-view.tsx';
import { followEvents } from './live.ts';
import { session, type Role } from './session.ts';
import { Shell } from './shell.tsx';
import { SignIn } from './sign-in.tsx';
import { language } from './texts.ts';

/** Kinds of events that a role may read. */
const kindsOf: Readonly<Record<Role, readonly string[]>> = {
  admin: ['device', 'session', 'operation', 'alert', 'user', 'voucher'],
  read_only: ['device', 'session', 'operation', 'alert', 'user', 'voucher'],
  reports: ['session'],
  front_desk: ['session', 'voucher'],
};

const streamDelayMs = 500;

/** The whole console: the page to sign in, or the shell around a page. */
export function App() {
  const who = session.value;
  useEffect(() => {
    if (!who) return undefined;
    timeZone.value = who.timeZone === '' ? undefined : who.timeZone;
    if (who.mustEnrol) return undefined;
    // What the page shows comes first.
    const timer = setTimeout(() => {
      followEvents(kindsOf[who.role]);
    }, streamDelayMs);
    return () => {
      clearTimeout(timer);
    };
  }, [who]);
  return (
    <div key={language.value}>
      <Inside />
      <Toasts />
    </div>
  );
}

function Inside() {
  const who = session.value;
  if (address.value.page === 'welcome')
    return <LazyView key="welcome" load={() => import('../pages/welcome/welcome.tsx')} />;
  if (who === undefined) return <Skeleton />;
  if (who === null || isSignedOut.value) return <SignIn />;
  if (who.mustEnrol)
    return <LazyView key="enrol" load={() => import('../pages/account/enrol.tsx')} />;
  return <Shell who={who} />;
}
