import { recordUpstreamSigning, type StoredUpstream } from '../../aaa/proxy/upstream-store.ts';
import type { Gateway } from '../../gateway/gateway.ts';
import { attributeType } from '../../protocol/radius/attribute-type.ts';
import { hasAttribute, type Packet } from '../../protocol/radius/packet.ts';
import type { ReplyDropReason } from '../../protocol/radius/reply-verifier.ts';

/** Whether the replies of an upstream over UDP need a Message-Authenticator, and why a reply was dropped. */
export class UpstreamSigning {
  readonly #gateway: Pick<Gateway, 'store' | 'log'>;
  readonly #row: StoredUpstream;
  #signs: boolean;
  #isWarned = false;
  #dropped: ReplyDropReason | null = null;

  constructor(gateway: Pick<Gateway, 'store' | 'log'>, row: StoredUpstream) {
    this.#gateway = gateway;
    this.#row = row;
    this.#signs = row.signs === 1;
  }

  /** True if a reply without Message-Authenticator is accepted now. */
  acceptsUnsigned(): boolean {
    const { require_message_authenticator: required } = this.#row;
    return required === 'no' || (required === 'auto' && !this.#signs);
  }

  recordDrop(reason: ReplyDropReason): void {
    this.#dropped = reason;
  }

  /** Returns why there was no reply, and forgets it. */
  takeFailure(): string {
    const reason = this.#dropped === null ? undefined : failures[this.#dropped];
    this.#dropped = null;
    return reason ?? 'no reply';
  }

  /** Learns from an accepted reply to an Access-Request whether the upstream signs. */
  recordReply(packet: Packet): void {
    this.#dropped = null;
    if (this.#row.transport === 'tls') return;
    const isSigned = hasAttribute(packet, attributeType.messageAuthenticator);
    if (isSigned) this.#recordSigned();
    else this.#warn();
  }

  /** Does not wait for the write: after a failure a later reply is recorded. */
  #recordSigned(): void {
    if (this.#signs) return;
    this.#signs = true;
    const { store, log } = this.#gateway;
    const { id, name } = this.#row;
    recordUpstreamSigning(store, id).catch((error: unknown) => {
      log.debug(
        { upstream: name, err: error },
        'RADIUS proxy: cannot write that an upstream signs',
      );
    });
  }

  #warn(): void {
    if (this.#isWarned) return;
    this.#isWarned = true;
    this.#gateway.log.warn(
      { upstream: this.#row.name },
      'RADIUS upstream replies without Message-Authenticator, so its accepts can be forged (CVE-2024-3596)',
    );
  }
}

const failures: Readonly<Partial<Record<ReplyDropReason, string>>> = {
  message_authenticator_missing:
    'its replies have no Message-Authenticator and were dropped: have it sign them, use TLS, or see require_message_authenticator',
  authenticator: 'its replies do not fit the shared secret and were dropped: compare the secrets',
  message_authenticator:
    'the Message-Authenticator of its replies is wrong, so they were dropped: compare the secrets',
};
