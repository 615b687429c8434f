import { useEffect, useRef, useState } from 'preact/hooks';
import { fontsIn, sheetFor } from './guest-sheet.ts';

interface GuestScreenProps {
  readonly label: string;
  readonly isPhone: boolean;
  /** HTML of the page. */
  readonly html: string;
  /** Text of its style sheets. */
  readonly css: string;
}

const screens = {
  phone: { width: 390, height: 844 },
  desktop: { width: 1280, height: 800 },
} as const;

/**
 * Shows a page of guests as its own style sheets draw it. It is in a shadow tree, which keeps it and the console apart, in a box
 * that nothing leaves; its scripts do not run, and nobody can press anything in it.
 */
export function GuestScreen({ label, isPhone, html, css }: GuestScreenProps) {
  const size = isPhone ? 'phone' : 'desktop';
  const box = useRef<HTMLDivElement>(null);
  const host = useRef<HTMLDivElement>(null);
  const width = useWidth(box);
  useEffect(() => {
    treeOf(host.current)?.replaceChildren(pageIn(html));
  }, [html]);
  useEffect(() => {
    const tree = treeOf(host.current);
    if (tree) tree.adoptedStyleSheets = [sheetFor(css, screens[size])];
  }, [css, size]);
  useEffect(() => {
    host.current?.style.setProperty('zoom', String(width / screens[size].width));
  }, [width, size]);
  useFonts(css);
  return (
    <div class={size}>
      <div class="screen" ref={box} role="region" aria-label={label} tabIndex={0}>
        <div class="screen-page" ref={host} inert />
      </div>
    </div>
  );
}

function treeOf(host: HTMLElement | null): ShadowRoot | null {
  return host && (host.shadowRoot ?? host.attachShadow({ mode: 'open' }));
}

/** Returns the `html` of a page with its `body`, without all that is not drawn. */
function pageIn(html: string): HTMLElement {
  const page = new DOMParser().parseFromString(html, 'text/html').documentElement;
  for (const element of page.querySelectorAll('head, script, noscript, style, link, meta'))
    element.remove();
  return page;
}

/** Returns the width of a box in CSS pixels. */
function useWidth(box: { readonly current: HTMLElement | null }): number {
  const [width, setWidth] = useState(0);
  useEffect(() => {
    if (!box.current) return undefined;
    const observer = new ResizeObserver(([entry]) => {
      setWidth(entry?.contentRect.width ?? 0);
    });
    observer.observe(box.current);
    return () => {
      observer.disconnect();
    };
  }, [box]);
  return width;
}

/** Loads the fonts of a page while it is shown, but none by a name that the console writes in. */
function useFonts(css: string): void {
  useEffect(() => {
    const style = getComputedStyle(document.documentElement);
    const own = `${style.getPropertyValue('--sans')},${style.getPropertyValue('--mono')}`;
    const names = new Set(own.split(',').map((name) => nameOf(name)));
    const faces = fontsIn(css)
      .filter(({ family }) => !names.has(nameOf(family)))
      .map(({ family, source }) => new FontFace(family, source));
    for (const face of faces) document.fonts.add(face);
    return () => {
      for (const face of faces) document.fonts.delete(face);
    };
  }, [css]);
}

function nameOf(family: string): string {
  return family.replaceAll(/["']/g, '').trim().toLowerCase();
}
