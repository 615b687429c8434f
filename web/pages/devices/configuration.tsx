import { useState } from 'preact/hooks';
import { control, take } from '../../app/api.ts';
import { formatExactTime, formatOctets } from '../../app/format.ts';
import { useLoad } from '../../app/load.ts';
import { Problem } from '../../app/problem.ts';
import { mayWrite } from '../../app/session.ts';
import { t } from '../../app/texts.ts';
import { Button, Segments } from '../../design/button.tsx';
import { Code } from '../../design/code.tsx';
import { Confirm, Drawer } from '../../design/dialog.tsx';
import { Diff } from '../../design/diff.tsx';
import { Facts } from '../../design/layout.tsx';
import { Note, WhenLoaded } from '../../design/states.tsx';
import { say } from '../../design/toast.tsx';

async function readVersion(id: number, signal: AbortSignal) {
  const params = { path: { id } };
  const [version, diff] = await Promise.all([
    take(control.GET('/control/api/v1/inventory_configuration/{id}/', { params, signal })),
    take(
      control.GET('/control/api/v1/inventory_configuration/{id}/diff/', { params, signal }),
    ).catch((error: unknown) => {
      // The first version has none before it.
      if (error instanceof Problem && error.status === 400) return null;
      throw error;
    }),
  ]);
  return { version, diff };
}

type Details = Awaited<ReturnType<typeof readVersion>>;

interface ConfigurationDrawerProps {
  readonly id: number;
  /** Name of the device. */
  readonly device: string;
  readonly onClose: () => void;
}

/** A version of the configuration of a device: what it changed, its text, and the way back to it. */
export function ConfigurationDrawer({ id, device, onClose }: ConfigurationDrawerProps) {
  const loaded = useLoad(`configuration ${id}`, (abort) => readVersion(id, abort));
  return (
    <Drawer title={t('Version {id} of {name}', { id: String(id), name: device })} onClose={onClose}>
      <WhenLoaded loaded={loaded}>
        {(details) => (
          <>
            <VersionFacts {...details} />
            {mayWrite() && <Restore id={id} device={device} />}
            <Texts {...details} />
          </>
        )}
      </WhenLoaded>
    </Drawer>
  );
}

function VersionFacts({ version, diff }: Details) {
  return (
    <Facts
      facts={[
        [t('Found'), formatExactTime(version.created_at)],
        [t('Seen last'), formatExactTime(version.seen_at)],
        [t('Changed by'), version.changed_by && t(version.changed_by)],
        [t('Size'), formatOctets(version.octets)],
        [
          t('Lines'),
          diff &&
            t('{added} added, {removed} removed', { added: diff.added, removed: diff.removed }),
        ],
      ]}
    />
  );
}

type Part = 'diff' | 'text';

function Texts({ version, diff }: Details) {
  const [part, setPart] = useState<Part>(diff === null ? 'text' : 'diff');
  return (
    <>
      <Segments
        label={t('What is shown')}
        value={part}
        options={[
          ['diff', t('Changes')],
          ['text', t('Whole text')],
        ]}
        onChoose={setPart}
      />
      {part === 'text' && <Code label={t('Configuration')}>{version.configuration}</Code>}
      {part === 'diff' && diff !== null && <Diff label={t('Changes')}>{diff.diff}</Diff>}
      {part === 'diff' && diff === null && (
        <Note>{t('This is the first version: there is none to compare it with.')}</Note>
      )}
      <p class="small soft">{t('Passwords and keys are shown as ***.')}</p>
    </>
  );
}

function Restore({ id, device }: Pick<ConfigurationDrawerProps, 'id' | 'device'>) {
  const [isAsking, setAsking] = useState(false);
  return (
    <div class="wrap">
      <Button
        kind="harm"
        icon="refresh"
        onPress={() => {
          setAsking(true);
        }}
      >
        {t('Restore on the device')}
      </Button>
      {isAsking && (
        <Confirm
          title={t('Restore this version on {name}?', { name: device })}
          action={t('Restore')}
          typed={device}
          onClose={() => {
            setAsking(false);
          }}
          onConfirm={async () => {
            await take(
              control.POST('/control/api/v1/inventory_configuration/{id}/restore/', {
                params: { path: { id } },
                body: {},
              }),
            );
            say(t('It was requested. "Operations" shows how far it is.'));
          }}
        >
          {t('The device gets the configuration of then. It may restart.')}
        </Confirm>
      )}
    </div>
  );
}
