import { readdirSync } from 'node:fs';
import { join } from 'node:path';

/** Documents for developers: the gateway does not serve them, and the package leaves them out. */
const forDevelopers: ReadonlySet<string> = new Set(['development.md']);

/** Returns the names of the guides in `docs/`, sorted. */
export function guideNames(root: string): readonly string[] {
  return readdirSync(join(root, 'docs'))
    .filter((name) => name.endsWith('.md') && !forDevelopers.has(name))
    .sort();
}
