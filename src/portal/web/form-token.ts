import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

const key = randomBytes(32);
const validMs = 3_600_000;

/**
 * Signs a form for the address that it is shown to and the redirect that it belongs to, so that no other site can post it.
 * Valid for an hour, at the gateway that made it.
 */
export function signForm(
  form: { readonly address: string; readonly query: string },
  at: Date,
): string {
  const issued = at.getTime();
  return `${issued}.${digest(form, issued)}`;
}

/** What is known of a form that is posted. */
interface PostedForm {
  readonly query: string;
  readonly remoteAddress: string;
  /** True if another site posts the form. */
  readonly isCrossSite: boolean;
}

/** True for a form of this gateway that is not too old, for the address and the redirect that it comes with. */
export function isOwnForm(
  { query, remoteAddress: address, isCrossSite }: PostedForm,
  fields: Readonly<Record<string, string>>,
  at: Date,
): boolean {
  return !isCrossSite && isFormToken(fields['form'] ?? '', { address, query }, at);
}

function isFormToken(
  token: string,
  form: { readonly address: string; readonly query: string },
  at: Date,
): boolean {
  const [time = '', signature = ''] = token.split('.');
  const issued = Number(time);
  if (!Number.isSafeInteger(issued) || Math.abs(at.getTime() - issued) > validMs) return false;
  const expected = Buffer.from(digest(form, issued));
  const presented = Buffer.from(signature);
  return presented.length === expected.length && timingSafeEqual(presented, expected);
}

function digest(
  form: { readonly address: string; readonly query: string },
  issued: number,
): string {
  return createHmac('sha256', key)
    .update(JSON.stringify([form.address, form.query, issued]))
    .digest('base64url');
}
