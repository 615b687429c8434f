import {
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  X509Certificate,
} from 'node:crypto';
import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { isIP } from 'node:net';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { writeDurableFile } from '../runtime/durable-file.ts';
import { issueCertificate, type Issuer } from './issue.ts';

/** Validity of a CA: independent of the clock, which on such a machine may be wrong at the first start. */
export const authorityYears = [
  new Date('2020-01-01T00:00:00Z'),
  new Date('2049-12-31T00:00:00Z'),
] as const;
const dayMs = 86_400_000;
/** Browsers accept at most 398 days, others 825. */
const certificateDays = 365;

/** Key and certificate of a server in PEM. */
export interface IssuedFiles {
  readonly cert: string;
  readonly key: string;
}

/** The servers that the CA signs for: HTTPS, and EAP. */
const ownServers = ['server', 'eap'] as const;
type OwnServer = (typeof ownServers)[number];

/** The CA of this machine, `tls/ca.pem` in the data directory, and the certificates that it has signed for its servers. */
export class OwnAuthority {
  readonly #folder: string;
  readonly #issuer: Issuer;
  readonly certificate: X509Certificate;

  /**
   * Opens the CA, or creates it if it does not exist.
   *
   * @throws Error naming the file if one is missing or damaged
   */
  constructor(dataDir: string) {
    this.#folder = join(dataDir, 'tls');
    mkdirSync(this.#folder, { recursive: true, mode: 0o700 });
    this.#createIfAbsent();
    this.certificate = read(this.#file('ca.pem'), (text) => new X509Certificate(text));
    const privateKey = read(this.#file('ca.key'), createPrivateKey);
    if (!this.certificate.checkPrivateKey(privateKey))
      throw new Error(
        `${this.#file('ca.key')} is not the key of ca.pem in the same folder; put the right key back, or remove both for a new CA`,
      );
    this.#issuer = {
      commonName: this.certificate.subject.replace(/^CN=/, ''),
      publicKey: this.certificate.publicKey,
      privateKey,
    };
  }

  /** SHA-256 of the certificate of the CA: `AB:CD:…`. */
  get fingerprint(): string {
    return this.certificate.fingerprint256;
  }

  get pem(): string {
    return this.certificate.toString();
  }

  /**
   * Returns a certificate that is valid for these names: the former one, or a new one if that lacks a name or has a third of
   * its time left.
   */
  certificateFor(names: readonly string[], now: Date, server: OwnServer = 'server'): IssuedFiles {
    return this.#former(server, names, now) ?? this.#issue(server, names, now);
  }

  #former(server: OwnServer, names: readonly string[], now: Date): IssuedFiles | null {
    try {
      const [cert = '', key = ''] = ['pem', 'key'].map((kind) =>
        readFileSync(this.#file(`${server}.${kind}`), 'utf8'),
      );
      const parsed = new X509Certificate(cert);
      const renewAt = parsed.validToDate.getTime() - (certificateDays / 3) * dayMs;
      const isCurrent =
        parsed.validFromDate <= now &&
        now.getTime() < renewAt &&
        parsed.checkPrivateKey(createPrivateKey(key)) &&
        parsed.verify(this.#issuer.publicKey) &&
        names.every((name) => hasName(parsed, name));
      return isCurrent ? { cert, key } : null;
    } catch {
      // Missing or damaged: a new one is as good.
      return null;
    }
  }

  #issue(server: OwnServer, names: readonly string[], now: Date): IssuedFiles {
    const { publicKey, privateKey } = newKeys();
    const cert = issueCertificate(
      {
        commonName: names[0]?.slice(0, 64) ?? 'Gatehouse',
        publicKey,
        // A client with a clock that is behind accepts it as well.
        notBefore: new Date(now.getTime() - dayMs),
        notAfter: new Date(now.getTime() + certificateDays * dayMs),
        purpose: { kind: 'server', names },
      },
      this.#issuer,
    );
    const key = pemOf(privateKey);
    this.#write(`${server}.key`, key, 0o600);
    this.#write(`${server}.pem`, cert, 0o644);
    return { cert, key };
  }

  /** Creates the CA at the first start. @throws Error if its certificate is lost: no client would trust a new one */
  #createIfAbsent(): void {
    if (existsSync(this.#file('ca.pem'))) return;
    const hasSigned = ownServers.some((server) => existsSync(this.#file(`${server}.pem`)));
    if (hasSigned && existsSync(this.#file('ca.key')))
      throw new Error(
        `${this.#file('ca.pem')} is missing; put it back, from a client or with gatehouse restore, or remove ca.key for a new CA, which every client must then trust`,
      );
    this.#create();
  }

  /** The key comes first: a CA that has its certificate is whole. */
  #create(): void {
    const { publicKey, privateKey } = newKeys();
    const commonName = `Gatehouse CA of ${hostname()}`.slice(0, 64);
    const [notBefore, notAfter] = authorityYears;
    const purpose = { kind: 'authority' } as const;
    const content = { commonName, publicKey, notBefore, notAfter, purpose };
    const cert = issueCertificate(content, { commonName, publicKey, privateKey });
    this.#write('ca.key', pemOf(privateKey), 0o600);
    this.#write('ca.pem', cert, 0o644);
  }

  #write(name: string, text: string, mode: number): void {
    writeDurableFile(this.#file(name), text, { mode, mayReplace: true });
  }

  #file(name: string): string {
    return join(this.#folder, name);
  }
}

function hasName(certificate: X509Certificate, name: string): boolean {
  return isIP(name) === 0
    ? (certificate.subjectAltName?.split(', ').includes(`DNS:${name}`) ?? false)
    : certificate.checkIP(name) !== undefined;
}

function newKeys() {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  return { privateKey, publicKey: createPublicKey(privateKey) };
}

function pemOf(key: ReturnType<typeof createPrivateKey>): string {
  return key.export({ type: 'pkcs8', format: 'pem' }).toString();
}

function read<T>(file: string, parse: (text: Buffer) => T): T {
  try {
    return parse(readFileSync(file));
  } catch (error) {
    throw new Error(
      `${file} cannot be read; put it back, or remove ca.pem and ca.key for a new CA`,
      { cause: error },
    );
  }
}
