import { isRecord } from '../../../contract/fields.ts';
import type { SheetDocument } from './sheet-font.ts';

/** A picture that is in a document once, however often it is drawn. */
export interface Picture {
  /** Points. */
  readonly width: number;
  readonly height: number;
  readonly draw: (place: {
    readonly x: number;
    readonly y: number;
    readonly width: number;
  }) => void;
}

/**
 * Opens a PNG or JPEG picture. PDFKit would embed it again for each card; its types do not have the function that opens it once.
 *
 * @returns null: the picture cannot be read
 */
export function openPicture(document: SheetDocument, content: Uint8Array): Picture | null {
  const open: unknown = Reflect.get(document, 'openImage');
  const put: unknown = Reflect.get(document, 'image');
  if (typeof open !== 'function' || typeof put !== 'function')
    throw new Error('PDFKit opens no images');
  const image = tryOpening(() => Reflect.apply(open, document, [Buffer.from(content)]));
  if (!isRecord(image)) return null;
  const { width, height } = image;
  if (typeof width !== 'number' || typeof height !== 'number' || !(width > 0 && height > 0))
    return null;
  return {
    width,
    height,
    draw({ x, y, width: wanted }) {
      Reflect.apply(put, document, [image, x, y, { width: wanted }]);
    },
  };
}

function tryOpening(open: () => unknown): unknown {
  try {
    return open();
  } catch {
    // What browsers show need not be what this library reads: the title stands alone.
    return null;
  }
}
