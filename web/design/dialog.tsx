import type { ComponentChildren } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { asProblem } from '../app/load.ts';
import { t } from '../app/texts.ts';
import { Button } from './button.tsx';
import { TextField } from './field.tsx';
import { Note } from './states.tsx';
import { UpgradeOffer } from './upgrade-offer.tsx';

interface DialogProps {
  readonly title: string;
  readonly onClose: () => void;
  readonly onSubmit?: () => void;
  readonly children: ComponentChildren;
  /** Buttons at the end. */
  readonly end?: ComponentChildren;
}

/** A question before the page. Escape closes it, and the focus returns to where it was. */
export function Dialog({ title, onClose, onSubmit, children, end }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const before = document.activeElement;
    dialog.current?.showModal();
    return () => {
      if (before instanceof HTMLElement) before.focus();
    };
  }, []);
  return (
    <dialog ref={dialog} class="dialog" aria-label={title} onClose={onClose}>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          onSubmit?.();
        }}
      >
        <h2>{title}</h2>
        {children}
        {end && <div class="end">{end}</div>}
      </form>
    </dialog>
  );
}

interface DrawerProps {
  readonly title: string;
  readonly onClose: () => void;
  readonly children: ComponentChildren;
}

/** Details of a row at the side of the page; on a phone they fill it. */
export function Drawer({ title, onClose, children }: DrawerProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    dialog.current?.showModal();
  }, []);
  return (
    <dialog ref={dialog} class="drawer" aria-label={title} onClose={onClose}>
      <UpgradeOffer />
      <div class="drawer-in">
        <div class="row between">
          <h2 class="cut" tabIndex={-1} autoFocus>
            {title}
          </h2>
          <Button
            kind="quiet"
            icon="close"
            label={t('Close')}
            onPress={() => {
              dialog.current?.close();
            }}
          />
        </div>
        {children}
      </div>
    </dialog>
  );
}

interface ConfirmProps {
  readonly title: string;
  readonly children: ComponentChildren;
  /** Name of the button that does it. */
  readonly action: string;
  /** What must be typed first: the name of the thing. */
  readonly typed?: string;
  readonly onConfirm: () => Promise<unknown>;
  readonly onClose: () => void;
}

/** Asks before something that cannot be taken back. */
export function Confirm(props: ConfirmProps) {
  const { title, children, action, typed, onConfirm, onClose } = props;
  const [entry, setEntry] = useState('');
  const [error, setError] = useState('');
  const [isBusy, setBusy] = useState(false);
  const confirm = () => {
    setBusy(true);
    onConfirm().then(onClose, (reason: unknown) => {
      setError(asProblem(reason).message);
      setBusy(false);
    });
  };
  const isReady = typed === undefined || entry.trim() === typed;
  return (
    <Dialog
      title={title}
      onClose={onClose}
      onSubmit={() => {
        if (isReady && !isBusy) confirm();
      }}
      end={
        <>
          <Button kind="quiet" onPress={onClose}>
            {t('Cancel')}
          </Button>
          <Button isSubmit kind="danger" isDisabled={!isReady || isBusy}>
            {action}
          </Button>
        </>
      }
    >
      <p class="soft">{children}</p>
      {typed !== undefined && (
        <TextField
          label={t('Type {name} to go on', { name: typed })}
          value={entry}
          onInput={setEntry}
        />
      )}
      {error !== '' && <Note kind="bad">{error}</Note>}
    </Dialog>
  );
}
