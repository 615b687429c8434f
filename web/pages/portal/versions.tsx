import { useState } from 'preact/hooks';
import { gate, take } from '../../app/api.ts';
import { formatExactTime } from '../../app/format.ts';
import { useLoad } from '../../app/load.ts';
import { mayWrite } from '../../app/session.ts';
import { t } from '../../app/texts.ts';
import { Badge } from '../../design/badge.tsx';
import { Button } from '../../design/button.tsx';
import { Confirm, Drawer } from '../../design/dialog.tsx';
import { Empty, WhenLoaded } from '../../design/states.tsx';
import { say } from '../../design/toast.tsx';
import { draftOf } from './draft.ts';
import { Preview } from './preview.tsx';
import { usePreview } from './use-preview.ts';

interface VersionsProps {
  /** Id of the page. */
  readonly id: string;
  /** True: the editor has entries that were not published. */
  readonly isChanged: boolean;
  readonly onRestored: () => void;
}

/** Shows what was published before, and goes back to it. */
export function Versions(props: VersionsProps) {
  const [isOpen, setOpen] = useState(false);
  const close = () => {
    setOpen(false);
  };
  return (
    <>
      <Button
        icon="clock"
        onPress={() => {
          setOpen(true);
        }}
      >
        {t('Versions')}
      </Button>
      {isOpen && <VersionList {...props} onClose={close} />}
    </>
  );
}

async function readVersions(page: string, signal: AbortSignal) {
  const query = { page: Number(page), limit: 100 };
  const call = gate.GET('/gate/api/v1/portal_page_version/', { params: { query }, signal });
  return (await take(call)).results;
}

type Version = Awaited<ReturnType<typeof readVersions>>[number];

function VersionList(props: VersionsProps & { readonly onClose: () => void }) {
  const { id, onClose } = props;
  const loaded = useLoad(`versions ${id}`, (abort) => readVersions(id, abort));
  const [chosen, setChosen] = useState<Version | null>(null);
  const rows = loaded.data ?? [];
  const shown = chosen ?? rows[0] ?? null;
  return (
    <Drawer title={t('Versions')} onClose={onClose}>
      <WhenLoaded loaded={loaded}>
        {() =>
          shown === null ? (
            <Empty icon="clock" title={t('No version yet')}>
              {t('Each publication is kept here, the latest twenty of a page.')}
            </Empty>
          ) : (
            <>
              <div class="stack" role="group" aria-label={t('Versions')}>
                {rows.map((version, index) => (
                  <VersionLine
                    key={version.id}
                    version={version}
                    isPublished={index === 0}
                    isShown={version === shown}
                    onShow={setChosen}
                  />
                ))}
              </div>
              {mayWrite() && shown !== rows[0] && <GoBack {...props} version={shown} />}
              <VersionPreview id={id} version={shown} />
            </>
          )
        }
      </WhenLoaded>
    </Drawer>
  );
}

/** @param id  of the page */
function VersionPreview({ id, version }: { readonly id: string; readonly version: Version }) {
  const caption = t('The version of {time}.', { time: formatExactTime(version.created) });
  const previewed = usePreview(id, draftOf(version));
  return <Preview previewed={previewed} isPhone caption={caption} />;
}

interface VersionLineProps {
  readonly version: Version;
  readonly isPublished: boolean;
  readonly isShown: boolean;
  readonly onShow: (version: Version) => void;
}

function VersionLine({ version, isPublished, isShown, onShow }: VersionLineProps) {
  const time = formatExactTime(version.created);
  return (
    <div class="row between">
      <span>
        {time}{' '}
        <span class="small soft">
          {version.username === null
            ? t('by an unknown user')
            : t('by {name}', { name: version.username })}
        </span>{' '}
        {isPublished && <Badge tone="good">{t('Published now')}</Badge>}
      </span>
      <button
        type="button"
        class="btn is-small"
        aria-pressed={isShown}
        aria-label={t('Show the version of {time}', { time })}
        onClick={() => {
          onShow(version);
        }}
      >
        {t('Show')}
      </button>
    </div>
  );
}

interface GoBackProps extends VersionsProps {
  readonly version: Version;
  readonly onClose: () => void;
}

function GoBack({ version, isChanged, onClose, onRestored }: GoBackProps) {
  const [isAsking, setAsking] = useState(false);
  const restore = async () => {
    await take(
      gate.POST('/gate/api/v1/portal_page_version/{id}/restore/', {
        params: { path: { id: version.id } },
        body: {},
      }),
    );
    say(t('The earlier version is published.'));
    onRestored();
    onClose();
  };
  return (
    <div class="wrap">
      <Button
        icon="refresh"
        onPress={() => {
          setAsking(true);
        }}
      >
        {t('Go back to this version')}
      </Button>
      {isAsking && (
        <Confirm
          title={t('Go back to the version of {time}?', { time: formatExactTime(version.created) })}
          action={t('Go back')}
          onConfirm={restore}
          onClose={() => {
            setAsking(false);
          }}
        >
          {t('Guests see it at once. What is published now stays in the list.')}{' '}
          {isChanged && t('What you have entered and not published is lost.')}
        </Confirm>
      )}
    </div>
  );
}
