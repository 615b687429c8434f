/** What Active Directory says beside `invalidCredentials`: system error codes of Windows in hexadecimal. */
const reasons: Readonly<Record<string, string>> = {
  '525': 'no such person',
  '52e': 'wrong password',
  '530': 'not allowed to log in at this time',
  '531': 'not allowed to log in from here',
  '532': 'the password has expired',
  '533': 'the account is disabled',
  '701': 'the account has expired',
  '773': 'the password must be changed first',
  '775': 'the account is locked out',
};

/**
 * Returns why a server refuses the credentials of a bind, in words where Active Directory names a code: its message is the same
 * for a wrong password and a disabled account but for `data 52e` and `data 533`.
 *
 * @param message  the diagnostic message of the server (RFC 4511 section 4.1.9)
 */
export function bindRefusal(message: string): string {
  const [, code = ''] = /\bAcceptSecurityContext error, data ([0-9a-f]+),/.exec(message) ?? [];
  return reasons[code] ?? message;
}
