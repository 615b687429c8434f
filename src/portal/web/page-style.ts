import type { ServedPage } from '../page/page-store.ts';

/**
 * Returns the style sheet of one page, on top of that of its theme: colour, background, font and its own rules. Empty: the page
 * has nothing of its own.
 */
export function styleOfPage({ look, background, css, theme }: ServedPage): string {
  const { color, font } = look;
  return [
    color === undefined ? '' : colorsOf(color),
    background === null ? '' : backgroundOf(background),
    background !== null && theme === 'plain' ? band : '',
    font === undefined ? '' : fontOf(font),
    css ?? '',
  ].join('');
}

/** The theme without a picture has no place for one on a desk. */
const band = ':root { --scene-column: 1 / -1; --scene-height-wide: 20rem; --bar-width: 34rem; }\n';

/** A photograph has a light and a dark part, so its words are white on a veil. */
function backgroundOf(background: string): string {
  const isColor = background.startsWith('#');
  const sky = isColor ? background : '#101418';
  const words = isColor ? textColorOn(background) : '#ffffff';
  const picture = isColor ? 'none' : `url('${background}')`;
  const veil = isColor ? 'transparent' : 'rgba(10, 14, 20, 0.62)';
  const heights = isColor ? '' : '--scene-height: 22rem; --scene-height-short: 15rem;';
  return `:root {
  --picture: ${picture}; --picture-size: cover; --picture-size-wide: cover; --picture-repeat: no-repeat;
  --picture-place: 50% 50%; --picture-place-wide: 50% 50%; --picture-mirror: none; --scene-top: 0.75rem; ${heights}
  --day-sky: ${sky}; --day-on-sky: ${words}; --day-veil: ${veil};
  --night-sky: ${sky}; --night-on-sky: ${words}; --night-veil: ${veil}; --night-light: 1;
}
`;
}

function fontOf(font: string): string {
  return `@font-face { font-family: 'own'; src: url('${font}'); font-display: swap; }
:root { --text-font: 'own', system-ui, sans-serif; --title-font: var(--text-font); }
`;
}

/** Papers that lines and icons in the colour of a page must stand out from. */
const papers = { day: '#ffffff', night: '#101318' };

function colorsOf(color: string): string {
  const text = textColorOn(color);
  const [day, night] = [readableOn(color, papers.day), readableOn(color, papers.night)];
  return `:root {
  --day-fill: ${color}; --day-on-fill: ${text}; --day-accent: ${day};
  --night-fill: ${color}; --night-on-fill: ${text}; --night-accent: ${night};
  --fill-edge: var(--accent);
}
`;
}

/** Returns black or white, whichever has more contrast on a colour (WCAG 2.2, relative luminance). */
function textColorOn(color: string): '#000000' | '#ffffff' {
  return luminanceOf(color) > 0.179 ? '#000000' : '#ffffff';
}

/** Contrast of text (WCAG 2.2, 1.4.3). */
const enough = 4.5;

/** Returns a colour, made darker or lighter until it can be read on a paper. */
function readableOn(color: string, paper: string): string {
  const target = luminanceOf(paper) > 0.179 ? 0 : 255;
  const steps = Array.from({ length: 21 }, (_, step) => mix(color, target, step / 20));
  return steps.find((shade) => contrastOf(shade, paper) >= enough) ?? color;
}

function mix(color: string, target: number, share: number): string {
  const parts = partsOf(color).map((part) => Math.round(part + (target - part) * share));
  return `#${parts.map((part) => part.toString(16).padStart(2, '0')).join('')}`;
}

function contrastOf(one: string, other: string): number {
  const [dark = 0, light = 0] = [luminanceOf(one), luminanceOf(other)].sort((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

function luminanceOf(color: string): number {
  const [red = 0, green = 0, blue = 0] = partsOf(color).map((octet) => {
    const part = octet / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function partsOf(color: string): number[] {
  return [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16));
}
