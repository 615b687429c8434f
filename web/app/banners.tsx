import { useEffect, useState } from 'preact/hooks';
import { Button } from '../design/button.tsx';
import { Icon } from '../design/icon.tsx';
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

/** Offers to load the page again after the gateway was upgraded. */
function Upgraded() {
  const [version, setVersion] = useState(builtVersion);
  useEffect(() => {
    const timer = setInterval(() => {
      call('/healthz').then(
        ({ body }) => {
          if (isRecord(body) && typeof body['version'] === 'string') setVersion(body['version']);
        },
        () => null,
      );
    }, versionMs);
    return () => {
      clearInterval(timer);
    };
  }, []);
  if (version === builtVersion) return null;
  return (
    <div class="banner is-note" role="status">
      {t('Gatehouse was upgraded to {version}. Load the page again when it suits you.', {
        version,
      })}
      <Button
        size="small"
        onPress={() => {
          location.reload();
        }}
      >
        {t('Load again')}
      </Button>
    </div>
  );
}
