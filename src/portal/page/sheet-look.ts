import type { SheetLooks } from '../../gateway/sheet-look.ts';
import { findNetworkName } from '../../organization/network-names.ts';
import type { Store } from '../../store/store.ts';
import { findFile } from './page-files.ts';
import { findPageOfPlace } from './page-store.ts';

/** Kinds of files that the sheets draw. */
const printedPictures = ['image/png', 'image/jpeg'];
const printedFonts = ['font/ttf', 'font/woff'];

/** Creates the looks of one gateway: those of the page that serves a place. */
export function createSheetLooks(store: Store): SheetLooks {
  return {
    async find(place) {
      const [page, ssid] = await Promise.all([
        findPageOfPlace(store, place),
        findNetworkName(store, place),
      ]);
      const { color = null, logo, font } = page?.look ?? {};
      return {
        title: page?.title ?? null,
        language: page?.languages[0] ?? null,
        color,
        logo: await fileOf(store, logo, printedPictures),
        font: await fileOf(store, font, printedFonts),
        ssid,
      };
    },
  };
}

async function fileOf(
  store: Store,
  address: string | undefined,
  types: readonly string[],
): Promise<Uint8Array | null> {
  const name = address?.split('/').at(-1);
  const file = name === undefined ? null : await findFile(store, name);
  return file && types.includes(file.type) ? file.body : null;
}
