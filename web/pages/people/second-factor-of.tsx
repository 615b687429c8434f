import { useState } from 'preact/hooks';
import { gate } from '../../app/api.ts';
import { useLoad } from '../../app/load.ts';
import { Problem, textOf } from '../../app/problem.ts';
import { mayWrite, session } from '../../app/session.ts';
import { t } from '../../app/texts.ts';
import { Button } from '../../design/button.tsx';
import { Confirm } from '../../design/dialog.tsx';
import { say } from '../../design/toast.tsx';
import type { RowPanelProps } from '../../resource/definition.ts';

/** Removes the second factor of a user who has lost it. The own one is removed in "My account". */
export function SecondFactorOf({ row }: RowPanelProps) {
  const [isAsking, setAsking] = useState(false);
  const id = Number(row['id']);
  const name = textOf(row['username']);
  const params = { path: { id } };
  const loaded = useLoad(`second factor ${id}`, async (signal) => {
    const { data } = await gate.GET('/gate/api/v1/user_totp/user/{id}/', { params, signal });
    return data?.is_enabled === true;
  });
  if (loaded.data !== true || !mayWrite() || session.value?.username === name) return null;
  return (
    <div class="wrap">
      <Button
        kind="harm"
        icon="key"
        onPress={() => {
          setAsking(true);
        }}
      >
        {t('Remove the second factor')}
      </Button>
      {isAsking && (
        <Confirm
          title={t('Remove the second factor of {name}?', { name })}
          action={t('Remove')}
          typed={name}
          onClose={() => {
            setAsking(false);
          }}
          onConfirm={async () => {
            const { error, response } = await gate.DELETE('/gate/api/v1/user_totp/user/{id}/', {
              params,
            });
            if (!response.ok)
              throw new Problem({ status: response.status, body: error, requestId: null });
            say(t('The second factor was removed.'));
            loaded.reload();
          }}
        >
          {t('The sessions of the user end. The next sign-in needs the password only.')}
        </Confirm>
      )}
    </div>
  );
}
