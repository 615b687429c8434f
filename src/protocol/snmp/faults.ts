import snmp, { type ResponseInvalidError } from 'net-snmp';
import { asFault, Fault } from '../../contract/errors.ts';

const { ErrorStatus, ResponseInvalidCode } = snmp;

/**
 * Returns the error status of a response (RFC 3416 section 3) as text. Returns null for any other error, and for
 * authorizationError, which concerns the user and not a variable.
 */
export function errorStatusOf(error: unknown): string | null {
  if (
    !(error instanceof snmp.RequestFailedError) ||
    error.status === ErrorStatus.AuthorizationError
  )
    return null;
  return `the device answered ${ErrorStatus[error.status] ?? 'an error'}`;
}

/** Returns the variable that a response with an error status names; net-snmp has it only at the end of its message. */
export function refusedOidOf(error: unknown): string | null {
  return error instanceof Error ? (/: ([0-9.]+)$/.exec(error.message)?.[1] ?? null) : null;
}

/**
 * Converts an error of net-snmp or the socket to a fault. The error is not its cause, because errors of net-snmp contain
 * the user's passwords.
 *
 * @param peer   name for the message
 * @param error  an unknown error is a defect and thrown again
 */
export function snmpFault(peer: string, error: unknown): Fault {
  const fault = asFault(error);
  if (fault !== null) return fault;
  if (!(error instanceof Error)) throw error;
  const code = 'code' in error ? error.code : undefined;
  if (error.name === 'ResponseInvalidError')
    return invalidResponseFault(peer, error.message, Number(code));
  if (error instanceof snmp.RequestFailedError)
    return new Fault('refused', `${peer}: the device gives this user or community no access`);
  if (code === 'ERR_OSSL_EVP_UNSUPPORTED')
    return new Fault('unsupported', `${peer}: the cipher is not offered by this machine's OpenSSL`);
  if (typeof code === 'string' && 'syscall' in error)
    return new Fault('unreachable', `${peer} cannot be reached: ${code}`);
  throw error;
}

/** True if the device did not accept the engine or the user of an SNMPv3 request, and so did not carry it out. */
export function isEngineError(error: unknown): boolean {
  return (
    error instanceof snmp.ResponseInvalidError &&
    engineErrors.has(ResponseInvalidCode[error.code] ?? '')
  );
}

const engineErrors = new Set(['EAuthFailure', 'ENotInTimeWindow', 'EUnexpectedReport']);

/** Reports of RFC 3414 section 5 by net-snmp's message, and their meaning for the operator. */
const reports: readonly (readonly [inLibrary: string, meaning: string])[] = [
  ['Unsupported Security Level', 'the device does not offer this user that security level'],
  ['Unknown User Name', 'the device does not know the SNMPv3 user'],
  ['Wrong Digest', 'wrong SNMPv3 authentication password or protocol'],
  ['Decryption Error', 'wrong SNMPv3 privacy password or protocol'],
  ['Not In Time Window', "the device's SNMPv3 time window does not match"],
  ['Unknown Engine ID', 'the device changed its SNMPv3 engine id'],
];

function invalidResponseFault(
  peer: string,
  message: string,
  code: ResponseInvalidError['code'],
): Fault {
  if (code === ResponseInvalidCode.EUnexpectedReport)
    return new Fault('refused', `${peer}: the device reported an error of its own`);
  const report =
    code === ResponseInvalidCode.EAuthFailure
      ? reports.find(([inLibrary]) => message.startsWith(inLibrary))
      : undefined;
  if (report !== undefined) return new Fault('refused', `${peer}: ${report[1]}`);
  return new Fault(
    'garbled',
    `${peer}: the answer does not match the request (${ResponseInvalidCode[code] ?? 'unknown'})`,
  );
}
