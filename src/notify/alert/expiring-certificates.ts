import { readFile } from 'node:fs/promises';
import { certificateFiles } from '../../config/acme-files.ts';
import type { Gateway } from '../../gateway/gateway.ts';
import type { Statement } from '../../store/store.ts';
import { readCertificateTerm } from '../../tls/certificate-term.ts';
import { noFields, type AlertKind } from './alert-kind.ts';
import type { StoredRule } from './alert-rules.ts';
import { gatewaySubject, goneMs } from './gateway-conditions.ts';
import {
  conditionKey,
  keepConditions,
  readConditionKeys,
  type Observation,
} from './metric-conditions.ts';

/** Rules about certificates of the gateways, and CAs of their peers, that expire soon. */
export const certificateExpiry: AlertKind = {
  description:
    'a certificate of a gateway, such as that of EAP or HTTPS, or a CA of its peers expires within 30 days (one for less than 150 days: in the last fifth of its time), or cannot be read',
  fields: noFields,
  // The files are those of the machine, which serves all organizations.
  refusalOfTenants: 'Rules about the certificates of the gateway are for the root organization.',
  suppresses: null,
  alerts: {
    collector: (gateway, id) => (rules) => keepCertificates(gateway, rules, gatewaySubject(id)),
    currentState: null,
    expiry: {
      afterMs: () => goneMs,
      message: ({ condition }) => `${condition.subject}: its gateway is gone`,
    },
    suppression: null,
    message: ({ condition }) => `${condition.subject} expires soon`,
    endMessage: ({ condition }) => `${condition.subject} is valid`,
  },
};

/** Returns statements that keep a condition for each certificate of this gateway that needs attention. */
async function keepCertificates(
  gateway: Gateway,
  rules: readonly StoredRule[],
  gatewayName: string,
): Promise<readonly Statement[]> {
  if (rules.length === 0) return [];
  const prefix = `certificate of ${gatewayName}: `;
  const found = await Promise.all(
    certificateFiles(gateway.config).map(async (file) => {
      const fault = await faultOf(file, gateway.now());
      return fault && { ...fault, subject: `${prefix}${file}` };
    }),
  );
  const keys = await readConditionKeys(gateway.store, rules);
  return rules.flatMap((rule) =>
    keepConditions(gateway, rule, {
      observations: found.flatMap((one) => (one ? [observe(rule, one)] : [])),
      known: keys.filter((key) => key.startsWith(conditionKey(rule.id, null, prefix))),
    }),
  );
}

interface CertificateFault {
  readonly subject: string;
  readonly reason: string;
  readonly daysLeft: number;
}

async function faultOf(file: string, now: Date): Promise<Omit<CertificateFault, 'subject'> | null> {
  try {
    const { isEndingSoon, daysLeft, validTo } = readCertificateTerm(await readFile(file), now);
    if (!isEndingSoon) return null;
    const day = validTo.toISOString().slice(0, 10);
    const reason = daysLeft < 0 ? `has expired on ${day}` : `expires on ${day}`;
    return { reason, daysLeft };
  } catch {
    return { reason: 'cannot be read', daysLeft: 0 };
  }
}

function observe(
  { organization }: StoredRule,
  { subject, reason, daysLeft }: CertificateFault,
): Observation {
  return {
    device: { id: null, organization },
    subject,
    value: daysLeft,
    state: 'fulfilled',
    message: `${subject} ${reason}`,
  };
}
