import { X509Certificate } from 'node:crypto';

const dayMs = 86_400_000;
const soonDays = 30;
/** Share of its time after which a certificate for some weeks, which is renewed often, is due. */
const soonShare = 1 / 5;

/** How long a certificate is valid. */
export interface CertificateTerm {
  readonly validTo: Date;
  /** Whole days; negative: it has expired. */
  readonly daysLeft: number;
  /** Part of its time that is left, 0 to 1; negative: it has expired. */
  readonly shareLeft: number;
  /** True in its last 30 days, or in the last fifth of a time below 150 days. */
  readonly isEndingSoon: boolean;
}

/** Reads how long the first certificate of a file is valid. @throws Error if the file has none */
export function readCertificateTerm(pem: Buffer, now: Date): CertificateTerm {
  const { validFromDate, validToDate } = new X509Certificate(pem);
  const msLeft = validToDate.getTime() - now.getTime();
  const wholeMs = validToDate.getTime() - validFromDate.getTime();
  return {
    validTo: validToDate,
    daysLeft: Math.floor(msLeft / dayMs),
    shareLeft: msLeft / wholeMs,
    isEndingSoon: msLeft < Math.min(soonDays * dayMs, soonShare * wholeMs),
  };
}
