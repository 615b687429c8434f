import type { Config } from '../../config/config-schema.ts';
import { eapType } from '../../protocol/eap/eap-packet.ts';
import { startFrame } from '../../protocol/eap/tls-fragments.ts';
import { CertificateProtocol } from './certificate-login.ts';
import type { OfferedMethods, StartedMethod } from './conversation.ts';
import type { EapCertificates } from './eap-certificates.ts';
import type { EapMethod } from './eap-method.ts';
import { PeapProtocol } from './peap.ts';
import { TlsMethod } from './tls-method.ts';
import { TtlsProtocol } from './ttls.ts';

type EapConfig = Config['radius']['eap'];
type MethodName = EapConfig['methods'][number];

const types: Readonly<Record<MethodName, number>> = {
  ttls: eapType.ttls,
  peap: eapType.peap,
  tls: eapType.tls,
};

/** The methods that the gateway offers to devices. */
export class PermittedMethods implements OfferedMethods {
  readonly #config: EapConfig;
  readonly #certificates: EapCertificates;
  readonly #permitted: readonly MethodName[];

  constructor(config: EapConfig, certificates: EapCertificates) {
    this.#config = config;
    this.#certificates = certificates;
    this.#permitted = config.methods.filter((name) => name !== 'tls' || config.ca !== '');
  }

  get names(): string {
    return this.#permitted.map((name) => `EAP-${name.toUpperCase()}`).join(', ');
  }

  /** Opens the method that a device is offered first. */
  preferred(): StartedMethod {
    return this.#start(this.#permitted[0] ?? 'ttls');
  }

  open(wanted: readonly number[]): StartedMethod | null {
    const found = wanted.flatMap((type) => this.#permitted.filter((name) => types[name] === type));
    return found[0] === undefined ? null : this.#start(found[0]);
  }

  #start(name: MethodName): StartedMethod {
    return { method: this.#create(name), start: startFrame };
  }

  #create(name: MethodName): EapMethod {
    const { server, verifyingServer, sessions } = this.#certificates;
    if (name === 'tls')
      return new TlsMethod(new CertificateProtocol(this.#config), {
        server: verifyingServer,
        sessions,
      });
    const protocol = name === 'peap' ? new PeapProtocol() : new TtlsProtocol();
    return new TlsMethod(protocol, { server, sessions });
  }
}
