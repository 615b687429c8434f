import { test } from 'tap';
import { bindRefusal } from '../../../src/protocol/ldap/bind-refusal.ts';

/** As a domain controller of Samba 4.17 says it. */
const refusal = (data: string) =>
  `80090308: LdapErr: DSID-0C0903A9, comment: AcceptSecurityContext error, data ${data}, v1db1 Code: 0x31`;

test('the codes of Active Directory are said in words, and everything else as it came', (t) => {
  t.equal(bindRefusal(refusal('52e')), 'wrong password');
  t.equal(bindRefusal(refusal('533')), 'the account is disabled');
  t.equal(bindRefusal(refusal('701')), 'the account has expired');
  t.equal(bindRefusal(refusal('999')), refusal('999'));
  t.equal(bindRefusal('Invalid credentials'), 'Invalid credentials');
  t.end();
});
