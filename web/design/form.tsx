import type { ComponentChildren, Ref } from 'preact';

interface FormProps {
  /** Class of its layout; default: one field below the other. */
  readonly class?: string;
  readonly box?: Ref<HTMLFormElement>;
  readonly onSubmit: () => void;
  readonly children: ComponentChildren;
}

/** Fields that are sent together. The API checks them, not the browser. */
export function Form({ class: layout = 'stack', box, onSubmit, children }: FormProps) {
  return (
    <form
      class={layout}
      noValidate
      {...(box ? { ref: box } : {})}
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit();
      }}
    >
      {children}
    </form>
  );
}
