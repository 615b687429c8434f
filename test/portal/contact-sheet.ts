import type { Browser, Page } from 'playwright-core';

interface Picture {
  readonly name: string;
  /** A JPEG. */
  readonly octets: Buffer;
}

/** Puts pictures of pages next to each other on one, so that a person can look through them. */
export class ContactSheet {
  readonly #pictures: Picture[] = [];

  /** Takes a picture of what a page shows. */
  async take(opened: Page, name: string): Promise<void> {
    this.#pictures.push({ name, octets: await opened.screenshot({ type: 'jpeg', quality: 70 }) });
  }

  /** @param file    a PNG, whose folder exists  @param options.width  of each picture */
  async write(
    browser: Browser,
    file: string,
    { width, columns }: { readonly width: number; readonly columns: number },
  ): Promise<void> {
    const context = await browser.newContext({
      viewport: { width: columns * (width + 8), height: 600 },
    });
    const sheet = await context.newPage();
    const figures = this.#pictures.map(
      ({ name, octets }) =>
        `<figure style="margin:4px;font:12px sans-serif">${name}<br><img width="${width}" src="data:image/jpeg;base64,${octets.toString('base64')}"></figure>`,
    );
    await sheet.setContent(
      `<body style="margin:0;display:flex;flex-wrap:wrap">${figures.join('')}</body>`,
    );
    await sheet.screenshot({ path: file, fullPage: true });
    await context.close();
  }
}
