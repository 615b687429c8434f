import { useEffect, useState } from 'preact/hooks';
import { gate, take } from '../../app/api.ts';
import { copyText } from '../../app/copy.ts';
import { asProblem, useLoad } from '../../app/load.ts';
import type { Problem } from '../../app/problem.ts';
import { t } from '../../app/texts.ts';
import { Button, ButtonLink, Segments } from '../../design/button.tsx';
import { Code } from '../../design/code.tsx';
import { TextField } from '../../design/field.tsx';
import { Form } from '../../design/form.tsx';
import { Note, Skeleton } from '../../design/states.tsx';
import { vendors, type VendorName } from './vendors.ts';

const secretOctets = 15;
const askMs = 2000;

/** Returns a shared secret of 120 random bits. */
function randomSecret(): string {
  const octets = crypto.getRandomValues(new Uint8Array(secretOctets));
  return btoa(String.fromCharCode(...octets))
    .replaceAll('+', '-')
    .replaceAll('/', '_');
}

interface Made {
  readonly id: number;
  readonly address: string;
}

/** The first NAS: its lines to paste, and whether its first packet has come. One that exists is shown in its place. */
export function FirstClient({ onMade }: { readonly onMade: () => void }) {
  const known = useLoad('first client', readFirst);
  const found = known.data?.[0];
  if (known.isLoading && known.data === null) return <Skeleton />;
  if (!found) return <NewClient onMade={onMade} />;
  const { id, name, address } = found;
  return (
    <>
      <h1>{t('Your first RADIUS client')}</h1>
      <p class="soft">
        {name}, <code>{address}</code>
      </p>
      <FirstPacket made={{ id, address }} />
      <p class="small">
        <a href={`clients?edit=${id}`}>{t('Its settings')}</a>
      </p>
    </>
  );
}

async function readFirst(signal: AbortSignal) {
  const query = { limit: 1, ordering: 'id' as const };
  const { results } = await take(
    gate.GET('/gate/api/v1/aaa_client/', { params: { query }, signal }),
  );
  return results;
}

function NewClient({ onMade }: { readonly onMade: () => void }) {
  const [client, setClient] = useState({ name: '', address: '', secret: randomSecret() });
  const [problem, setProblem] = useState<Problem | null>(null);
  const [made, setMade] = useState<Made | null>(null);
  const create = async () => {
    try {
      setProblem(null);
      setMade(await take(gate.POST('/gate/api/v1/aaa_client/', { body: client })));
      onMade();
    } catch (error) {
      setProblem(asProblem(error));
    }
  };
  const field = (name: 'name' | 'address' | 'secret') => ({
    value: client[name],
    error: problem?.fields.get(name),
    onInput: (value: string) => {
      setClient((old) => ({ ...old, [name]: value }));
    },
  });
  return (
    <Form onSubmit={() => void create()}>
      <h1>{t('Your first RADIUS client')}</h1>
      <p class="soft">
        {t(
          'The router or controller that asks Gatehouse whether a guest may go online. Name it, paste a few lines there, and wait for its first packet.',
        )}
      </p>
      {problem?.fields.has('detail') === true && <Note kind="bad">{t(problem.message)}</Note>}
      <div class="form-grid">
        <TextField label={t('Name')} {...field('name')} isRequired />
        <TextField label={t('Its address')} {...field('address')} isMono isRequired />
        <TextField
          label={t('Shared secret')}
          hint={t('Made for you: 120 random bits. It is stored encrypted.')}
          {...field('secret')}
          isMono
        />
      </div>
      {made === null ? (
        <Button isSubmit kind="first" size="large">
          {t('Create it')}
        </Button>
      ) : (
        <Next secret={client.secret} made={made} />
      )}
    </Form>
  );
}

function Next({ secret, made }: { readonly secret: string; readonly made: Made }) {
  return (
    <>
      <Lines secret={secret} />
      <FirstPacket made={made} />
      <ButtonLink kind="first" size="large" to="overview">
        {t('To the overview')}
      </ButtonLink>
    </>
  );
}

function Lines({ secret }: { readonly secret: string }) {
  const [vendor, setVendor] = useState<VendorName>('mikrotik');
  const text = vendors[vendor].lines({ gateway: location.hostname, secret });
  return (
    <>
      <Segments
        label={t('Vendor')}
        value={vendor}
        options={[
          ['mikrotik', vendors.mikrotik.name],
          ['openwrt', vendors.openwrt.name],
          ['cisco', vendors.cisco.name],
          ['other', t(vendors.other.name)],
        ]}
        onChoose={setVendor}
      />
      <Code label={t('Lines to paste')}>{text}</Code>
      <div class="wrap">
        <Button
          icon="copy"
          onPress={() => {
            copyText(text, t('The lines were copied.'));
          }}
        >
          {t('Copy the lines')}
        </Button>
      </div>
    </>
  );
}

function FirstPacket({ made }: { readonly made: Made }) {
  const [isSeen, setSeen] = useState(false);
  useEffect(() => {
    if (isSeen) return;
    const timer = setInterval(() => {
      take(gate.GET('/gate/api/v1/aaa_client/{id}/', { params: { path: { id: made.id } } })).then(
        ({ last_seen: seen }) => {
          setSeen(seen !== null);
        },
        () => null,
      );
    }, askMs);
    return () => {
      clearInterval(timer);
    };
  }, [made.id, isSeen]);
  return isSeen ? (
    <Note kind="good">
      <b>{t('First packet received')}</b>{' '}
      {t('from {address}, correctly signed.', { address: made.address })}
    </Note>
  ) : (
    <Note>
      <b>{t('Waiting for the first packet from {address}.', { address: made.address })}</b>{' '}
      {t('This turns green by itself.')}
    </Note>
  );
}
