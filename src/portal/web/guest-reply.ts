import type { KeptLogin } from './kept-login.ts';
import type { View } from './document.ts';

/** A page to send. */
export interface GuestReply {
  readonly status: number;
  readonly page: string;
  readonly nonce: string;
  /** True: its form leads to the access point, which may lead anywhere. */
  readonly leadsAway: boolean;
  readonly retryAfter?: number;
  /** Code of a voucher for the browser to keep until its access point has redirected it. */
  readonly keepsCode?: string;
  /** A sealed login for the cookie; null: deletes the cookie. */
  readonly keepsLogin?: KeptLogin | null;
  /** Sealed text for the browser of a guest who is logged in. */
  readonly keepsBrowser?: string;
  /** A file to send in place of the page. */
  readonly file?: { readonly name: string; readonly mediaType: string; readonly content: Buffer };
  /** Token of a login that has begun, for the cookie; empty: deletes the cookie. */
  readonly keepsStep?: string;
}

export function replyOf({ nonce }: View, page: string, status: number): GuestReply {
  return { status, page, nonce, leadsAway: false };
}
