import { copyFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import { packageRoot } from '../../src/runtime/package-root.ts';

interface Manifest {
  readonly version: string;
  readonly license: string;
  readonly devDependencies: Readonly<Record<string, string>>;
}

const options: ts.CompilerOptions = {
  target: ts.ScriptTarget.ES2022,
  module: ts.ModuleKind.ESNext,
  verbatimModuleSyntax: true,
};

/**
 * Lays out the TypeScript client as a package of npm: `npm install FOLDER`, or `npm pack FOLDER`.
 *
 * @param root  folder of the checkout
 * @param into  folder of the package, which is replaced
 */
export function layOutClient(root: string, into: string): void {
  const from = join(root, 'packaging/typescript');
  rmSync(into, { recursive: true, force: true });
  mkdirSync(into, { recursive: true });
  const source = readFileSync(join(from, 'client.ts'), 'utf8');
  const { outputText: program } = ts.transpileModule(source, { compilerOptions: options });
  const { outputText: types } = ts.transpileDeclaration(source, {
    compilerOptions: { ...options, declaration: true },
    fileName: 'client.ts',
  });
  writeFileSync(join(into, 'client.js'), program);
  writeFileSync(join(into, 'client.d.ts'), types);
  for (const name of ['control-api.d.ts', 'gate-api.d.ts', 'README.md'])
    copyFileSync(join(from, name), join(into, name));
  copyFileSync(join(root, 'LICENSE'), join(into, 'LICENSE'));
  writeFileSync(join(into, 'package.json'), `${JSON.stringify(manifestOf(root), null, 2)}\n`);
}

function manifestOf(root: string): object {
  const { version, license, devDependencies } = JSON.parse(
    readFileSync(join(root, 'package.json'), 'utf8'),
  ) as Manifest;
  return {
    name: 'gatehouse-client',
    version,
    description: 'The APIs of Gatehouse with the types of its documents',
    license,
    type: 'module',
    engines: { node: '>=20' },
    exports: { '.': { types: './client.d.ts', default: './client.js' } },
    dependencies: { 'openapi-fetch': devDependencies['openapi-fetch'] },
  };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const root = fileURLToPath(packageRoot);
  const into = join(root, 'dist/client');
  layOutClient(root, into);
  process.stdout.write(`${into}\n`);
}
