import type { ComponentChildren } from 'preact';
import { useId } from 'preact/hooks';
import { t } from '../app/texts.ts';
import { Icon } from './icon.tsx';

interface FieldProps {
  readonly label: string;
  readonly hint?: ComponentChildren;
  readonly error?: string | undefined;
  readonly isOptional?: boolean;
  /** Draws the control with the attributes that connect it with label, hint and error. */
  readonly children: (control: ControlAttributes) => ComponentChildren;
}

interface ControlAttributes {
  readonly id: string;
  readonly 'aria-describedby': string | undefined;
  readonly 'aria-invalid': boolean;
}

/** A row of a form: label, control, hint, and the error in the words of the API. */
export function Field({ label, hint, error, isOptional, children }: FieldProps) {
  const id = useId();
  const described = [hint ? `${id}-hint` : '', error ? `${id}-error` : '']
    .filter(Boolean)
    .join(' ');
  return (
    <div class="field">
      <label for={id}>
        {label} {isOptional === true && <span class="optional">{t('optional')}</span>}
      </label>
      {children({
        id,
        'aria-describedby': described === '' ? undefined : described,
        'aria-invalid': error !== undefined,
      })}
      {error !== undefined && (
        <span class="error" id={`${id}-error`}>
          <Icon name="fault" />
          <bdi>{t(error)}</bdi>
        </span>
      )}
      {hint && (
        <span class="hint" id={`${id}-hint`}>
          <bdi>{hint}</bdi>
        </span>
      )}
    </div>
  );
}

interface TextFieldProps extends Omit<FieldProps, 'children'> {
  readonly value: string;
  readonly onInput: (value: string) => void;
  readonly type?: 'text' | 'password' | 'datetime-local' | 'color';
  readonly isMono?: boolean;
  readonly isRequired?: boolean;
  readonly isLong?: boolean;
  readonly autocomplete?:
    'username' | 'current-password' | 'new-password' | 'one-time-code' | 'off';
}

/** A field of text, of one line or of several. */
export function TextField(props: TextFieldProps) {
  const { value, onInput, type = 'text', isMono, isRequired, isLong, autocomplete } = props;
  return (
    <Field {...props}>
      {(control) => {
        const shared = {
          ...control,
          class: isMono === true ? 'input is-mono' : 'input',
          value,
          required: isRequired === true,
          onInput: (event: { readonly currentTarget: { readonly value: string } }) => {
            onInput(event.currentTarget.value);
          },
        };
        if (isLong === true) return <textarea rows={4} {...shared} />;
        const typed = {
          ...shared,
          autocomplete: autocomplete ?? 'off',
          autocapitalize: 'none' as const,
          spellcheck: false,
        };
        if (type === 'password') return <input type="password" {...typed} />;
        if (type === 'datetime-local') return <input type="datetime-local" {...typed} />;
        if (type === 'color') return <input type="color" {...typed} />;
        return <input type="text" {...typed} />;
      }}
    </Field>
  );
}

export type Option = readonly [string, string];

interface SelectFieldProps extends Omit<FieldProps, 'children'> {
  readonly value: string;
  readonly options: readonly Option[];
  readonly onChoose: (value: string) => void;
}

/** A field with a closed list of values. */
export function SelectField(props: SelectFieldProps) {
  const { value, options, onChoose } = props;
  return (
    <Field {...props}>
      {(control) => (
        <select
          {...control}
          class="input"
          value={value}
          onChange={({ currentTarget }) => {
            onChoose(currentTarget.value);
          }}
        >
          {options.map(([one, text]) => (
            <option key={one} value={one}>
              {text}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}

interface SwitchProps {
  readonly label: string;
  readonly hint?: ComponentChildren;
  readonly isOn: boolean;
  readonly onChange: (isOn: boolean) => void;
}

/** A field that is on or off. */
export function Switch({ label, hint, isOn, onChange }: SwitchProps) {
  const id = useId();
  return (
    <div class="field">
      <label class="tick">
        <input
          type="checkbox"
          role="switch"
          checked={isOn}
          aria-describedby={hint ? id : undefined}
          onChange={({ currentTarget }) => {
            onChange(currentTarget.checked);
          }}
        />
        <span>{label}</span>
      </label>
      {hint && (
        <span class="hint" id={id}>
          <bdi>{hint}</bdi>
        </span>
      )}
    </div>
  );
}

interface PicksProps {
  readonly label: string;
  readonly options: readonly (readonly [value: string, text: string, sub: string])[];
  readonly value: string;
  readonly onChoose: (value: string) => void;
}

/** A few large choices, with a word about each. */
export function Picks({ label, options, value, onChoose }: PicksProps) {
  const name = useId();
  return (
    <fieldset>
      <legend class="hidden-text">{label}</legend>
      <div class="picks">
        {options.map(([one, text, sub]) => (
          <label key={one}>
            <input
              type="radio"
              name={name}
              checked={one === value}
              onChange={() => {
                onChoose(one);
              }}
            />
            <b>{text}</b>
            <small>{sub}</small>
          </label>
        ))}
      </div>
    </fieldset>
  );
}

interface CounterProps {
  readonly label: string;
  readonly value: number;
  readonly max: number;
  readonly onChange: (value: number) => void;
}

/** A number from one on, with a button on each side. */
export function Counter({ label, value, max, onChange }: CounterProps) {
  const set = (next: number) => {
    onChange(Math.min(max, Math.max(1, Math.round(next) || 1)));
  };
  return (
    <div class="counter" role="group" aria-label={label}>
      <button
        type="button"
        aria-label={t('One less')}
        onClick={() => {
          set(value - 1);
        }}
      >
        <Icon name="minus" />
      </button>
      <input
        type="number"
        min={1}
        max={max}
        aria-label={label}
        value={value}
        onChange={({ currentTarget }) => {
          set(Number(currentTarget.value));
        }}
      />
      <button
        type="button"
        aria-label={t('One more')}
        onClick={() => {
          set(value + 1);
        }}
      >
        <Icon name="plus" />
      </button>
    </div>
  );
}
