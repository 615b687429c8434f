import { useState } from 'preact/hooks';
import { formatTime } from '../../app/format.ts';
import { textOf } from '../../app/problem.ts';
import { t } from '../../app/texts.ts';
import { Code } from '../../design/code.tsx';
import { SelectField } from '../../design/field.tsx';
import { Note } from '../../design/states.tsx';
import type { RowPanelProps } from '../../resource/definition.ts';

interface Remedy {
  readonly name: string;
  /** What the administrator of the device enters. */
  readonly lines: string;
}

/** How a device is made to sign its Access-Requests, by vendor. */
const remedies: Readonly<Record<string, Remedy>> = {
  mikrotik: {
    name: 'MikroTik',
    lines: [
      '# RouterOS 7.15 or newer',
      '/radius set [find] require-message-auth=yes-for-request-resp',
    ].join('\n'),
  },
  fortinet: {
    name: 'Fortinet',
    lines: [
      '# FortiOS',
      'config user radius',
      '  edit "gatehouse"',
      '    set require-message-authenticator enable',
      '  next',
      'end',
    ].join('\n'),
  },
  openwrt: {
    name: 'OpenWrt',
    lines: ['# hostapd 2.11 or newer signs every Access-Request', 'hostapd -v'].join('\n'),
  },
};

/** What is weak about a RADIUS client, and what to change on it. */
export function ClientWeakness({ row }: RowPanelProps) {
  const [vendor, setVendor] = useState('');
  const since = row['weak_since'];
  if (typeof since !== 'string') return null;
  return (
    <Note kind="warn">
      <div class="stack">
        <p>
          <b>{t('Unsigned requests since {time}.', { time: formatTime(since) })}</b>{' '}
          {t(
            'They have no Message-Authenticator, so whoever changes packets on the way can forge what is answered (CVE-2024-3596).',
          )}
        </p>
        <SelectField
          label={t('What to change on the device')}
          value={vendor}
          options={[
            ['', t('Any vendor')],
            ...Object.entries(remedies).map(([key, { name }]) => [key, name] as const),
          ]}
          onChoose={setVendor}
        />
        {remedies[vendor] ? (
          <Code label={t('What to change on the device')}>{remedies[vendor].lines}</Code>
        ) : (
          <p>
            {t(
              'Update its firmware, switch on Message-Authenticator for RADIUS, or use RADIUS over TLS.',
            )}
          </p>
        )}
        {textOf(row['require_message_authenticator']) !== 'yes' && (
          <p>
            {t(
              'Then require a Message-Authenticator of this client below: unsigned requests are dropped.',
            )}
          </p>
        )}
      </div>
    </Note>
  );
}
