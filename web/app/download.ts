import { callForFile } from './api.ts';
import { asProblem } from './load.ts';

/** Saves a file that an endpoint answers with. @throws Problem if it is refused */
export async function saveFile(path: string, name: string, mediaType: string): Promise<void> {
  const blob = await callForFile(path, { headers: { accept: mediaType } });
  offerFile(blob, name);
}

/** Saves a file in the browser's own way. */
export function offerFile(blob: Blob, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  // The browser has opened the file by then.
  setTimeout(() => {
    URL.revokeObjectURL(link.href);
  }, keptMs);
}

const keptMs = 60_000;

/** Saves the rows of a list as CSV. @returns why not; null: it was saved */
export async function saveCsv(path: string, name: string): Promise<string | null> {
  try {
    await saveFile(path, `${name}.csv`, 'text/csv');
    return null;
  } catch (error) {
    return asProblem(error).message;
  }
}
