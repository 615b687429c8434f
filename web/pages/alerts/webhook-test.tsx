import { useState } from 'preact/hooks';
import { call } from '../../app/api.ts';
import { isRecord, textOf } from '../../app/problem.ts';
import { mayWrite } from '../../app/session.ts';
import { t } from '../../app/texts.ts';
import { useStep } from '../../app/use-step.ts';
import { Button } from '../../design/button.tsx';
import { Note } from '../../design/states.tsx';
import type { RowPanelProps } from '../../resource/definition.ts';

/** Calls a webhook, and shows whether it has accepted. */
export function WebhookTest({ row }: RowPanelProps) {
  const [error, setError] = useState<string | null>(null);
  const [isDelivered, setDelivered] = useState(false);
  const { problem, isBusy, run } = useStep();
  if (!mayWrite()) return null;
  const path = `/control/api/v1/webhook/${textOf(row['id'])}/test/`;
  return (
    <>
      <div class="wrap">
        <Button
          icon="upstream"
          isDisabled={isBusy}
          onPress={() => {
            run(async () => {
              setDelivered(false);
              setError(null);
              const { body } = await call(path, { method: 'POST', body: {} });
              const reply = isRecord(body) ? body : {};
              setDelivered(reply['delivered'] === true);
              setError(typeof reply['error'] === 'string' ? reply['error'] : null);
            });
          }}
        >
          {t('Send a test')}
        </Button>
      </div>
      {isDelivered && <Note kind="good">{t('The receiver has accepted the test.')}</Note>}
      {error !== null && <Note kind="bad">{error}</Note>}
      {problem && <Note kind="bad">{t(problem.message)}</Note>}
    </>
  );
}
