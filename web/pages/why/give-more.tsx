import { useState } from 'preact/hooks';
import { call } from '../../app/api.ts';
import { formatDuration } from '../../app/format.ts';
import { asProblem } from '../../app/load.ts';
import { mayServe } from '../../app/session.ts';
import { t } from '../../app/texts.ts';
import { Button } from '../../design/button.tsx';
import { say } from '../../design/toast.tsx';
import type { Voucher } from './look-up.ts';

interface GiveMoreProps {
  readonly voucher: Voucher;
  readonly onDone: () => void;
}

const hour = 3600;
const dayMs = 86_400_000;

/** Gives a voucher more of what it was made for. */
export function GiveMore({ voucher, onDone }: GiveMoreProps) {
  const [isBusy, setBusy] = useState(false);
  if (!mayServe()) return null;
  const { label, body } = offerFor(voucher);
  const give = async () => {
    setBusy(true);
    try {
      await call(`/gate/api/v1/user_token/${voucher.id}/`, { method: 'PATCH', body });
      say(t('It was extended.'));
      onDone();
    } catch (error) {
      say(asProblem(error).message, true);
    }
    setBusy(false);
  };
  return (
    <Button kind="first" icon="plus" isDisabled={isBusy} onPress={() => void give()}>
      {label}
    </Button>
  );
}

function offerFor({ time, expiration, is_active: isActive }: Voucher) {
  if (!isActive) return { label: t('Make it valid again'), body: { is_active: true } };
  if (expiration !== null && Date.parse(expiration) < Date.now())
    return {
      label: t('Give one more day'),
      body: { expiration: new Date(Date.now() + dayMs).toISOString() },
    };
  const more = Math.max(time ?? hour, hour);
  return {
    label: t('Give {time} more', { time: formatDuration(more) }),
    body: { time: (time ?? 0) + more },
  };
}
