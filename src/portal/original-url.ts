/**
 * Returns the URL that a device asked for first, if a guest may be sent there: of http or https, and without a user name, which
 * would pass for the name of the server (`http://good.example@evil.example/`).
 */
export function plainUrl(text: string | null | undefined): string | null {
  if (!text || text.length > 2000 || !URL.canParse(text)) return null;
  const { protocol, username, password, href } = new URL(text);
  const isPlain = username === '' && password === '';
  return isPlain && (protocol === 'http:' || protocol === 'https:') ? href : null;
}
