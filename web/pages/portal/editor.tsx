import { useState } from 'preact/hooks';
import { address, root } from '../../app/address.ts';
import { useLoad } from '../../app/load.ts';
import type { Problem } from '../../app/problem.ts';
import { mayWrite } from '../../app/session.ts';
import { t } from '../../app/texts.ts';
import { Button, ButtonLink, Segments } from '../../design/button.tsx';
import { Page } from '../../design/layout.tsx';
import { Note, WhenLoaded } from '../../design/states.tsx';
import { Conflict } from '../../resource/conflict.tsx';
import { CopyPage } from './copy-page.tsx';
import { EditorFields } from './editor-fields.tsx';
import { Preview } from './preview.tsx';
import { usePreview, type Previewed } from './use-preview.ts';
import { Versions } from './versions.tsx';
import { readStored, usePublish, type Stored } from './use-publish.ts';

/** Edits a portal page beside a picture of it. */
export function View() {
  const id = address.value.query.get('id') ?? '';
  const loaded = useLoad(`portal ${id}`, () => readStored(id));
  return (
    <WhenLoaded loaded={loaded}>
      {(stored) => <Editor key={stored.etag} stored={stored} onRestored={loaded.reload} />}
    </WhenLoaded>
  );
}

type Width = 'phone' | 'desk';

interface EditorProps {
  readonly stored: Stored;
  readonly onRestored: () => void;
}

function Editor({ stored, onRestored }: EditorProps) {
  const [width, setWidth] = useState<Width>('phone');
  const publishing = usePublish(stored);
  const { draft } = publishing;
  const previewed = usePreview(stored.id, draft);
  return (
    <Page
      title={draft.name}
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
          <Versions id={stored.id} isChanged={publishing.isChanged} onRestored={onRestored} />
          {mayWrite() && <CopyPage id={stored.id} name={draft.name} />}
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
          onTheirs={publishing.takeTheirs}
        />
      )}
      <div class="columns is-narrow-first">
        <EditorFields
          draft={draft}
          errors={errorsOf(publishing.errors, previewed)}
          onChange={publishing.change}
        />
        <Preview previewed={previewed} isPhone={width === 'phone'} />
      </div>
    </Page>
  );
}

/** Adds what is wrong with the style sheet, which is said while it is written. */
function errorsOf(errors: Problem['fields'], { problem }: Previewed): Problem['fields'] {
  const css = problem?.fields.get('css');
  const others = [...errors].filter(([name]) => name !== 'css');
  return new Map(css === undefined ? others : [...others, ['css', css]]);
}
