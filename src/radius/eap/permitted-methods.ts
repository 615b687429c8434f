import type { EapRule } from '../../aaa/client/eap-rules.ts';
import type { Config } from '../../config/config-schema.ts';
import type { EapMethodName } from '../../contract/eap-method.ts';
import { eapType } from '../../protocol/eap/eap-packet.ts';
import { startFrame } from '../../protocol/eap/tls-fragments.ts';
import { CertificateProtocol } from './certificate/certificate-login.ts';
import type { OfferedMethods, StartedMethod } from './conversation.ts';
import type { EapCertificates } from './eap-certificates.ts';
import type { EapMethod } from './eap-method.ts';
import { PeapProtocol } from './peap.ts';
import { TlsMethod } from './tls-method.ts';
import { TtlsProtocol } from './ttls.ts';

type EapConfig = Config['radius']['eap'];

const types: Readonly<Record<EapMethodName, number>> = {
  ttls: eapType.ttls,
  peap: eapType.peap,
  tls: eapType.tls,
};

/** Returns the name of a method, as decisions have it. */
export function shownMethod(name: EapMethodName): string {
  return `EAP-${name.toUpperCase()}`;
}

/** The place of a device, as far as methods depend on it. */
interface Place {
  /** Name of the AAA client. */
  readonly client: string;
  readonly rules: readonly EapRule[];
  readonly ssid: string | null;
}

/** The methods that the gateway offers to devices. */
export class PermittedMethods {
  readonly #config: EapConfig;
  readonly #certificates: EapCertificates;

  constructor(config: EapConfig, certificates: EapCertificates) {
    this.#config = config;
    this.#certificates = certificates;
  }

  /** EAP-TLS needs a CA that signs certificates of devices. */
  get #usable(): readonly EapMethodName[] {
    const { hasDevices } = this.#certificates;
    return this.#config.methods.filter((name) => name !== 'tls' || hasDevices);
  }

  /** Returns the methods that are permitted at a place: of the first rule of the client for its network, else all. */
  at({ client, rules, ssid }: Place): PlaceMethods {
    const open = (name: EapMethodName) => ({ method: this.#create(name), start: startFrame });
    const usable = this.#usable;
    const rule = rules.find((one) => one.ssid === undefined || one.ssid === ssid);
    if (!rule) return new PlaceMethods(open, usable, 'radius.eap.methods');
    const network = rule.ssid === undefined ? '' : ` for the network "${rule.ssid}"`;
    return new PlaceMethods(
      open,
      rule.methods.filter((name) => usable.includes(name)),
      `eap_methods of the AAA client "${client}"${network}`,
    );
  }

  #create(name: EapMethodName): EapMethod {
    const { server, verifyingServer, sessions, ownIssuer } = this.#certificates;
    if (name === 'tls')
      return new TlsMethod(new CertificateProtocol({ ...this.#config, ownIssuer }), {
        server: verifyingServer,
        sessions,
      });
    const protocol = name === 'peap' ? new PeapProtocol() : new TtlsProtocol();
    return new TlsMethod(protocol, { server, sessions });
  }
}

/** The methods that are permitted at a place. */
export class PlaceMethods implements OfferedMethods {
  readonly #open: (name: EapMethodName) => StartedMethod;
  readonly #permitted: readonly EapMethodName[];
  /** The setting that permits them. */
  readonly setting: string;

  constructor(
    open: (name: EapMethodName) => StartedMethod,
    permitted: readonly EapMethodName[],
    setting: string,
  ) {
    this.#open = open;
    this.#permitted = permitted;
    this.setting = setting;
  }

  get names(): string {
    return this.#permitted.map(shownMethod).join(', ');
  }

  /** Opens the method that a device is offered first; null: none is permitted. */
  preferred(): StartedMethod | null {
    const [first] = this.#permitted;
    return first === undefined ? null : this.#open(first);
  }

  open(wanted: readonly number[]): StartedMethod | null {
    const found = wanted.flatMap((type) => this.#permitted.filter((name) => types[name] === type));
    return found[0] === undefined ? null : this.#open(found[0]);
  }
}
