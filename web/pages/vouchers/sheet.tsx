import { session } from '../../app/session.ts';
import { t } from '../../app/texts.ts';
import { durations, type Plan } from './plan.ts';

interface SheetProps {
  readonly plan: Plan;
  /** Codes of the vouchers once they are made. */
  readonly codes: readonly string[] | null;
}

const cards = 10;

/** The first page as it is printed, but for the QR codes. */
export function Sheet({ plan, codes }: SheetProps) {
  const isReceipt = plan.sheet === 'receipt';
  const shown = Math.min(plan.count, isReceipt ? 1 : cards);
  const { text = '' } = durations[plan.duration] ?? {};
  const title = plan.name === '' ? (session.value?.organizationName ?? '') : plan.name;
  return (
    <div class="tray">
      <p class="small soft">
        {codes ? t('These codes are valid.') : t('Preview. The codes are made when you print.')}
      </p>
      <div class={isReceipt ? 'paper is-receipt' : 'paper'}>
        {Array.from({ length: shown }, (_, index) => (
          <div key={index}>
            <span>{title}</span>
            <b>{codes?.[index] ?? '•••• •••• ••••'}</b>
            <span>
              {t(text)}
              {plan.price !== '' && `, ${plan.price}`}
            </span>
          </div>
        ))}
      </div>
    </div>
  );
}
