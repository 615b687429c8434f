import { useEffect } from 'preact/hooks';
import { Icon } from '../design/icon.tsx';
import { newVersion, UpgradeOffer } from '../design/upgrade-offer.tsx';
import { call, silentSince } from './api.ts';
import { formatTime } from './format.ts';
import { isRecord } from './problem.ts';
import { session } from './session.ts';
import { t } from './texts.ts';

/** What concerns every page: no answer, plain HTTP, another version. */
export function Banners() {
  const since = silentSince.value;
  return (
    <>
      {since && (
        <div class="banner" role="alert">
          <Icon name="fault" />
          {t(
            'The gateway has not answered since {time}. What you see is from then; the page goes on by itself.',
            { time: formatTime(since) },
          )}
        </div>
      )}
      {session.value?.isPlain === true && (
        <div class="banner" role="alert">
          <Icon name="warning" />
          {t('This console is open over plain HTTP: passwords can be read on the way.')}
        </div>
      )}
      <Upgraded />
    </>
  );
}

const versionMs = 60_000;

/** Asks for the version of the gateway, and offers to load the page again. */
function Upgraded() {
  useEffect(() => {
    const timer = setInterval(() => {
      call('/healthz').then(
        ({ body }) => {
          if (isRecord(body) && typeof body['version'] === 'string')
            newVersion.value = body['version'];
        },
        () => null,
      );
    }, versionMs);
    return () => {
      clearInterval(timer);
    };
  }, []);
  return <UpgradeOffer />;
}
