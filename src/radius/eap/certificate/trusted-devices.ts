import { findDeviceAuthority, type DeviceAuthority } from '../../../aaa/wifi/device-authority.ts';
import {
  issuerOf,
  readRevocations,
  readRevocationVersion,
} from '../../../aaa/wifi/device-certificate.ts';
import type { Gateway } from '../../../gateway/gateway.ts';
import { issueRevocationList, type Revocation } from '../../../tls/issue.ts';
import { authorityYears } from '../../../tls/own-authority.ts';

/** Below the time within which a revocation ends sessions; a store is not asked at each login. */
const checkIntervalMs = 250;

/** The CA of devices, and what it has revoked. */
export interface DeviceTrust {
  /** PEM. */
  readonly certificate: string;
  /** Digest of the name of the CA. */
  readonly issuer: string;
  readonly revoked: readonly Revocation[];
  /** PEM. It does not expire: the gateway makes it anew with each revocation. */
  readonly revocationList: string;
}

/** The certificates of devices that the gateways of the store have signed, as this gateway knows them. */
export class TrustedDevices {
  readonly #context: Pick<Gateway, 'store' | 'vault'>;
  #authority: DeviceAuthority | null = null;
  #version = '';
  #checkedAt = -Infinity;
  /** Null: there is no CA of devices yet. */
  current: DeviceTrust | null = null;

  constructor(context: Pick<Gateway, 'store' | 'vault'>) {
    this.#context = context;
  }

  /**
   * Reads what other gateways and callers of the API may have changed, at most four times a second. Without the store the former
   * state counts: a login needs the store as well.
   *
   * @returns true: something has changed
   */
  async readIfChanged(): Promise<boolean> {
    if (performance.now() - this.#checkedAt < checkIntervalMs) return false;
    this.#checkedAt = performance.now();
    try {
      return await this.#read();
    } catch {
      return false;
    }
  }

  async #read(): Promise<boolean> {
    const { store } = this.#context;
    this.#authority ??= await findDeviceAuthority(this.#context);
    if (!this.#authority) return false;
    const version = await readRevocationVersion(store);
    if (version === this.#version) return false;
    const revoked = await readRevocations(store);
    this.current = trustOf(this.#authority, revoked);
    this.#version = version;
    return true;
  }
}

function trustOf(
  { certificate, issuer }: DeviceAuthority,
  revoked: readonly Revocation[],
): DeviceTrust {
  const [thisUpdate, nextUpdate] = authorityYears;
  const list = { revoked, number: revoked.length + 1, thisUpdate, nextUpdate };
  return {
    certificate: certificate.toString(),
    issuer: issuerOf(certificate),
    revoked,
    revocationList: issueRevocationList(list, issuer),
  };
}
