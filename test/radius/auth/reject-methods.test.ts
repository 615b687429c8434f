import tap, { test } from 'tap';
import { addSubscriber, logIn, password, startOnBothEngines } from './two-engines.ts';

/* What a reject says in the method of the login: EAP-Failure and MS-CHAP-Error. */

const { sites, stop } = await startOnBothEngines();
tap.teardown(stop);

const set = (attribute: string, value: string) => [{ id: 1, attribute, op: ':=' as const, value }];

/** Returns the text of MS-CHAP-Error, without its identifier. */
function errorOf(output: string): string {
  return /MS-CHAP-Error = "\\007(.*)"/.exec(output)?.[1] ?? output;
}

test('a reject of EAP has an EAP-Failure with the Identifier of the response', async (t) => {
  const identity = '0x0249000a01616c696365';
  const output = await logIn(sites.sqlite, `User-Name=alice\nEAP-Message=${identity}`);
  t.match(output, /^Received Access-Reject/);
  t.match(output, /EAP-Message = 0x04490004\n/);
  t.notMatch(output, /Reply-Message/);
});

const rfcResponse = '82309ECD8D708B5EA08FAA3981CD83544233114A3D85D6DF';

/** The MS-CHAPv2 of RFC 2759 section 9.2: the user `User` with the password of every user here. */
const msChapV2 = (response: string) => `User-Name=User
MS-CHAP-Challenge=0x5B5D7C7D7B3F2F3E3C2C602132262628
MS-CHAP2-Response=0x070021402324255E262A28295F2B3A337C7E0000000000000000${response}`;

const usual = { attributes: '{}', is_active: 1 as const, expiration: null };
const states = {
  'outside of Login-Time': [
    { attributes: checks(set('Login-Time', 'none')) },
    646,
    ' M=You cannot.*',
  ],
  'switched off': [{ is_active: 0 as const }, 647, ''],
  expired: [{ expiration: 1_000 }, 647, ' M=Your access has expired.'],
  'used up': [{ attributes: checks(set('Max-All-Octets', '0')) }, 649, ' M=Your time.*'],
} as const;

function checks(check_attributes: ReturnType<typeof set>): string {
  return JSON.stringify({ check_attributes });
}

for (const [engine, site] of Object.entries(sites))
  test(`${engine}: MS-CHAP-Error names the reason after a right password, and 691 otherwise`, async (t) => {
    const id = await addSubscriber(site, 'User', { isReversible: true });
    const failed = /^E=691 R=0 C=[0-9A-F]{32} V=3$/;
    for (const [name, [fields, code, text]] of Object.entries(states)) {
      const { db } = site.store;
      await site.store.write([
        db
          .updateTable('user')
          .set({ ...usual, ...fields })
          .where('id', '=', id),
      ]);
      const right = await logIn(site, msChapV2(rfcResponse));
      t.match(errorOf(right), new RegExp(`^E=${code} R=0 C=[0-9A-F]{32} V=3${text}$`), name);
      const wrong = await logIn(site, msChapV2(rfcResponse.replace('8', '9')));
      t.match(errorOf(wrong), failed, `${name}, with a wrong password`);
    }
    const unknown = msChapV2(rfcResponse).replace('=User', '=Nobody');
    t.match(errorOf(await logIn(site, unknown)), failed);
    const first = await logIn(site, `User-Name=User\nMS-CHAP-Password="${password}"`);
    t.match(first, /MS-CHAP-Error = "\\\d{3}E=649 R=0"/, 'version 1 has no place for a text');
  });
