import { readdirSync, readFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { parse } from 'yaml';
import { isRecord, languagePattern } from '../contract/fields.ts';
import { digestOf, packageRoot, readParsedFiles } from '../runtime/package-root.ts';

/** The texts of a language by key. */
export type Texts = Readonly<Record<string, string>>;

export interface Language {
  readonly code: string;
  readonly texts: Texts;
}

/** Languages by code. */
export type Languages = ReadonlyMap<string, Language>;

/** The folder of the shipped texts. */
export const shippedTexts = new URL('config/portal/', packageRoot);
export const fallbackLanguage = 'en';
const fileName = new RegExp(`^(${languagePattern})\\.yaml$`);

/**
 * Reads the shipped languages and the site's own, one file each; missing texts are taken from English.
 *
 * @param folder  of the site; empty: not used
 * @throws Error that names the file and the key of an invalid text
 */
export function readLanguages(folder: string): Languages {
  const languages = new Map<string, Language>();
  const parsed = readParsedFiles('texts.json');
  for (const from of folder === '' ? [shippedTexts] : [shippedTexts, pathToFileURL(`${folder}/`)])
    for (const file of readdirSync(from).sort()) {
      const code = fileName.exec(file)?.[1];
      if (code === undefined) continue;
      const content = readFileSync(new URL(file, from), 'utf8');
      const ready = parsed[digestOf(content)];
      const texts = ready === undefined ? parseTexts(file, content) : textsOf(file, ready);
      const known = languages.get(code)?.texts;
      languages.set(code, { code, texts: { ...known, ...texts } });
    }
  const { texts: english } = languages.get(fallbackLanguage) ?? { texts: {} };
  return new Map(
    [...languages].map(([code, { texts }]) => [code, { code, texts: { ...english, ...texts } }]),
  );
}

/**
 * Parses a file of texts.
 *
 * @throws Error that names the file and what is wrong
 */
export function parseTexts(file: string, content: string): Texts {
  return textsOf(file, parse(content));
}

function textsOf(file: string, content: unknown): Texts {
  const entries = Object.entries(isRecord(content) ? content : {});
  return Object.fromEntries(
    entries.map(([key, value]) => {
      if (typeof value !== 'string') throw new Error(`${file}: ${key} is not a text`);
      return [key, value];
    }),
  );
}

/** Returns the texts of a language, else of the same language of another region, else English ones. */
export function textsIn(languages: Languages, code: string | null): Texts {
  const { texts } = languages.get(code ?? fallbackLanguage) ??
    languages.get(code?.split('-')[0] ?? '') ??
    languages.get(fallbackLanguage) ?? { texts: {} };
  return texts;
}
