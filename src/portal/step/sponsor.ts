import { Fault } from '../../contract/errors.ts';
import type { Gateway } from '../../gateway/gateway.ts';
import { readLanguages, textsIn, type Texts } from '../../organization/languages.ts';
import { linkOf, sendMessage, stepColumns } from './code-step.ts';
import { domainOf, readEmailAddress } from './email-address.ts';
import { sendGuestMail } from './email.ts';
import { letApprovedIn } from './guest-account.ts';
import { createToken, digestTexts, findPendingLogin, insertPendingLogin } from './pending-store.ts';
import type { ResumedLogin, StepAnswer, StepKind, Visitor } from './step-kind.ts';

/** A login that a sponsor approves, who gets a mail with a link. */
export const sponsor: StepKind = { begin, resume };

const usualMinutes = 60;
/** Requests to a sponsor within an hour: a reception has more guests than a mailbox has codes. */
const maxRequests = 20;
const maxName = 100;

/** What a sponsor reads. */
interface Request {
  readonly to: string;
  readonly visitor: string;
  /** The page with the question. */
  readonly link: string;
}

async function begin(
  gateway: Gateway,
  visitor: Visitor,
  fields: Readonly<Record<string, string>>,
): Promise<StepAnswer> {
  const { page } = visitor;
  const to = readEmailAddress(fields['sponsor'] ?? '');
  const name = readName(fields['visitor'] ?? '');
  if (to === null || name === '' || !isSponsor(visitor, to))
    return { kind: 'problem', text: 'sponsor_wrong' };
  const token = createToken();
  const ask = createToken();
  await insertPendingLogin(gateway, token, {
    ...stepColumns(visitor),
    kind: 'sponsor',
    subject: to,
    reference: digestTexts(ask),
    details: { name },
    mostOfSubject: maxRequests,
    minutes: page.options.sponsor?.wait_minutes ?? usualMinutes,
  });
  const request = { to, visitor: name, link: linkOf(gateway, { ask }, 'sponsor') };
  if (
    !(await sendMessage(gateway, { kind: 'sponsor', visitor }, () =>
      mail(gateway, visitor, request),
    ))
  )
    return { kind: 'problem', text: 'message_failed' };
  const login = await findPendingLogin(gateway, token);
  return login ? { kind: 'waits', token, login } : { kind: 'problem', text: 'step_expired' };
}

/** Reads the name of a guest in one line. */
function readName(text: string): string {
  return text
    .replaceAll(/[\p{Cc}\p{Cf}\s]+/gu, ' ')
    .trim()
    .slice(0, maxName);
}

function isSponsor({ page }: Visitor, address: string): boolean {
  const { addresses = [], domains = [] } = page.options.sponsor ?? {};
  return addresses.includes(address) || domains.includes(domainOf(address));
}

/** @throws Fault with the reason */
async function mail(gateway: Gateway, visitor: Visitor, request: Request): Promise<void> {
  if (gateway.config.portal.public_url === '')
    throw new Fault('invalid', 'portal.public_url is not set, so that a mail has no link');
  await sendGuestMail(gateway, letterOf(visitor, request, textsOf(gateway, visitor)));
}

/** The language of a sponsor is that of the place: the first of the page. */
function textsOf({ config }: Gateway, { page, language }: Visitor): Texts {
  const [first] = page.languages;
  return first === undefined || first === language.code
    ? language.texts
    : textsIn(readLanguages(config.portal.texts_dir), first);
}

function letterOf({ page, mac }: Visitor, { to, visitor, link }: Request, texts: Texts) {
  const place = page.title ?? texts['title'] ?? '';
  const asks = `${texts['visitor_asks'] ?? ''} ${visitor}`;
  const lines = [place, '', asks, `${texts['device'] ?? ''} ${mac}`, ''];
  const how = [texts['sponsor_link'] ?? '', link, '', texts['sponsor_ignore'] ?? ''];
  return { to, subject: `${asks} (${place})`, text: `${[...lines, ...how].join('\n')}\n` };
}

async function resume(gateway: Gateway, { login, token }: ResumedLogin): Promise<StepAnswer> {
  return login.state === 'approved'
    ? letApprovedIn(gateway, login)
    : { kind: 'waits', token, login };
}
