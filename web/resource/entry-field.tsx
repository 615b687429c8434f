import { labelOf } from '../app/format.ts';
import { textOf } from '../app/problem.ts';
import { t } from '../app/texts.ts';
import { SelectField, Switch, TextField, type Option } from '../design/field.tsx';
import { targetOf, useChoices } from './references.tsx';
import type { FieldSchema } from './resource-schema.ts';
import type { Entry } from './values.ts';

interface EntryFieldProps {
  readonly field: FieldSchema;
  /** Path of the collection. */
  readonly within: string;
  readonly isNew: boolean;
  readonly entry: Entry;
  readonly error: string | undefined;
  readonly onEnter: (entry: Entry) => void;
}

const secretNames = /password|secret|private_key|community|^key$/;
const monoFormats: ReadonlySet<string> = new Set(['mac', 'host', 'network', 'ip', 'uuid']);

/** The control that fits a field of the API. */
export function EntryField(props: EntryFieldProps) {
  const { field, entry, error, onEnter } = props;
  const choices = useChoices(field.type === 'list' ? null : targetOf(field.name, props.within));
  const label = labelOf(field.name);
  const hint = hintOf(props);
  if (field.type === 'boolean')
    return <Switch label={label} hint={hint} isOn={entry === true} onChange={onEnter} />;
  const options = optionsOf(field, choices);
  const shared = { label, hint, error, isOptional: !field.isRequired && props.isNew };
  const value = textOf(entry);
  if (options)
    return <SelectField {...shared} value={value} options={options} onChoose={onEnter} />;
  return (
    <TextField
      {...shared}
      value={value}
      onInput={onEnter}
      type={typeOf(field)}
      isLong={isLong(field)}
      isMono={field.type === 'object' || monoFormats.has(field.format ?? '')}
      autocomplete={isSecret(field) ? 'new-password' : 'off'}
    />
  );
}

function isSecret({ name, isWriteOnly }: FieldSchema): boolean {
  return isWriteOnly && secretNames.test(name);
}

function isLong({ name, type }: FieldSchema): boolean {
  return type === 'object' || type === 'list' || /^(description|terms|welcome|css)$/.test(name);
}

function typeOf(field: FieldSchema): 'text' | 'password' | 'datetime-local' {
  if (isSecret(field)) return 'password';
  return field.format === 'date-time' ? 'datetime-local' : 'text';
}

function hintOf({ field, entry, isNew }: EntryFieldProps): string {
  const kept = isSecret(field) && !isNew ? [t('Leave it empty to keep the present one.')] : [];
  const lines = field.type === 'list' ? [t('One on each line.')] : [];
  const description = meaningOf(field, textOf(entry));
  const isPlain = /^(?:ids? of an? |text that is not blank)/.test(description);
  const said = description === '' || isPlain ? [] : [capital(description)];
  return [...said, ...lines, ...kept].join(' ');
}

/** Returns a description; of one that explains each choice, as `choice: meaning; choice: meaning`, that of the chosen one. */
function meaningOf({ description: marked, choices }: FieldSchema, chosen: string): string {
  const description = marked.replaceAll('`', '');
  const places = (choices ?? []).map((choice) => ({
    choice,
    at: description.startsWith(`${choice}: `) ? 0 : description.indexOf(`; ${choice}: `),
  }));
  if (places.length === 0 || places.some(({ at }) => at < 0)) return description;
  const place = places.find(({ choice }) => choice === chosen);
  if (!place) return '';
  const ends = places.flatMap(({ at }) => (at > place.at ? [at] : []));
  const explained = description.slice(place.at, Math.min(description.length, ...ends));
  return explained.slice(explained.indexOf(': ') + 2);
}

function capital(text: string): string {
  const sentence = text.charAt(0).toUpperCase() + text.slice(1);
  return /[.…]$/.test(sentence) ? sentence : `${sentence}.`;
}

function optionsOf(
  field: FieldSchema,
  references: readonly Option[] | null,
): readonly Option[] | null {
  const none: Option = ['', '–'];
  if (field.type === 'list') return null;
  if (field.choices)
    return [
      ...(field.isRequired && !field.isNullable ? [] : [none]),
      ...field.choices.map((choice): Option => [choice, t(choice.replace(/_/g, ' '))]),
    ];
  return references ? [none, ...references] : null;
}
