import { say } from '../design/toast.tsx';
import { t } from './texts.ts';

/** Copies a text for the user, and says that it did or cannot. @param done  what it says then */
export function copyText(text: string, done: string): void {
  navigator.clipboard.writeText(text).then(
    () => {
      say(done);
    },
    () => {
      say(t('The browser does not permit to copy here.'), true);
    },
  );
}
