import { useState } from 'preact/hooks';
import { control, take } from '../../app/api.ts';
import { useLoad } from '../../app/load.ts';
import { plural, t } from '../../app/texts.ts';
import { Switch, TextField } from '../../design/field.tsx';
import { Card, Page, TableBox } from '../../design/layout.tsx';
import { Empty, WhenLoaded } from '../../design/states.tsx';

/** A key of the configuration, as the gateway has read it. */
interface Key {
  readonly key: string;
  readonly value: string;
  readonly is_default: boolean;
  readonly description: string;
}

/** The configuration in force. It is changed in its file, not here. */
export function View() {
  const loaded = useLoad('configuration', async (signal) => {
    const path = '/control/api/v1/gateway_configuration/';
    return (await take(control.GET(path, { signal }))).keys;
  });
  return (
    <Page
      title={t('Configuration')}
      lead={t(
        'As the gateway has read it from its files and environment. Passwords are not shown.',
      )}
    >
      <WhenLoaded loaded={loaded}>{(keys) => <Keys keys={keys} />}</WhenLoaded>
    </Page>
  );
}

function Keys({ keys }: { readonly keys: readonly Key[] }) {
  const [text, setText] = useState('');
  const [isChanged, setChanged] = useState(false);
  const words = text.trim().toLowerCase();
  const shown = keys.filter(
    (one) =>
      !(isChanged && one.is_default) &&
      `${one.key} ${one.value} ${one.description}`.toLowerCase().includes(words),
  );
  if (keys.length === 0)
    return (
      <Card isFlush>
        <Empty icon="gateway" title={t('Not for this organization')}>
          {t('The configuration is shown to administrators of the first organization.')}
        </Empty>
      </Card>
    );
  return (
    <>
      <div class="form-grid">
        <TextField label={t('Search in this list')} value={text} onInput={setText} />
      </div>
      <Card
        title={plural(shown.length, '1 key', '{n} keys')}
        aside={<Switch label={t('Only what differs')} isOn={isChanged} onChange={setChanged} />}
        isFlush
      >
        <KeyTable keys={shown} />
      </Card>
    </>
  );
}

function KeyTable({ keys }: { readonly keys: readonly Key[] }) {
  return (
    <TableBox label={t('Configuration')}>
      <table class="table">
        <thead>
          <tr>
            <th scope="col">{t('Key')}</th>
            <th scope="col">{t('Value')}</th>
            <th scope="col" class="wide-only">
              {t('Meaning')}
            </th>
          </tr>
        </thead>
        <tbody>
          {keys.map(({ key, value, is_default: isDefault, description }) => (
            <tr key={key}>
              <td>
                <code>{key}</code>
              </td>
              <td>
                {value === '' ? <span class="muted">–</span> : <code>{value}</code>}
                {!isDefault && <span class="sub">{t('set here')}</span>}
              </td>
              <td class="wide-only">{description}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </TableBox>
  );
}
