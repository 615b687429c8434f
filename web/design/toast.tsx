import { signal } from '@preact/signals';
import { t } from '../app/texts.ts';
import { Button } from './button.tsx';
import { Icon } from './icon.tsx';

interface Toast {
  readonly id: number;
  readonly text: string;
  readonly isBad: boolean;
}

const shownMs = 6000;
const toasts = signal<readonly Toast[]>([]);
let last = 0;

/** Says at the lower edge that something has happened. */
export function say(text: string, isBad = false): void {
  last += 1;
  const id = last;
  toasts.value = [...toasts.value.slice(-2), { id, text, isBad }];
  if (!isBad) setTimeout(drop, shownMs, id);
}

function drop(id: number): void {
  toasts.value = toasts.value.filter((toast) => toast.id !== id);
}

/** What was said last. */
export function Toasts() {
  return (
    <div class="toasts" role="status">
      {toasts.value.map(({ id, text, isBad }) => (
        <div class="toast" key={id}>
          <Icon name={isBad ? 'fault' : 'check'} />
          <span class="grow">{text}</span>
          <Button
            size="small"
            icon="close"
            label={t('Close')}
            onPress={() => {
              drop(id);
            }}
          />
        </div>
      ))}
    </div>
  );
}
