import {
  createHash,
  createHmac,
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  sign,
  type KeyObject,
} from 'node:crypto';

/** The public key of an account as JSON (RFC 7517), its names in the order of RFC 7638. */
interface PublicKeyJson {
  readonly crv: string;
  readonly kty: string;
  readonly x: string;
  readonly y: string;
}

/** A signed request (RFC 7515 section 7.2.2). */
export interface SignedJson {
  readonly protected: string;
  readonly payload: string;
  readonly signature: string;
}

/** Key of an account that the CA has given to a customer, in base64url, and its name. */
export interface ExternalAccount {
  readonly keyId: string;
  readonly hmacKey: string;
}

/** The key of an ACME account: of the curve P-256. */
export class AccountKey {
  readonly #privateKey: KeyObject;
  readonly publicJson: PublicKeyJson;

  /** @param pem  @throws Error if it is no private key */
  constructor(pem: string) {
    this.#privateKey = createPrivateKey(pem);
    const {
      crv = '',
      kty = '',
      x = '',
      y = '',
    } = createPublicKey(this.#privateKey).export({
      format: 'jwk',
    });
    this.publicJson = { crv, kty, x, y };
  }

  /** Returns a new key in PEM. */
  static create(): string {
    const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    return privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
  }

  /** Returns what proves that a challenge is answered by this account (RFC 8555 section 8.1). */
  authorize(token: string): string {
    const json = JSON.stringify(this.publicJson);
    return `${token}.${createHash('sha256').update(json).digest('base64url')}`;
  }

  /** @param payload  text of the request; empty: a read */
  sign(header: Readonly<Record<string, unknown>>, payload: string): SignedJson {
    return signed({ alg: 'ES256', ...header }, payload, (input) =>
      sign('sha256', input, { key: this.#privateKey, dsaEncoding: 'ieee-p1363' }),
    );
  }

  /** Returns the proof that this key belongs to a customer (RFC 8555 section 7.3.4). */
  bind({ keyId, hmacKey }: ExternalAccount, url: string): SignedJson {
    const header = { alg: 'HS256', kid: keyId, url };
    return signed(header, JSON.stringify(this.publicJson), (input) =>
      createHmac('sha256', Buffer.from(hmacKey, 'base64url')).update(input).digest(),
    );
  }
}

function signed(header: object, text: string, signInput: (input: Buffer) => Buffer): SignedJson {
  const protectedHeader = base64url(JSON.stringify(header));
  const payload = base64url(text);
  const signature = signInput(Buffer.from(`${protectedHeader}.${payload}`)).toString('base64url');
  return { protected: protectedHeader, payload, signature };
}

const base64url = (text: string) => Buffer.from(text).toString('base64url');
