import { t } from '../../app/texts.ts';
import { GuestScreen } from '../../design/guest-screen.tsx';
import { Note, Skeleton } from '../../design/states.tsx';
import type { Previewed } from './use-preview.ts';

interface PreviewProps {
  readonly previewed: Previewed;
  readonly isPhone: boolean;
  /** Above the picture; default: that it is not published. */
  readonly caption?: string;
}

/** The page as a guest sees it, as the gateway renders it from the present entries. */
export function Preview({ previewed: { page, problem }, isPhone, caption }: PreviewProps) {
  // The field shows what is wrong with its style sheet.
  const isShownHere = problem !== null && !problem.fields.has('css');
  return (
    <div class="tray">
      <p class="small soft">{caption ?? t('Preview. Guests see it when you publish.')}</p>
      {isShownHere && <Note kind="warn">{t(problem.message)}</Note>}
      {page === null ? (
        problem === null && <Skeleton lines={6} />
      ) : (
        <GuestScreen label={t('Preview')} isPhone={isPhone} html={page.html} css={page.css} />
      )}
    </div>
  );
}
