import { formatOctets } from '../../app/format.ts';
import { t } from '../../app/texts.ts';
import { Button } from '../../design/button.tsx';
import { Field, SelectField, TextField } from '../../design/field.tsx';
import { say } from '../../design/toast.tsx';
import type { EditorFieldsProps } from './editor-fields.tsx';

const maxPictureOctets = 100_000;

/** The logo, and its words. */
export function Logo({ draft, errors, onChange }: EditorFieldsProps) {
  return (
    <>
      <PictureField
        label={t('Logo')}
        error={errors.get('look.logo')}
        onRead={(logo) => {
          onChange({ logo });
        }}
      />
      {draft.logo !== '' && (
        <>
          <TextField
            label={t('Logo in words')}
            hint={t('For guests who cannot see it.')}
            value={draft.logoText}
            onInput={(logoText) => {
              onChange({ logoText });
            }}
          />
          <div class="wrap">
            <Button
              icon="trash"
              onPress={() => {
                onChange({ logo: '', logoText: '' });
              }}
            >
              {t('Take the logo away')}
            </Button>
          </div>
        </>
      )}
    </>
  );
}

interface PictureFieldProps {
  readonly label: string;
  readonly error: string | undefined;
  /** Called with the picture as a data URL. */
  readonly onRead: (picture: string) => void;
}

function PictureField({ label, error, onRead }: PictureFieldProps) {
  return (
    <Field
      label={label}
      hint={t('PNG, JPEG or WebP of at most {size}.', { size: formatOctets(maxPictureOctets) })}
      error={error}
    >
      {(control) => (
        <input
          {...control}
          type="file"
          class="input"
          accept="image/png,image/jpeg,image/webp"
          onChange={({ currentTarget }) => {
            void readPicture(currentTarget.files?.[0], onRead);
          }}
        />
      )}
    </Field>
  );
}

const firstColor = '#1b3a57';

/** What is behind the welcome: as the theme has it, a colour, or a picture. */
export function Background({ draft, errors, onChange }: EditorFieldsProps) {
  const isColor = draft.background.startsWith('#');
  const error = errors.get('background');
  const set = (background: string) => {
    onChange({ background });
  };
  return (
    <>
      <SelectField
        label={t('Background')}
        value={draft.background === '' ? 'theme' : isColor ? 'color' : 'picture'}
        options={[
          ['theme', t('As the theme has it')],
          ['color', t('A colour')],
          // Only once there is one: the field below reads it.
          ...(draft.background === '' || isColor ? [] : [['picture', t('A picture')] as const]),
        ]}
        error={error}
        onChoose={(kind) => {
          if (kind !== 'picture') set(kind === 'color' ? firstColor : '');
        }}
      />
      {isColor && (
        <TextField
          label={t('Colour of the background')}
          type="color"
          value={draft.background}
          onInput={set}
        />
      )}
      <PictureField label={t('Picture behind the welcome')} error={undefined} onRead={set} />
    </>
  );
}

/** Reads an image as a data URL. */
async function readPicture(file: File | undefined, done: (picture: string) => void): Promise<void> {
  if (!file) return;
  if (file.size > maxPictureOctets) {
    say(
      t('The image has {size}: too much for a page that must load without the Internet.', {
        size: formatOctets(file.size),
      }),
      true,
    );
    return;
  }
  const octets = new Uint8Array(await file.arrayBuffer());
  const text = Array.from(octets, (octet) => String.fromCharCode(octet)).join('');
  done(`data:${file.type};base64,${btoa(text)}`);
}
