/** Returns what a device printed without the echo of the line that was sent. */
export function outputOf(text: string, echo: string | null): string {
  if (!echo) return text;
  const rest = text.slice(echoEnd(text, echo));
  return rest.startsWith('\n') ? rest.slice(1) : rest;
}

/** Returns where the echo of a line ends in what the device printed, which may have broken it; 0: there is none. */
export function echoEnd(text: string, echo: string): number {
  const whole = text.indexOf(echo);
  if (whole >= 0) return whole + echo.length;
  let at = 0;
  for (const character of echo.replaceAll(/\s/g, '')) {
    while (/\s/.test(text.charAt(at))) at += 1;
    if (!text.startsWith(character, at)) return 0;
    at += character.length;
  }
  return at;
}
