import { useState } from 'preact/hooks';
import { address, root } from '../../app/address.ts';
import { call } from '../../app/api.ts';
import { useLoad } from '../../app/load.ts';
import { isRecord, textOf } from '../../app/problem.ts';
import { mayWrite } from '../../app/session.ts';
import { t } from '../../app/texts.ts';
import { Button, ButtonLink, Segments } from '../../design/button.tsx';
import { Page } from '../../design/layout.tsx';
import { Note, WhenLoaded } from '../../design/states.tsx';
import { Conflict } from '../../resource/conflict.tsx';
import { EditorFields } from './editor-fields.tsx';
import { Preview } from './preview.tsx';
import { draftOf, type Draft } from './draft.ts';
import { usePublish } from './use-publish.ts';

interface Stored {
  readonly id: string;
  readonly draft: Draft;
  readonly etag: string | null;
}

/** Edits a portal page beside a picture of it. */
export function View() {
  const id = address.value.query.get('id') ?? '';
  const loaded = useLoad<Stored>(`portal ${id}`, async () => {
    const { body, etag } = await call(`/gate/api/v1/portal_page/${encodeURIComponent(id)}/`);
    return { id, draft: draftOf(isRecord(body) ? body : {}), etag };
  });
  return <WhenLoaded loaded={loaded}>{(stored) => <Editor stored={stored} />}</WhenLoaded>;
}

type Width = 'phone' | 'desk';

function Editor({ stored }: { readonly stored: Stored }) {
  const [draft, setDraft] = useState(stored.draft);
  const [width, setWidth] = useState<Width>('phone');
  const publishing = usePublish(stored, draft);
  const change = (changes: Partial<Draft>) => {
    setDraft((old) => ({ ...old, ...changes }));
  };
  return (
    <Page
      title={textOf(draft.name)}
      back={{ to: 'portal', text: t('Portal') }}
      lead={publishing.isChanged ? t('Not published yet.') : t('This is what guests see.')}
      actions={
        <>
          <Segments
            label={t('Size of the preview')}
            value={width}
            options={[
              ['phone', t('Phone')],
              ['desk', t('Desktop')],
            ]}
            onChoose={setWidth}
          />
          <ButtonLink to={`${root}/portal/${stored.id}/`} icon="portal">
            {t('Published page')}
          </ButtonLink>
          {mayWrite() && (
            <Button
              kind="first"
              isDisabled={!publishing.isChanged || publishing.isBusy}
              onPress={publishing.publish}
            >
              {t('Publish')}
            </Button>
          )}
        </>
      }
    >
      {publishing.general !== '' && <Note kind="bad">{publishing.general}</Note>}
      {publishing.differences.length > 0 && (
        <Conflict
          differences={publishing.differences}
          onMine={publishing.publish}
          onTheirs={() => {
            setDraft(publishing.takeTheirs());
          }}
        />
      )}
      <div class="columns is-narrow-first">
        <EditorFields draft={draft} errors={publishing.errors} onChange={change} />
        <Preview draft={draft} isPhone={width === 'phone'} />
      </div>
    </Page>
  );
}
