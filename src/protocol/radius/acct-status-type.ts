/** Values of Acct-Status-Type (RFC 2866 section 5.1). */
export const acctStatusType = {
  start: 1,
  stop: 2,
  interimUpdate: 3,
  accountingOn: 7,
  accountingOff: 8,
} as const;

/** True for Accounting-On and Accounting-Off, which concern a NAS and not one session. */
export function concernsNas(status: number | null): boolean {
  return status === acctStatusType.accountingOn || status === acctStatusType.accountingOff;
}
