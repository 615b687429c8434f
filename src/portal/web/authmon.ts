/* openNDS at level 3 runs authmon, which fetches the devices to let in every few seconds. */

/** What authmon sends with a request for the list, in base64; anything else confirms the list before. */
const nothing = Buffer.from('none').toString('base64');

/**
 * Answers authmon. No device is ever in its list: the browser of a guest brings the token of the grant, as at the other
 * levels.
 *
 * @param form  of a POST to the page
 * @returns     null: the form of a guest
 */
export function answerAuthmon(form: Readonly<Record<string, string>>): string | null {
  const { auth_get: action, payload } = form;
  if (action === undefined) return null;
  if (action === 'clear') return '';
  return action === 'list' || (action === 'view' && payload === nothing) ? '*' : 'ack';
}
