import { useState } from 'preact/hooks';
import { gate, take } from '../../app/api.ts';
import { Problem } from '../../app/problem.ts';
import { t } from '../../app/texts.ts';
import { useStep } from '../../app/use-step.ts';
import { Button } from '../../design/button.tsx';
import { Dialog } from '../../design/dialog.tsx';
import { SelectField, TextField } from '../../design/field.tsx';
import { Note } from '../../design/states.tsx';
import { say } from '../../design/toast.tsx';
import { targetOf, useChoices } from '../../resource/references.tsx';

interface ChangeSessionProps {
  readonly session: number;
  /** Of its user. */
  readonly name: string;
  readonly onSent: () => void;
}

/** Changes a live session by CoA. */
export function ChangeSession(props: ChangeSessionProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button
        icon="edit"
        onPress={() => {
          setOpen(true);
        }}
      >
        {t('Change (CoA)')}
      </Button>
      {isOpen && (
        <CoaDialog
          {...props}
          onClose={() => {
            setOpen(false);
          }}
        />
      )}
    </>
  );
}

/** What a NAS may answer to a CoA-Request. */
const answers: Readonly<Record<string, string>> = {
  acknowledged: 'The NAS has changed the session.',
  refused: 'The NAS has refused. Its reason is below.',
  no_answer: 'The NAS does not answer.',
};

/** Returns the attributes of lines such as `Session-Timeout = 3600`. @throws Problem at another line */
function attributesIn(text: string) {
  const lines = text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
  return lines.map((line) => {
    const [, attribute = '', value = ''] = /^([\w.:-]+?)\s*[:+]?=\s*(.*)$/.exec(line) ?? [];
    if (attribute === '') {
      const message = t('"{line}" is not "attribute = value".', { line });
      throw new Problem({ status: 0, body: { attributes: message }, requestId: null });
    }
    return { attribute, value: value.replace(/^"(.*)"$/, '$1') };
  });
}

interface Entered {
  /** Id; empty: the attributes. */
  readonly profile: string;
  readonly text: string;
}

async function send(session: number, { profile, text }: Entered): Promise<void> {
  const body = profile === '' ? { attributes: attributesIn(text) } : { profile: Number(profile) };
  const { status } = await take(
    gate.POST('/gate/api/v1/aaa_accounting/{radacctid}/coa/', {
      params: { path: { radacctid: session } },
      body,
    }),
  );
  say(t(answers[status] ?? 'The NAS was asked to change the session.'));
}

interface CoaDialogProps extends ChangeSessionProps {
  readonly onClose: () => void;
}

/** Sends the attributes of a profile, or those that are entered. */
function CoaDialog({ session, name, onClose, onSent }: CoaDialogProps) {
  const profiles = useChoices(targetOf('profile')) ?? [];
  const [{ profile, text }, setEntered] = useState<Entered>({ profile: '', text: '' });
  const { problem, isBusy, run } = useStep(() => {
    onSent();
    onClose();
  });
  return (
    <Dialog
      title={t('Change the session of {name}', { name })}
      onClose={onClose}
      onSubmit={() => {
        if (!isBusy) run(() => send(session, { profile, text }));
      }}
      end={
        <>
          <Button kind="quiet" onPress={onClose}>
            {t('Cancel')}
          </Button>
          <Button isSubmit kind="first" isDisabled={isBusy}>
            {t('Send')}
          </Button>
        </>
      }
    >
      <p class="soft">
        {t('The NAS is sent a CoA-Request (RFC 5176). The change ends with the session.')}
      </p>
      {problem && !problem.fields.has('attributes') && <Note kind="bad">{t(problem.message)}</Note>}
      <SelectField
        label={t('What is sent')}
        value={profile}
        options={[
          ['', t('The attributes below')],
          ...profiles.map(([id, of]) => [id, t('Profile {name}', { name: of })] as const),
        ]}
        onChoose={(id) => {
          setEntered({ profile: id, text });
        }}
      />
      {profile === '' && (
        <TextField
          label={t('Attributes')}
          hint={t('One on each line, such as Session-Timeout = 3600.')}
          isLong
          isMono
          value={text}
          error={problem?.fields.get('attributes')}
          onInput={(lines) => {
            setEntered({ profile, text: lines });
          }}
        />
      )}
    </Dialog>
  );
}
