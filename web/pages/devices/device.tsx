import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { address, linkTo } from '../../app/address.ts';
import { control, take } from '../../app/api.ts';
import { formatAge } from '../../app/format.ts';
import { asProblem, useLoad } from '../../app/load.ts';
import { mayWrite } from '../../app/session.ts';
import { t } from '../../app/texts.ts';
import { StateBadge } from '../../design/badge.tsx';
import { Button, Tabs } from '../../design/button.tsx';
import { Confirm, Drawer } from '../../design/dialog.tsx';
import { Page } from '../../design/layout.tsx';
import { Failed, Skeleton } from '../../design/states.tsx';
import { say } from '../../design/toast.tsx';
import { ResourceForm } from '../../resource/form.tsx';
import { useSchema } from '../../resource/use-list.ts';
import { DeviceNow } from './device-now.tsx';
import { DeviceSettings } from './device-settings.tsx';
import { ConfigurationList, LogList, SessionList, WorkList } from './device-lists.tsx';
import { devices } from './devices.tsx';
import { Diagnostics } from './diagnostics.tsx';

async function readDevice(id: number, signal: AbortSignal) {
  const [device, whip] = await Promise.all([
    take(
      control.GET('/control/api/v1/inventory_device/{id}/', { params: { path: { id } }, signal }),
    ),
    take(
      control.GET('/control/api/v1/inventory_device_whip/{id}/', {
        params: { path: { id } },
        signal,
      }),
    ),
  ]);
  return { device, operations: whip.operations };
}

export type DeviceDetails = Awaited<ReturnType<typeof readDevice>>;

const tabNames: Readonly<Record<string, string>> = {
  now: 'Now',
  settings: 'Settings',
  diagnostics: 'Diagnostics',
  work: 'Operations',
  configuration: 'Configuration',
  log: 'Log',
  sessions: 'Sessions',
};

/** One device: state and why, charts, settings, operations, configuration, log and sessions. */
export function View() {
  const id = Number(address.value.query.get('id'));
  const loaded = useLoad(`device ${id}`, (abort) => readDevice(id, abort), ['device', 'operation']);
  const { data, problem, reload } = loaded;
  if (data === null)
    return (
      <Page title={t('Device')} back={{ to: 'devices', text: t('Devices') }}>
        {problem ? <Failed problem={problem} onRetry={reload} /> : <Skeleton />}
      </Page>
    );
  return <DevicePage details={data} onChanged={reload} />;
}

interface DevicePageProps {
  readonly details: DeviceDetails;
  readonly onChanged: () => void;
}

function DevicePage({ details, onChanged }: DevicePageProps) {
  const { device } = details;
  const tab = address.value.query.get('tab') ?? 'now';
  const drift = device.configuration_status;
  const why =
    device.last_error ??
    (device.last_connection === null
      ? t('It was never reached.')
      : t('It answered {age}.', { age: formatAge(device.last_connection) }));
  return (
    <Page
      title={device.name}
      back={{ to: 'devices', text: t('Devices') }}
      lead={why}
      badge={
        <>
          <StateBadge state={device.status_text} />
          {drift !== 'synced' && drift !== 'unknown' && <StateBadge state={drift} />}
        </>
      }
      actions={mayWrite() && <Operations details={details} onChanged={onChanged} />}
    >
      <Tabs
        label={t('Parts of the device')}
        current={tab}
        tabs={Object.entries(tabNames).map(([name, text]) => ({
          name,
          text: t(text),
          to: linkTo('device', { id: device.id, tab: name === 'now' ? '' : name }),
        }))}
      />
      {parts[tab]?.(device) ?? <DeviceNow device={device} />}
    </Page>
  );
}

type Device = DeviceDetails['device'];

/** The parts of the page; any other name is the first of them. */
const parts: Readonly<Record<string, (device: Device) => ComponentChildren>> = {
  settings: ({ id }) => <DeviceSettings id={id} />,
  diagnostics: ({ id, ip_address: address }) => <Diagnostics id={id} address={address ?? ''} />,
  work: ({ id }) => <WorkList id={id} />,
  configuration: ({ id, name }) => <ConfigurationList id={id} name={name} />,
  log: ({ id }) => <LogList id={id} />,
  sessions: ({ id }) => <SessionList id={id} />,
};

const harmful = /reboot|reset/;

function Operations({ details, onChanged }: DevicePageProps) {
  const { device, operations } = details;
  const [asked, setAsked] = useState<string | null>(null);
  const run = async (operation: string) => {
    await take(
      control.PUT('/control/api/v1/inventory_device_operation/{id}/', {
        params: { path: { id: device.id } },
        body: { operation },
      }),
    );
    say(t('{operation} was requested. "Operations" shows how far it is.', { operation }));
    onChanged();
  };
  const start = (operation: string) => {
    if (harmful.test(operation)) setAsked(operation);
    else
      run(operation).catch((error: unknown) => {
        say(asProblem(error).message, true);
      });
  };
  const label = operations.find(({ operation }) => operation === asked)?.label ?? '';
  return (
    <>
      <EditDevice device={device} onChanged={onChanged} />
      <OperationButtons operations={operations} onStart={start} />
      {asked !== null && (
        <Confirm
          title={t('{label} {name}?', { label, name: device.name })}
          action={label}
          typed={device.name}
          onConfirm={() => run(asked)}
          onClose={() => {
            setAsked(null);
          }}
        >
          {t('Who is connected through this device loses the connection for some minutes.')}
        </Confirm>
      )}
    </>
  );
}

interface OperationButtonsProps {
  readonly operations: DeviceDetails['operations'];
  readonly onStart: (operation: string) => void;
}

function OperationButtons({ operations, onStart }: OperationButtonsProps) {
  const shown = operations.filter(({ operation }) => ['sync', 'reboot'].includes(operation));
  return (
    <>
      {shown.map(({ operation, label, available, reason }) => (
        <span key={operation} title={reason ?? undefined}>
          <Button
            icon={operation === 'reboot' ? 'power' : 'refresh'}
            kind={harmful.test(operation) ? 'harm' : undefined}
            isDisabled={!available}
            onPress={() => {
              onStart(operation);
            }}
          >
            {t(label)}
          </Button>
        </span>
      ))}
    </>
  );
}

interface EditDeviceProps {
  readonly device: DeviceDetails['device'];
  readonly onChanged: () => void;
}

function EditDevice({ device, onChanged }: EditDeviceProps) {
  const [isEditing, setEditing] = useState(false);
  const schema = useSchema(devices);
  const close = () => {
    setEditing(false);
  };
  return (
    <>
      <Button
        icon="edit"
        onPress={() => {
          setEditing(true);
        }}
      >
        {t('Edit')}
      </Button>
      {isEditing && schema && (
        <Drawer title={device.name} onClose={close}>
          <ResourceForm
            of={devices}
            schema={schema}
            id={String(device.id)}
            mayWrite
            onDone={() => {
              close();
              onChanged();
            }}
          />
        </Drawer>
      )}
    </>
  );
}
