import type { Problem } from '../../app/problem.ts';
import { formatNumber, t } from '../../app/texts.ts';
import { SelectField, Switch, TextField, type Option } from '../../design/field.tsx';
import { Card } from '../../design/layout.tsx';
import { Note } from '../../design/states.tsx';
import type { ResourceSchema } from '../../resource/resource-schema.ts';
import { useSchema } from '../../resource/use-list.ts';
import { contrastWithWhite, loginKinds, type Draft } from './draft.ts';
import { Background, Logo } from './pictures.tsx';
import { Links, Translations } from './texts-and-links.tsx';

export interface EditorFieldsProps {
  readonly draft: Draft;
  readonly errors: Problem['fields'];
  readonly onChange: (changes: Partial<Draft>) => void;
}

const leastContrast = 4.5;

/** The fields of a portal page: texts, looks, ways to log in. */
export function EditorFields(props: EditorFieldsProps) {
  return (
    <div class="stack">
      <Texts {...props} />
      <Looks {...props} />
      <Ways {...props} />
      <Translations {...props} />
      <Links {...props} />
    </div>
  );
}

function Texts({ draft, errors, onChange }: EditorFieldsProps) {
  return (
    <Card title={t('Texts')}>
      <TextField
        label={t('Heading')}
        value={draft.title}
        error={errors.get('title')}
        onInput={(title) => {
          onChange({ title });
        }}
      />
      <TextField
        label={t('Welcome')}
        isLong
        value={draft.welcome}
        error={errors.get('welcome')}
        onInput={(welcome) => {
          onChange({ welcome });
        }}
      />
      <TextField
        label={t('Terms')}
        isLong
        hint={t('Guests must accept them. A blank line begins a paragraph.')}
        value={draft.terms}
        error={errors.get('terms')}
        onInput={(terms) => {
          onChange({ terms });
        }}
      />
    </Card>
  );
}

function Ways({ draft, errors, onChange }: EditorFieldsProps) {
  return (
    <Card title={t('Ways to log in')}>
      {errors.get('login_kinds') !== undefined && (
        <Note kind="bad">{errors.get('login_kinds')}</Note>
      )}
      {Object.entries(loginKinds).map(([kind, text]) => (
        <Switch
          key={kind}
          label={t(text)}
          isOn={draft.loginKinds.includes(kind)}
          onChange={(isOn) => {
            const others = draft.loginKinds.filter((one) => one !== kind);
            onChange({ loginKinds: isOn ? [...others, kind] : others });
          }}
        />
      ))}
      <Switch
        label={t('Active')}
        isOn={draft.isActive}
        onChange={(isActive) => {
          onChange({ isActive });
        }}
      />
    </Card>
  );
}

function Looks({ draft, errors, onChange }: EditorFieldsProps) {
  const contrast = contrastWithWhite(draft.color);
  return (
    <Card title={t('Looks')}>
      <Themes draft={draft} errors={errors} onChange={onChange} />
      <TextField
        label={t('Colour of buttons')}
        type="color"
        value={draft.color}
        error={errors.get('look.color')}
        onInput={(color) => {
          onChange({ color });
        }}
      />
      {contrast < leastContrast && (
        <Note kind="warn">
          {t(
            'White text on this colour has a contrast of {n}; {least} is the least that all can read.',
            {
              n: formatNumber(contrast),
              least: leastContrast,
            },
          )}
        </Note>
      )}
      <Logo draft={draft} errors={errors} onChange={onChange} />
      <Background draft={draft} errors={errors} onChange={onChange} />
    </Card>
  );
}

const optionsOf = (schema: ResourceSchema | null, name: string): readonly Option[] => {
  const field = schema?.fields.find((one) => one.name === name);
  return (field?.choices ?? []).map((choice) => [choice, t(choice)]);
};

/** The theme, and its own style sheet for those who write one. */
function Themes({ draft, errors, onChange }: EditorFieldsProps) {
  const schema = useSchema({
    path: '/gate/api/v1/portal_page/',
    schema: () => import('schema:/gate/api/v1/portal_page/'),
  });
  return (
    <>
      <SelectField
        label={t('Theme of the page')}
        value={draft.theme}
        options={optionsOf(schema, 'theme')}
        error={errors.get('theme')}
        onChoose={(theme) => {
          onChange({ theme });
        }}
      />
      <SelectField
        label={t('Light or dark')}
        value={draft.scheme}
        options={optionsOf(schema, 'scheme')}
        error={errors.get('scheme')}
        onChoose={(scheme) => {
          onChange({ scheme });
        }}
      />
      <TextField
        label={t('Style sheet')}
        isLong
        isMono
        isOptional
        hint={t('CSS for the published page.')}
        value={draft.css}
        error={errors.get('css')}
        onInput={(css) => {
          onChange({ css });
        }}
      />
    </>
  );
}
