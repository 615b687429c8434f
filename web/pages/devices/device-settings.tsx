import { useState } from 'preact/hooks';
import { control, take } from '../../app/api.ts';
import { asProblem, useLoad } from '../../app/load.ts';
import { textOf } from '../../app/problem.ts';
import { mayWrite } from '../../app/session.ts';
import { t } from '../../app/texts.ts';
import { StateBadge } from '../../design/badge.tsx';
import { Button } from '../../design/button.tsx';
import { Code } from '../../design/code.tsx';
import { Dialog } from '../../design/dialog.tsx';
import { TextField } from '../../design/field.tsx';
import { Card, TableBox } from '../../design/layout.tsx';
import { Empty, Note, WhenLoaded } from '../../design/states.tsx';
import { say } from '../../design/toast.tsx';

async function readSettings(id: number, signal: AbortSignal) {
  const { results } = await take(
    control.GET('/control/api/v1/inventory_device_setting/', {
      params: { query: { parent_id: id, limit: 1000 } },
      signal,
    }),
  );
  return results;
}

type Setting = Awaited<ReturnType<typeof readSettings>>[number];

/** The settings of a device: what is desired, what it reports, and what differs. */
export function DeviceSettings({ id }: { readonly id: number }) {
  const loaded = useLoad(`settings ${id}`, (abort) => readSettings(id, abort), [
    'device',
    'operation',
  ]);
  const [edited, setEdited] = useState<Setting | null>(null);
  return (
    <WhenLoaded loaded={loaded}>
      {(settings) => (
        <>
          {settings
            .filter(({ state }) => state === 'drifted')
            .map((setting) => (
              <Drift
                key={setting.parameter_id}
                id={id}
                setting={setting}
                onChanged={loaded.reload}
              />
            ))}
          <Card title={t('Settings')} isFlush>
            {settings.length === 0 ? (
              <Empty icon="edit" title={t('This type has no settings')} />
            ) : (
              <SettingTable settings={settings} onEdit={setEdited} />
            )}
          </Card>
          {edited && (
            <SettingDialog
              id={id}
              setting={edited}
              onClose={() => {
                setEdited(null);
              }}
              onChanged={loaded.reload}
            />
          )}
        </>
      )}
    </WhenLoaded>
  );
}

interface SettingTableProps {
  readonly settings: readonly Setting[];
  readonly onEdit: (setting: Setting) => void;
}

function SettingTable({ settings, onEdit }: SettingTableProps) {
  return (
    <TableBox label={t('Settings')}>
      <table class="table is-list">
        <thead>
          <tr>
            <th scope="col">{t('Setting')}</th>
            <th scope="col">{t('Desired')}</th>
            <th scope="col">{t('Reported')}</th>
            <th scope="col">{t('State')}</th>
            <th scope="col">
              <span class="hidden-text">{t('Change')}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {settings.map((setting) => (
            <tr
              key={setting.parameter_id}
              class={setting.state === 'drifted' || setting.state === 'failed' ? 'has-warning' : ''}
            >
              <td class="is-main">
                <span class="name">{setting.parameter.name}</span>
                <span class="sub mono">{setting.parameter.variable_name}</span>
              </td>
              <td class="is-minor">{shown(setting.wanted)}</td>
              <td>{shown(setting.value)}</td>
              <td>
                {setting.state !== 'unknown' && <StateBadge state={setting.state ?? 'unknown'} />}
                {setting.error && <span class="sub">{setting.error}</span>}
              </td>
              <td>
                {mayWrite() && !setting.parameter.read_only && (
                  <Button
                    size="small"
                    icon="edit"
                    label={t('Change {name}', { name: setting.parameter.name })}
                    onPress={() => {
                      onEdit(setting);
                    }}
                  />
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </TableBox>
  );
}

function shown(value: unknown): string {
  const text = textOf(value);
  return text === '' ? '–' : text;
}

interface WriteProps {
  readonly id: number;
  readonly setting: Setting;
  readonly onChanged: () => void;
}

/** Writes a setting. @returns the commands of a dry run */
async function writeSetting(
  setting: Setting,
  value: string,
  { id, isDry }: { id: number; isDry: boolean },
) {
  const reply = await take(
    control.PATCH('/control/api/v1/inventory_device_setting/{parent_id}/', {
      params: { path: { parent_id: id }, query: { dry_run: isDry } },
      body: { settings: [{ parameter_id: setting.parameter_id, value }] },
    }),
  );
  const rows = Array.isArray(reply) ? reply : [reply];
  return rows.map((row) => row.command ?? '').join('\n');
}

function Drift({ id, setting, onChanged }: WriteProps) {
  const write = (value: unknown) => {
    writeSetting(setting, textOf(value), { id, isDry: false }).then(
      () => {
        say(t('It is written with the next contact.'));
        onChanged();
      },
      (error: unknown) => {
        say(asProblem(error).message, true);
      },
    );
  };
  return (
    <Note kind="warn">
      <b>{t('{name} is not what was applied.', { name: setting.parameter.name })}</b>{' '}
      {t('The device reports {value}.', { value: shown(setting.value) })}
      {mayWrite() && (
        <div class="wrap">
          <Button
            onPress={() => {
              write(setting.wanted);
            }}
          >
            {t('Write {value} again', { value: shown(setting.wanted) })}
          </Button>
          <Button
            kind="quiet"
            onPress={() => {
              write(setting.value);
            }}
          >
            {t('Keep {value}', { value: shown(setting.value) })}
          </Button>
        </div>
      )}
    </Note>
  );
}

function SettingDialog({
  id,
  setting,
  onChanged,
  onClose,
}: WriteProps & { readonly onClose: () => void }) {
  const [value, setValue] = useState(textOf(setting.wanted ?? setting.value));
  const [commands, setCommands] = useState('');
  const [error, setError] = useState<string | undefined>();
  const write = async (isDry: boolean) => {
    try {
      const found = await writeSetting(setting, value, { id, isDry });
      setError(undefined);
      if (isDry) {
        setCommands(found === '' ? t('No command is needed.') : found);
        return;
      }
      say(t('It is written with the next contact.'));
      onChanged();
      onClose();
    } catch (reason) {
      setError(asProblem(reason).message);
    }
  };
  return (
    <Dialog
      title={setting.parameter.name}
      onClose={onClose}
      onSubmit={() => void write(false)}
      end={
        <>
          <Button kind="quiet" onPress={onClose}>
            {t('Cancel')}
          </Button>
          <Button onPress={() => void write(true)}>{t('Show the commands')}</Button>
          <Button isSubmit kind="first">
            {t('Write')}
          </Button>
        </>
      }
    >
      <TextField
        label={t('Value')}
        hint={setting.parameter.variable_name}
        value={value}
        error={error}
        onInput={setValue}
      />
      {commands !== '' && <Code label={t('Commands')}>{commands}</Code>}
    </Dialog>
  );
}
