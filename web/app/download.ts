import { say } from '../design/toast.tsx';
import { callForFile } from './api.ts';
import { asProblem } from './load.ts';

const keptMs = 60_000;

/** Saves a file that an endpoint answers with, in the browser's own way. @throws Problem if it is refused */
export async function saveFile(path: string, name: string, mediaType: string): Promise<void> {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(await callForFile(path, mediaType));
  link.download = name;
  link.click();
  // The browser has opened the file by then.
  setTimeout(() => {
    URL.revokeObjectURL(link.href);
  }, keptMs);
}

/** Saves rows as CSV, or says why not. @param name  without its ending */
export async function saveCsv(path: string, name: string): Promise<void> {
  try {
    await saveFile(path, `${name}.csv`, 'text/csv');
  } catch (error) {
    say(asProblem(error).message, true);
  }
}
