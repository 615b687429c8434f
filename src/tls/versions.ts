import { constants } from 'node:crypto';

/** Forward secrecy and authenticated encryption only (RFC 9325 section 4.2). */
const ciphers = [
  'TLS_AES_256_GCM_SHA384',
  'TLS_CHACHA20_POLY1305_SHA256',
  'TLS_AES_128_GCM_SHA256',
  'ECDHE-ECDSA-AES256-GCM-SHA384',
  'ECDHE-RSA-AES256-GCM-SHA384',
  'ECDHE-ECDSA-CHACHA20-POLY1305',
  'ECDHE-RSA-CHACHA20-POLY1305',
  'ECDHE-ECDSA-AES128-GCM-SHA256',
  'ECDHE-RSA-AES128-GCM-SHA256',
].join(':');

/** The versions and ciphers of every TLS server of the gateway. */
export const tlsVersions = { minVersion: 'TLSv1.2', ciphers } as const;

/** The same for a server that asks for certificates: without session tickets every connection presents a valid one. */
export const mutualTls = { ...tlsVersions, secureOptions: constants.SSL_OP_NO_TICKET } as const;
