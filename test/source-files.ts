import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import { packageRoot } from '../src/runtime/package-root.ts';

export const root = fileURLToPath(packageRoot);

export interface SourceFile {
  /** Path from the root of the repository, for example `src/http/route.ts`. */
  readonly path: string;
  readonly text: string;
}

/** Reads every TypeScript file below these folders; declaration files do not count. */
export function sourceFiles(...folders: readonly string[]): readonly SourceFile[] {
  return folders
    .flatMap((folder) =>
      readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map(
        (name) => `${folder}/${name}`,
      ),
    )
    .filter((path) => /\.tsx?$/.test(path) && !path.endsWith('.d.ts'))
    .sort()
    .map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') }));
}

/** Lists the files of this repository that a file imports: types, re-exports and dynamic imports included. */
export function importsOf({ path, text }: SourceFile): readonly string[] {
  return ts
    .preProcessFile(text, true, true)
    .importedFiles.filter(({ fileName }) => fileName.startsWith('.'))
    .map(({ fileName }) => join(dirname(path), fileName));
}

/** Calls `visit` with each node of the file's syntax tree, parents first. */
export function visitNodes({ path, text }: SourceFile, visit: (node: ts.Node) => void): void {
  const descend = (node: ts.Node) => {
    visit(node);
    ts.forEachChild(node, descend);
  };
  descend(ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true));
}
