import { Html } from './html.ts';

const defaultColor = '#0b5cad';

/** Returns the style of a page. Colours keep the contrast that WCAG 2.2 AA asks for, whatever the colour of the buttons. */
export function styleOf(color: string = defaultColor): Html {
  return new Html(`
    :root { color-scheme: light; --accent: ${color}; --on-accent: ${textColorOn(color)}; }
    * { box-sizing: border-box; }
    body { margin: 0; background: #eef1f5; color: #1b2430; font: 1.0625rem/1.5 system-ui, -apple-system, "Segoe UI", Roboto, sans-serif; }
    main { max-width: 28rem; margin: 0 auto; padding: 1.5rem 1rem 3rem; }
    .card { background: #fff; border-radius: .75rem; padding: 1.25rem; margin-top: 1rem; box-shadow: 0 1px 3px rgba(20, 30, 50, .18); }
    h1 { font-size: 1.5rem; line-height: 1.25; margin: .5rem 0; overflow-wrap: anywhere; }
    h2 { font-size: 1.125rem; margin: 0 0 .75rem; }
    p { margin: .5rem 0; overflow-wrap: anywhere; }
    .brand { font-weight: 600; margin: 0; color: #45505e; }
    .logo { display: block; max-width: 12rem; max-height: 6rem; margin: 0 0 .75rem; }
    label { display: block; font-weight: 600; margin: .75rem 0 .25rem; }
    input[type=text], input[type=password] { width: 100%; min-height: 3rem; padding: .5rem .75rem; font: inherit; color: inherit; background: #fff; border: 1px solid #66717f; border-radius: .5rem; }
    .check { display: flex; gap: .75rem; align-items: flex-start; font-weight: 400; }
    .check input { width: 1.5rem; height: 1.5rem; flex: none; margin: 0; accent-color: var(--accent); }
    button, .button { display: block; width: 100%; min-height: 3rem; margin-top: 1rem; padding: .625rem 1rem; font: inherit; font-weight: 600; text-align: center; text-decoration: none; color: var(--on-accent); background: var(--accent); border: 1px solid #1b2430; border-radius: .5rem; cursor: pointer; }
    .plain { color: #1b2430; background: #fff; }
    :focus-visible { outline: 3px solid #1b2430; outline-offset: 2px; }
    .alert { border-left: .375rem solid #b3261e; background: #fdecea; padding: .75rem 1rem; border-radius: .5rem; margin-top: 1rem; }
    .done { border-left-color: #1e7b34; background: #e7f5ea; }
    .note { font-size: .9375rem; color: #45505e; }
    .terms { max-height: 14rem; overflow: auto; white-space: pre-wrap; overflow-wrap: anywhere; border: 1px solid #66717f; border-radius: .5rem; padding: .75rem; margin: .5rem 0; font-size: .9375rem; }
    summary { min-height: 2.75rem; padding: .5rem 0; font-weight: 600; cursor: pointer; }
    nav ul { display: flex; flex-wrap: wrap; gap: .25rem .5rem; list-style: none; padding: 0; margin: 1.5rem 0 0; }
    nav a { display: inline-block; min-height: 2.75rem; padding: .5rem; color: #1b2430; }
    nav a[aria-current] { font-weight: 700; text-decoration: none; }
  `);
}

/** Returns black or white, whichever has more contrast on a colour (WCAG 2.2, relative luminance). */
function textColorOn(color: string): '#000000' | '#ffffff' {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(color.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue > 0.179 ? '#000000' : '#ffffff';
}
