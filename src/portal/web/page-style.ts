import type { ServedPage } from '../page/page-store.ts';

/** The style sheet of one page, on top of that of its theme: its colour. Empty: the page has nothing of its own. */
export function styleOfPage({ look }: ServedPage): string {
  const { color } = look;
  return color === undefined ? '' : colorsOf(color);
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
export function textColorOn(color: string): '#000000' | '#ffffff' {
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
