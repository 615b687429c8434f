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

function hintOf({ field, isNew }: EntryFieldProps): string {
  const kept = isSecret(field) && !isNew ? [t('Leave it empty to keep the present one.')] : [];
  const lines = field.type === 'list' ? [t('One on each line.')] : [];
  const isPlain = /^(?:ids? of an? |text that is not blank)/.test(field.description);
  const said = field.description === '' || isPlain ? [] : [capital(field.description)];
  return [...said, ...lines, ...kept].join(' ');
}

function capital(text: string): string {
  const plain = text.replaceAll('`', '');
  const sentence = plain.charAt(0).toUpperCase() + plain.slice(1);
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
