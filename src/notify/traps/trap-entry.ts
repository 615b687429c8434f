import type { Notification } from '../../protocol/snmp/notification.ts';

/** Traps of RFC 3418 and RFC 2863; traps that report a fault are alerts. */
const known: Readonly<Partial<Record<string, { name: string; action: 'event' | 'alert' }>>> = {
  '1.3.6.1.6.3.1.1.5.1': { name: 'coldStart', action: 'event' },
  '1.3.6.1.6.3.1.1.5.2': { name: 'warmStart', action: 'event' },
  '1.3.6.1.6.3.1.1.5.3': { name: 'linkDown', action: 'alert' },
  '1.3.6.1.6.3.1.1.5.4': { name: 'linkUp', action: 'event' },
  '1.3.6.1.6.3.1.1.5.5': { name: 'authenticationFailure', action: 'alert' },
  '1.3.6.1.6.3.1.1.5.6': { name: 'egpNeighborLoss', action: 'alert' },
};

/** Longest value of a row, in characters; variables beyond it are left out. */
const maxValueLength = 4_000;

/** Returns the row of the device log for a notification: its name or OID, and its variables as a JSON object by OID. */
export function trapEntry({ oid, varbinds }: Notification) {
  const { name = oid, action = 'event' } = known[oid] ?? {};
  const members: string[] = [];
  let length = 2;
  for (const varbind of varbinds) {
    const { value } = varbind;
    const text = typeof value === 'bigint' ? String(value) : JSON.stringify(value);
    const member = `${JSON.stringify(varbind.oid)}:${text}`;
    length += member.length + 1;
    if (length > maxValueLength) break;
    members.push(member);
  }
  return { action, variable_name: name, value: `{${members.join(',')}}` } as const;
}
