import tap, { test } from 'tap';
import { startAlertSite } from './fixture.ts';

/* Guesses at a portal page, as the rule of its organization, of one above and of another one see them. */

const site = await startAlertSite();
tap.teardown(() => site.stop());

/** Alerts of the gateway that the test evaluates: the one that runs has its own. */
const alerts = async () =>
  (await site.list('/alert/'))
    .filter(({ subject }) => String(subject).includes('5e0f7a1c'))
    .map(({ state, subject, message, organization }) => ({
      state,
      subject,
      message,
      organization,
    }));

test('guesses at a page alert its organization and the one above, and no other', async (t) => {
  const hotel = Number(
    (await site.gate('POST', '/organization/', { name: 'Hotel', parent: 1 }))['id'],
  );
  const other = Number(
    (await site.gate('POST', '/organization/', { name: 'Other', parent: 1 }))['id'],
  );
  const rule = { name: 'guesses', kind: 'portal_guesses', seconds: 60, clear_seconds: 60 };
  for (const organization of [1, hotel, other])
    await site.create('/alert_rule/', { ...rule, name: `guesses ${organization}`, organization });
  const { guesses } = site.gateway.portal;
  const guess = (count: number) => {
    for (let number = 0; number < count; number += 1)
      guesses.wrong({ organization: hotel, page: 5, host: String(number) });
  };
  guess(50);
  await site.pass(120);
  t.same(await alerts(), [], 'guests mistype');
  guess(200);
  await site.pass(120);
  const firing = {
    state: 'firing',
    subject: /^portal at .+, page 5$/,
    message: /page 5: codes or passwords are being guessed/,
  };
  t.match(
    (await alerts()).toSorted((a, b) => Number(a.organization) - Number(b.organization)),
    [
      { ...firing, organization: 1 },
      { ...firing, organization: hotel },
    ],
  );
  t.equal((await alerts()).length, 2);
  await site.pass(900);
  t.same([...new Set((await alerts()).map(({ state }) => state))], ['resolved']);
});
