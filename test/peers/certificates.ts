import { execFileSync } from 'node:child_process';
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A certificate and its key: the files and their contents. */
export interface Issued {
  readonly certificate: string;
  readonly key: string;
  readonly cert: string;
  readonly keyText: string;
}

interface Subject {
  /** Subject alternative names in the syntax of openssl: `DNS:nas.example,IP:127.0.0.1`. */
  readonly names?: string;
  readonly isExpired?: boolean;
  /** Curve of the key; default: P-256. */
  readonly curve?: 'prime256v1' | 'secp384r1';
}

/** A CA in a temporary folder, made by openssl. */
export class Authority {
  readonly folder = mkdtempSync(join(tmpdir(), 'authority-'));
  readonly file = join(this.folder, 'ca.pem');
  #issued = 0;

  constructor() {
    chmodSync(this.folder, 0o755);
    const files = ['-keyout', join(this.folder, 'ca.key'), '-out', this.file];
    this.#openssl(
      'req',
      '-x509',
      ...newKey,
      ...files,
      '-days',
      '30',
      '-subj',
      '/CN=A CA for tests',
    );
    for (const [name, content] of [
      ['index', ''],
      ['serial', '01\n'],
      ['index.attr', 'unique_subject = no\n'],
      ['ca.conf', configuration(this.folder)],
    ] as const)
      writeFileSync(join(this.folder, name), content);
  }

  get ca(): string {
    return readFileSync(this.file, 'utf8');
  }

  issue(commonName: string, { names, isExpired = false, curve }: Subject = {}): Issued {
    this.#issued += 1;
    const path = (kind: string) => join(this.folder, `${this.#issued}.${kind}`);
    const [certificate, key, request] = [path('pem'), path('key'), path('csr')];
    const more = names === undefined ? [] : ['-addext', `subjectAltName=${names}`];
    this.#openssl(
      'req',
      '-new',
      ...keyOn(curve),
      '-keyout',
      key,
      '-out',
      request,
      '-subj',
      `/CN=${commonName}`,
      ...more,
    );
    const span = isExpired
      ? ['20200101000000Z', '20200102000000Z']
      : ['20200101000000Z', '20490101000000Z'];
    const [from = '', until = ''] = span;
    const signed = ['-in', request, '-out', certificate, '-startdate', from, '-enddate', until];
    this.#openssl('ca', '-batch', '-notext', '-config', join(this.folder, 'ca.conf'), ...signed);
    chmodSync(key, 0o644);
    return {
      certificate,
      key,
      cert: readFileSync(certificate, 'utf8'),
      keyText: readFileSync(key, 'utf8'),
    };
  }

  /** Revokes a certificate. */
  revoke({ certificate }: Issued): void {
    this.#openssl('ca', '-config', join(this.folder, 'ca.conf'), '-revoke', certificate);
  }

  /** Writes the list of the certificates that have been revoked. */
  writeRevocationList(file: string): void {
    const out = ['-gencrl', '-crldays', '30', '-out', file];
    this.#openssl('ca', '-config', join(this.folder, 'ca.conf'), ...out);
  }

  remove(): void {
    rmSync(this.folder, { recursive: true });
  }

  #openssl(...args: readonly string[]): void {
    execFileSync('openssl', args, { cwd: this.folder, stdio: 'pipe' });
  }
}

function keyOn(curve: Subject['curve'] = 'prime256v1'): readonly string[] {
  return ['-newkey', 'ec', '-pkeyopt', `ec_paramgen_curve:${curve}`, '-nodes'];
}

const newKey = keyOn();

function configuration(folder: string): string {
  return `
[ca]
default_ca = test
[test]
database = ${folder}/index
new_certs_dir = ${folder}
certificate = ${folder}/ca.pem
private_key = ${folder}/ca.key
serial = ${folder}/serial
default_md = sha256
policy = any
copy_extensions = copy
[any]
commonName = supplied
`;
}
