import type { ComponentChildren } from 'preact';
import { Icon, type IconName } from './icon.tsx';

type ButtonKind = 'first' | 'quiet' | 'harm' | 'danger';
type ButtonSize = 'small' | 'large';

interface Look {
  readonly kind?: ButtonKind | undefined;
  readonly size?: ButtonSize | undefined;
  readonly icon?: IconName | undefined;
  readonly isBlock?: boolean | undefined;
}

interface ButtonProps extends Look {
  readonly children?: ComponentChildren;
  /** Name of a button that shows its icon only. */
  readonly label?: string;
  readonly isDisabled?: boolean;
  readonly isSubmit?: boolean;
  readonly onPress?: () => void;
}

function classOf({ kind, size, isBlock }: Look, isIcon: boolean): string {
  const classes = [kind, size, isBlock === true ? 'block' : undefined, isIcon ? 'icon' : undefined];
  return ['btn', ...classes.flatMap((name) => (name === undefined ? [] : [`is-${name}`]))].join(
    ' ',
  );
}

/** A button. One of kind `first` in each view; `danger` only in the dialog that confirms. */
export function Button(props: ButtonProps) {
  const { children, label, icon, isDisabled, isSubmit, onPress } = props;
  return (
    <button
      type={isSubmit === true ? 'submit' : 'button'}
      class={classOf(props, children === undefined)}
      disabled={isDisabled === true}
      aria-label={label}
      title={children === undefined ? label : undefined}
      onClick={onPress}
    >
      {icon && <Icon name={icon} />}
      {children}
    </button>
  );
}

interface LinkProps extends Look {
  readonly to: string;
  readonly children: ComponentChildren;
}

/** A link that looks like a button: it leads somewhere. */
export function ButtonLink(props: LinkProps) {
  const { to, children, icon } = props;
  return (
    <a class={classOf(props, false)} href={to}>
      {icon && <Icon name={icon} />}
      {children}
    </a>
  );
}

interface SegmentsProps<Value extends string> {
  readonly label: string;
  readonly options: readonly (readonly [Value, string])[];
  readonly value: Value;
  readonly onChoose: (value: Value) => void;
}

/** A few choices of which one holds. */
export function Segments<Value extends string>(props: SegmentsProps<Value>) {
  return (
    <div class="segments" role="group" aria-label={props.label} tabIndex={-1}>
      {props.options.map(([value, text]) => (
        <button
          type="button"
          key={value}
          aria-pressed={value === props.value}
          onClick={() => {
            props.onChoose(value);
          }}
        >
          {text}
        </button>
      ))}
    </div>
  );
}

interface TabsProps {
  readonly label: string;
  readonly tabs: readonly { readonly name: string; readonly text: string; readonly to: string }[];
  readonly current: string;
}

/** Parts of one page, each with an address. */
export function Tabs({ label, tabs, current }: TabsProps) {
  return (
    <nav class="tabs" aria-label={label}>
      {tabs.map(({ name, text, to }) => (
        <a key={name} href={to} aria-current={name === current ? 'page' : undefined}>
          {text}
        </a>
      ))}
    </nav>
  );
}
