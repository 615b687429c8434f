import { exactNames } from '../../../src/organization/name-rules.ts';
import { formatServes } from '../../../src/aaa/client/access-point-identifiers.ts';
import { NasClocks } from '../../../src/aaa/client/nas-clocks.ts';
import type { AccountingRecord } from '../../../src/aaa/session/accounting-record.ts';
import { acctStatusType } from '../../../src/protocol/radius/acct-status-type.ts';
import { attributeType } from '../../../src/protocol/radius/attribute-type.ts';
import { loadDictionary } from '../../../src/protocol/radius/dictionary.ts';
import { readPacket } from '../../../src/protocol/radius/packet.ts';
import { decodeAccountingRecord } from '../../../src/radius/acct/accounting-record.ts';
import { Secret } from '../../../src/contract/secret.ts';
import { signedPacket, type Attribute } from '../../radius/packets.ts';

/** An Accounting-Request: its sender, and the attributes that it carries beside the usual ones. */
export interface AccountingEvent {
  readonly kind: keyof typeof statuses;
  readonly organization: number;
  readonly client: number;
  readonly serves?: readonly number[];
  readonly receivedAt: Date;
  readonly eventTimestamp?: number;
  readonly sessionId?: string;
  readonly username?: string | null;
  readonly nasAddress?: string;
  readonly nasIdentifier?: string;
  readonly calledStationId?: string;
  readonly sessionClass?: Buffer;
  readonly sessionSeconds?: number;
  readonly octetsIn?: number;
  readonly gigawordsIn?: number;
  readonly octetsOut?: number;
  readonly terminateCause?: number;
}

const statuses = {
  start: acctStatusType.start,
  interim: acctStatusType.interimUpdate,
  stop: acctStatusType.stop,
  on: acctStatusType.accountingOn,
  off: acctStatusType.accountingOff,
} as const;
const secret = new Secret('a-secret-of-22-octets!');
const dictionary = loadDictionary();

/** Decodes a packet with these attributes, as the accounting service does. */
export function event(fields: AccountingEvent): AccountingRecord {
  const { organization, client, serves = [], receivedAt } = fields;
  const attributes = attributesOf(fields);
  const packet = readPacket(signedPacket(secret.reveal(), { code: 4, attributes }));
  if (typeof packet === 'string') throw new Error(packet);
  const record = decodeAccountingRecord(
    {
      packet,
      peer: { address: '127.0.0.1' },
      client: {
        id: client,
        organization,
        formattedServes: formatServes(serves),
        names: exactNames,
        name: 'nas',
        isNetwork: false,
      },
      receivedAt,
    },
    dictionary,
    new NasClocks(),
  );
  if (!record) throw new Error('not about a session');
  return record;
}

function attributesOf(fields: AccountingEvent): Attribute[] {
  const { sessionId = 'S1', username = 'alice', nasAddress = '192.0.2.10' } = fields;
  const values: readonly (readonly [number, Attribute[1] | null | undefined])[] = [
    [attributeType.acctStatusType, statuses[fields.kind]],
    [attributeType.acctSessionId, sessionId],
    [attributeType.userName, username],
    [attributeType.nasIpAddress, Buffer.from(nasAddress.split('.').map(Number))],
    [attributeType.eventTimestamp, fields.eventTimestamp],
    [attributeType.nasIdentifier, fields.nasIdentifier],
    [attributeType.calledStationId, fields.calledStationId],
    [attributeType.class, fields.sessionClass && Buffer.concat([ownClass, fields.sessionClass])],
    [attributeType.acctSessionTime, fields.sessionSeconds],
    [attributeType.acctInputOctets, fields.octetsIn],
    [attributeType.acctInputGigawords, fields.gigawordsIn],
    [attributeType.acctOutputOctets, fields.octetsOut],
    [attributeType.acctTerminateCause, fields.terminateCause],
  ];
  return values.flatMap(([type, value]) =>
    value === null || value === undefined ? [] : [[type, value] as const],
  );
}

const ownClass = Buffer.from('ai:');
