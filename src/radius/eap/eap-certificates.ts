import type { SecureContextOptions } from 'node:tls';
import { hostname } from 'node:os';
import type { Gateway } from '../../gateway/gateway.ts';
import { EapTlsServer } from '../../protocol/eap/tls-channel.ts';
import { CertificateFiles } from '../../tls/certificate-files.ts';
import { readRevocationList, type RevokedCertificates } from '../../tls/revocation-list.ts';
import { OwnAuthority } from '../../tls/own-authority.ts';
import type { ResumableLogin } from './eap-method.ts';
import { checkServerKey, securityOptions } from './tls-security.ts';
import { TlsSessions } from './tls-sessions.ts';
import { TrustedDevices, type DeviceTrust } from './certificate/trusted-devices.ts';

type Context = Pick<Gateway, 'config' | 'clock' | 'log' | 'store' | 'vault'>;
type ReadIfChanged = () => Promise<EapFiles | null>;

interface EapFiles extends Omit<SecureContextOptions, 'crl'> {
  readonly cert: string | Buffer;
  /** One list each. */
  readonly crl?: string[] | undefined;
}

/** A certificate of the own CA is renewed months before its end. */
const ownCheckMs = 60_000;
const hourMs = 3_600_000;

/** The TLS servers of EAP, with a certificate of files that a site renews or of the gateway's own CA. */
export class EapCertificates {
  readonly #log: Gateway['log'];
  readonly #readIfChanged: ReadIfChanged;
  readonly #hasFiles: boolean;
  readonly #devices: TrustedDevices;
  /** For methods whose devices have no certificate. */
  readonly server: EapTlsServer;
  /** Asks devices for a certificate. The method says what becomes of one that is not valid, and why. */
  readonly verifyingServer: EapTlsServer;
  /** The sessions that devices may resume; null: they may not. */
  readonly sessions: TlsSessions<ResumableLogin> | null;
  /** What the revocation lists have; another list each time that a file has changed. */
  revoked: readonly RevokedCertificates[];

  private constructor(
    { config, clock, log }: Context,
    {
      readIfChanged,
      devices,
    }: { readonly readIfChanged: ReadIfChanged; readonly devices: TrustedDevices },
    options: EapFiles,
  ) {
    this.#hasFiles = config.radius.eap.ca !== '';
    this.#devices = devices;
    const lifetimeMs = config.radius.eap.resumption_hours * hourMs;
    const now = () => clock.monotonicMs();
    this.sessions = lifetimeMs === 0 ? null : new TlsSessions({ lifetimeMs, now });
    this.revoked = revokedBy(options, devices.current);
    this.#log = log;
    this.#readIfChanged = readIfChanged;
    const sessionSeconds = Math.max(1, lifetimeMs / 1000);
    this.server = new EapTlsServer(options, sessionSeconds);
    this.verifyingServer = new EapTlsServer({ ...options, ...verifying }, sessionSeconds);
  }

  /** @throws Error naming a file that cannot be used */
  static async open(context: Context): Promise<EapCertificates> {
    const { config, clock } = context;
    const { eap } = config.radius;
    const readFiles = eap.certificate === '' ? ownCertificate(config, clock) : filesOf(eap);
    const devices = new TrustedDevices(context);
    let files: EapFiles | null = null;
    const readIfChanged = async () => {
      const changed = await readFiles();
      if (changed) checkServerKey(eap, changed.cert);
      files = changed ?? files;
      const isChanged = await devices.readIfChanged();
      if (!files || (!changed && !isChanged)) return null;
      return { ...securityOptions(eap), ...files, ...clientTrust(files, devices.current) };
    };
    const options = await readIfChanged();
    if (!options) throw new Error('the certificate of EAP was read before');
    return new EapCertificates(context, { readIfChanged, devices }, options);
  }

  /** True if there is a CA that signs certificates of devices. */
  get hasDevices(): boolean {
    return this.#hasFiles || this.#devices.current !== null;
  }

  /** Digest of the name of the CA of devices, which is the gateway's own; null: there is none yet. */
  get ownIssuer(): string | null {
    return this.#devices.current?.issuer ?? null;
  }

  /** Uses renewed files for further conversations. Invalid files are ignored. */
  async renew(): Promise<void> {
    try {
      const options = await this.#readIfChanged();
      if (!options) return;
      this.server.renew(options);
      this.verifyingServer.renew({ ...options, ...verifying });
      this.revoked = revokedBy(options, this.#devices.current);
      // The next login of each device is a full handshake, which meets the new CAs and revocation lists.
      this.sessions?.clear();
      this.#log.info('EAP: certificates renewed');
    } catch (error) {
      this.#log.error(
        { err: error },
        'EAP: cannot renew the certificates; the former ones stay in use',
      );
    }
  }
}

/** Node would end a connection with a certificate that is not valid before its reason is known. */
const verifying = { requestCert: true, rejectUnauthorized: false } as const;

/**
 * Returns the CAs of devices and their revocation lists: those of the files, and the gateway's own. With a list, TLS wants one of
 * each CA: where the files have CAs without lists, revoked certificates of the own CA are refused at the login alone.
 */
function clientTrust(
  { ca, crl }: EapFiles,
  own: DeviceTrust | null,
): { readonly ca: EapFiles['ca']; readonly crl: EapFiles['crl'] } {
  if (!own) return { ca, crl };
  const lists = ca && !crl ? undefined : [...(crl ?? []), own.revocationList];
  return { ca: [...(ca ? [ca].flat() : []), own.certificate], crl: lists };
}

/** @throws Error if a list cannot be read */
function revokedBy({ crl }: EapFiles, own: DeviceTrust | null): readonly RevokedCertificates[] {
  const lists = (crl ?? []).filter((list) => list !== own?.revocationList).map(readRevocationList);
  const { issuer, revoked } = own ?? {};
  if (issuer === undefined || !revoked) return lists;
  return [...lists, { issuer, serials: revoked.map(({ serial }) => serial) }];
}

type EapConfig = Gateway['config']['radius']['eap'];

function filesOf({ certificate, key, ca, crl }: EapConfig): ReadIfChanged {
  const files = new CertificateFiles({ certificate, key, ca, crl });
  return () => files.readIfChanged();
}

/** The certificate is of the own CA; the CAs of devices are files all the same. */
function ownCertificate(
  { data_dir, radius }: Gateway['config'],
  clock: Gateway['clock'],
): ReadIfChanged {
  const { server_name, ca, crl } = radius.eap;
  const authority = new OwnAuthority(data_dir);
  const names = [server_name === '' ? hostname() : server_name];
  const clients = ca === '' ? null : new CertificateFiles({ certificate: ca, key: ca, ca, crl });
  let former = '';
  let checkedAt = -Infinity;
  let trusted: Pick<EapFiles, 'ca' | 'crl'> = {};
  return async () => {
    const changed = await clients?.readIfChanged();
    if (changed) trusted = { ca: changed.ca, crl: changed.crl };
    if (!changed && performance.now() - checkedAt < ownCheckMs) return null;
    checkedAt = performance.now();
    const issued = authority.certificateFor(names, clock.now(), 'eap');
    const isSame = issued.cert === former;
    former = issued.cert;
    return isSame && !changed ? null : { ...issued, ...trusted };
  };
}
