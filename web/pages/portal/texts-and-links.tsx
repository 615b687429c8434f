import { useState } from 'preact/hooks';
import { language, t } from '../../app/texts.ts';
import { Button } from '../../design/button.tsx';
import { SelectField, TextField } from '../../design/field.tsx';
import { Card } from '../../design/layout.tsx';
import { Note } from '../../design/states.tsx';
import type { EditorFieldsProps } from './editor-fields.tsx';
import type { Link, Translation } from './draft.ts';

/** Languages of the guest portal. A page may have texts in others as well, through the API. */
const portalLanguages = ['en', 'de', 'es', 'fr', 'pt', 'it', 'nl', 'ar', 'ja', 'zh'];
const maxLinks = 8;

/** Returns the name of a language in the language that is shown. */
function nameOf(code: string): string {
  return new Intl.DisplayNames(language.value, { type: 'language' }).of(code) ?? code;
}

/** The first error of a list, whichever entry has it. */
function ErrorsOf({ errors, name }: Pick<EditorFieldsProps, 'errors'> & { readonly name: string }) {
  const found = [...errors].find(([field]) => field === name || field.startsWith(`${name}.`));
  return found ? <Note kind="bad">{found[1]}</Note> : null;
}

/** The texts for guests who read in another language. */
export function Translations({ draft, errors, onChange }: EditorFieldsProps) {
  const { translations } = draft;
  const used = new Set(translations.map((one) => one.language));
  const change = (code: string, changes: Partial<Translation>) => {
    onChange({
      translations: translations.map((one) =>
        one.language === code ? { ...one, ...changes } : one,
      ),
    });
  };
  return (
    <Card title={t('Translations')}>
      <ErrorsOf errors={errors} name="translations" />
      {translations.map((one) => (
        <TranslationFields
          key={one.language}
          translation={one}
          onChange={(changes) => {
            change(one.language, changes);
          }}
          onRemove={() => {
            onChange({ translations: translations.filter((other) => other !== one) });
          }}
        />
      ))}
      <AddLanguage
        codes={portalLanguages.filter((code) => !used.has(code))}
        onAdd={(code) => {
          const added = { language: code, title: '', welcome: '', terms: '' };
          onChange({ translations: [...translations, added] });
        }}
      />
    </Card>
  );
}

interface AddLanguageProps {
  readonly codes: readonly string[];
  readonly onAdd: (code: string) => void;
}

/** Adds a language by a button: whoever goes through the list with the arrow keys passes by others. */
function AddLanguage({ codes, onAdd }: AddLanguageProps) {
  const [code, setCode] = useState('');
  return (
    <>
      <SelectField
        label={t('Another language')}
        hint={t('A text that you leave empty is that of the page.')}
        value={code}
        options={[['', '–'], ...codes.map((one) => [one, nameOf(one)] as const)]}
        onChoose={setCode}
      />
      <div class="wrap">
        <Button
          icon="plus"
          isDisabled={code === ''}
          onPress={() => {
            onAdd(code);
            setCode('');
          }}
        >
          {t('Add a language')}
        </Button>
      </div>
    </>
  );
}

interface TranslationFieldsProps {
  readonly translation: Translation;
  readonly onChange: (changes: Partial<Translation>) => void;
  readonly onRemove: () => void;
}

function TranslationFields({ translation, onChange, onRemove }: TranslationFieldsProps) {
  const name = nameOf(translation.language);
  return (
    <fieldset class="stack">
      <legend>{name}</legend>
      <TextField
        label={`${t('Heading')} (${name})`}
        value={translation.title}
        onInput={(title) => {
          onChange({ title });
        }}
      />
      <TextField
        label={`${t('Welcome')} (${name})`}
        isLong
        value={translation.welcome}
        onInput={(welcome) => {
          onChange({ welcome });
        }}
      />
      <TextField
        label={`${t('Terms')} (${name})`}
        isLong
        value={translation.terms}
        onInput={(terms) => {
          onChange({ terms });
        }}
      />
      <div class="wrap">
        <Button icon="trash" size="small" onPress={onRemove}>
          {t('Take {name} away', { name })}
        </Button>
      </div>
    </fieldset>
  );
}

/** Links at the foot of the page. */
export function Links({ draft, errors, onChange }: EditorFieldsProps) {
  const { links } = draft;
  const change = (at: number, changes: Partial<Link>) => {
    onChange({
      links: links.map((link, index) => (index === at ? { ...link, ...changes } : link)),
    });
  };
  return (
    <Card title={t('Links at the foot')}>
      <ErrorsOf errors={errors} name="links" />
      {links.map((link, index) => (
        <fieldset class="stack" key={index}>
          <legend>{t('Link {n}', { n: index + 1 })}</legend>
          <TextField
            label={t('Text of link {n}', { n: index + 1 })}
            value={link.text}
            onInput={(text) => {
              change(index, { text });
            }}
          />
          <TextField
            label={t('Address of link {n}', { n: index + 1 })}
            hint={t('Of http, https, mailto or tel, or a path.')}
            value={link.url}
            onInput={(url) => {
              change(index, { url });
            }}
          />
          <div class="wrap">
            <Button
              icon="trash"
              size="small"
              onPress={() => {
                onChange({ links: links.filter((_, other) => other !== index) });
              }}
            >
              {t('Take link {n} away', { n: index + 1 })}
            </Button>
          </div>
        </fieldset>
      ))}
      {links.length < maxLinks && (
        <div class="wrap">
          <Button
            icon="plus"
            onPress={() => {
              onChange({ links: [...links, { text: '', url: '' }] });
            }}
          >
            {t('Add a link')}
          </Button>
        </div>
      )}
    </Card>
  );
}
