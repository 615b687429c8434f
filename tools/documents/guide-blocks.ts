import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { packageRoot } from '../../src/runtime/package-root.ts';
import { guideNames } from './guides.ts';

const root = fileURLToPath(packageRoot);

/** A fenced block of README.md or of a guide: what a reader copies. */
export interface GuideBlock {
  /** File and line of the text. */
  readonly place: string;
  /** What follows the fence: the language, and a word that says which test runs the block. */
  readonly key: string;
  readonly text: string;
}

/** Returns the blocks with a key, in the order of the documents. @throws Error without a block */
export function guideBlocks(key: string): readonly GuideBlock[] {
  const found = allGuideBlocks().filter((block) => block.key === key);
  if (found.length === 0) throw new Error(`no guide has a block "${key}"`);
  return found;
}

/** Returns the text of the one block with a key. @throws Error if there are several, which would not be run */
export function guideBlock(key: string): string {
  const [block, ...others] = guideBlocks(key);
  if (!block || others.length > 0) throw new Error(`several guides have a block "${key}"`);
  return block.text;
}

/** Returns all blocks of README.md and of the guides. */
export function allGuideBlocks(): readonly GuideBlock[] {
  return ['README.md', ...guideNames(root).map((name) => `docs/${name}`)].flatMap((name) =>
    blocksOf(name, readFileSync(join(root, name), 'utf8')),
  );
}

/** Returns the blocks of a document. */
export function blocksOf(name: string, document: string): readonly GuideBlock[] {
  return [...document.matchAll(/^ *(`{3,}|~{3,})([^\n]*)\n([^]*?)^ *\1$/gm)].map(
    ({ index, 2: key = '', 3: text = '' }) => ({
      place: `${name}:${document.slice(0, index).split('\n').length}`,
      key: key.trim(),
      text,
    }),
  );
}
