import type { Algorithms, CipherAlgorithm, KexAlgorithm, ServerHostKeyAlgorithm } from 'ssh2';

/*
 * Whole lists, because ssh2 takes what is not listed from its own defaults: those hold ssh-rsa, and Diffie-Hellman
 * group exchange, which stops the event loop for 0.2 to 22 seconds while node checks the prime that the server chose.
 */
const keyExchange: readonly KexAlgorithm[] = [
  'curve25519-sha256',
  'curve25519-sha256@libssh.org',
  'ecdh-sha2-nistp256',
  'ecdh-sha2-nistp384',
  'ecdh-sha2-nistp521',
  'diffie-hellman-group14-sha256',
  'diffie-hellman-group16-sha512',
  'diffie-hellman-group18-sha512',
];

const hostKeys: readonly ServerHostKeyAlgorithm[] = [
  'ssh-ed25519',
  'ecdsa-sha2-nistp256',
  'ecdsa-sha2-nistp384',
  'ecdsa-sha2-nistp521',
  'rsa-sha2-512',
  'rsa-sha2-256',
];

const ciphers: readonly CipherAlgorithm[] = [
  'aes128-gcm@openssh.com',
  'aes256-gcm@openssh.com',
  'aes128-ctr',
  'aes192-ctr',
  'aes256-ctr',
  'chacha20-poly1305@openssh.com',
];

const old = {
  keyExchange: ['diffie-hellman-group14-sha1', 'diffie-hellman-group1-sha1'],
  hostKeys: ['ssh-rsa'],
  ciphers: ['aes256-cbc', 'aes192-cbc', 'aes128-cbc', '3des-cbc'],
} as const;

/**
 * What we offer a server, best first.
 *
 * @param legacy  adds what old access points need and what is broken or nearly so: SHA-1 key exchange, ssh-rsa, CBC
 */
export function selectAlgorithms(legacy: boolean): Algorithms {
  return {
    kex: legacy ? [...keyExchange, ...old.keyExchange] : [...keyExchange],
    serverHostKey: legacy ? [...hostKeys, ...old.hostKeys] : [...hostKeys],
    cipher: legacy ? [...ciphers, ...old.ciphers] : [...ciphers],
  };
}
