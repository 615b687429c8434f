import { existsSync } from 'node:fs';
import { readdir, readFile, stat } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { stringify } from 'yaml';
import type { Config } from '../../config/load-config.ts';
import { tlsSections } from '../../config/tls-files.ts';
import type { SourceFile } from './archive.ts';
import { backupPaths } from './manifest.ts';

/* The files of a site apart from its store: configuration, device types, dictionaries, texts of the portal, certificates. */

const maxFiles = 2000;
const maxFileOctets = 16 * 2 ** 20;

/** A folder of the site, its name in a backup, and the key of the configuration that names it. */
interface SiteFolder {
  readonly name: string;
  readonly key: string;
  /** Empty: not configured. */
  readonly folder: string;
}

/** Returns the folders of a site. */
export function siteFolders({ device_types_dir, radius, portal }: Config): readonly SiteFolder[] {
  return [
    { name: 'device-types', key: 'device_types_dir', folder: device_types_dir },
    { name: 'dictionaries', key: 'radius.dictionary_dir', folder: radius.dictionary_dir },
    { name: 'portal-texts', key: 'portal.texts_dir', folder: portal.texts_dir },
  ];
}

/** A file that the configuration names. */
interface SiteFile {
  /** Name in a backup. */
  readonly path: string;
  readonly key: string;
  /** Empty: not configured. */
  readonly file: string;
}

/** Returns the certificates of a site. */
export function siteCertificates(config: Config): readonly SiteFile[] {
  const ofServers = Object.entries(tlsSections(config)).flatMap(([section, tls]) => [
    { key: `${section}.certificate`, file: tls.certificate },
    ...('ca' in tls ? [{ key: `${section}.ca`, file: tls.ca }] : []),
    ...('crl' in tls ? [{ key: `${section}.crl`, file: tls.crl }] : []),
  ]);
  const { http, smtp } = config;
  const all = [
    ...ofServers,
    { key: 'http.tls.acme.ca', file: http.tls.acme.ca },
    { key: 'smtp.ca', file: smtp.ca },
  ];
  return all.map((one) => ({ ...one, path: `certificates/${one.key}.pem` }));
}

/**
 * Returns the private keys of a site, which a backup has only under a passphrase. The gateway's own CA, useless without its
 * key, and the certificates by ACME are among them.
 */
export function siteKeys(config: Config): readonly SiteFile[] {
  const { data_dir, secret_key_file, http } = config;
  const ofServers = Object.entries(tlsSections(config)).map(([section, tls]) => ({
    key: `${section}.key`,
    file: tls.key,
  }));
  const all = [
    ...ofServers,
    { key: 'http.tls.acme.eab_key_file', file: http.tls.acme.eab_key_file },
  ];
  return [
    { path: 'secret.key', key: 'secret_key_file', file: secret_key_file },
    ...all.map((one) => ({ ...one, path: one.key })),
    ...['ca.key', 'ca.pem', 'acme.pem', 'acme-account.key'].map((name) => ({
      path: `tls/${name}`,
      key: 'data_dir',
      file: join(data_dir, 'tls', name),
    })),
  ];
}

/** Lists the files of a site for a backup. @throws Error naming a missing file, or a file that is too large */
export async function listSiteFiles(config: Config): Promise<readonly SourceFile[]> {
  const files: SourceFile[] = [
    { path: backupPaths.configuration, from: { text: configurationText(config) } },
  ];
  for (const { name, folder } of siteFolders(config))
    if (folder !== '' && existsSync(folder)) files.push(...(await filesIn(folder, name)));
  for (const { path, file } of siteCertificates(config))
    if (file !== '' && existsSync(file))
      files.push({ path, from: { text: await readFile(file, 'utf8') } });
  if (files.length > maxFiles)
    throw new Error(`the folders of the site have more than ${maxFiles} files`);
  return files;
}

async function filesIn(folder: string, name: string): Promise<readonly SourceFile[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files: SourceFile[] = [];
  for (const entry of entries) {
    const file = join(entry.parentPath, entry.name);
    const path = `${name}/${relative(folder, file)}`;
    const found = await stat(file);
    if (!found.isFile() || path.split('/').some((part) => part.startsWith('.'))) continue;
    if (found.size > maxFileOctets)
      throw new Error(`${file}: ${found.size} octets, more than a file of a site may have`);
    files.push({ path, from: { file } });
  }
  return files;
}

/** Returns the configuration in force, environment included, without the password of a database. */
export function configurationText(config: Config): string {
  const url = withoutPassword(config.database.url);
  return stringify({ ...config, database: { ...config.database, url } });
}

/** Returns the address of a database without its password. */
export function withoutPassword(address: string): string {
  if (!URL.canParse(address) || !/^postgres(ql)?:/.test(address)) return address;
  const url = new URL(address);
  url.password = '';
  url.searchParams.delete('password');
  return url.href;
}
