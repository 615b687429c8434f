import { globSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { parse } from 'yaml';
import { parseRecording, type Recording } from '../../../src/device-type/record/recording.ts';

const folder = 'fixtures/device-types';

/** Reads all recordings, by `TYPE/NAME`. */
export function readRecordings(): ReadonlyMap<string, Recording> {
  const files = globSync('*/*.yaml', { cwd: folder }).sort();
  return new Map(files.map((file) => [nameOf(file), readRecording(join(folder, file))]));
}

/** Reads one recording. */
export function readRecording(file: string): Recording {
  return parseRecording(parse(readFileSync(file, 'utf8')), file);
}

function nameOf(file: string): string {
  return `${dirname(file)}/${basename(file, '.yaml')}`;
}
