import type {
  Algorithms,
  CipherAlgorithm,
  KexAlgorithm,
  MacAlgorithm,
  ServerHostKeyAlgorithm,
} from 'ssh2';
import type { ServerOffer } from './server-offer.ts';

/** How old the algorithms may be: no broken or deprecated ones; long-established ones too; broken ones too. */
export const legacyLevels = ['off', 'compat', 'insecure'] as const;
export type LegacyLevel = (typeof legacyLevels)[number];

interface Lists {
  readonly keyExchange: readonly KexAlgorithm[];
  readonly hostKeys: readonly ServerHostKeyAlgorithm[];
  readonly ciphers: readonly CipherAlgorithm[];
  readonly macs: readonly MacAlgorithm[];
}

/*
 * Complete lists, because ssh2 takes its own defaults for a list that is missing: those contain ssh-rsa and prefer
 * Diffie-Hellman group exchange. Each level adds to those before it.
 */
const listsOf: Readonly<Record<LegacyLevel, Lists>> = {
  off: {
    keyExchange: [
      'curve25519-sha256',
      'curve25519-sha256@libssh.org',
      'ecdh-sha2-nistp256',
      'ecdh-sha2-nistp384',
      'ecdh-sha2-nistp521',
      'diffie-hellman-group14-sha256',
      'diffie-hellman-group16-sha512',
      'diffie-hellman-group18-sha512',
    ],
    hostKeys: [
      'ssh-ed25519',
      'ecdsa-sha2-nistp256',
      'ecdsa-sha2-nistp384',
      'ecdsa-sha2-nistp521',
      'rsa-sha2-512',
      'rsa-sha2-256',
    ],
    ciphers: [
      'aes128-gcm@openssh.com',
      'aes256-gcm@openssh.com',
      'aes128-ctr',
      'aes192-ctr',
      'aes256-ctr',
      'chacha20-poly1305@openssh.com',
    ],
    macs: [
      'hmac-sha2-256-etm@openssh.com',
      'hmac-sha2-512-etm@openssh.com',
      'hmac-sha1-etm@openssh.com',
      'hmac-sha2-256',
      'hmac-sha2-512',
      'hmac-sha1',
    ],
  },
  compat: {
    keyExchange: ['diffie-hellman-group-exchange-sha256', 'diffie-hellman-group14-sha1'],
    hostKeys: ['ssh-rsa'],
    ciphers: ['aes256-cbc', 'aes192-cbc', 'aes128-cbc'],
    macs: [],
  },
  insecure: {
    keyExchange: ['diffie-hellman-group-exchange-sha1', 'diffie-hellman-group1-sha1'],
    hostKeys: ['ssh-dss'],
    ciphers: ['3des-cbc'],
    macs: ['hmac-sha1-96', 'hmac-md5', 'hmac-md5-96'],
  },
};

/** Returns the level of the option: `false` and `true` are from the time before there were three. */
export function legacyLevelOf(legacy: LegacyLevel | boolean): LegacyLevel {
  if (typeof legacy === 'string') return legacy;
  return legacy ? 'insecure' : 'off';
}

/**
 * Returns the algorithms that are offered to a server, in order of preference.
 *
 * @param knownKey  type of the host key that is expected, `ssh-rsa`; a server with several shows the one asked for first
 */
export function selectAlgorithms(level: LegacyLevel, knownKey?: string): Algorithms {
  const { keyExchange, hostKeys, ciphers, macs } = offeredAt(level);
  const isKnown = (algorithm: ServerHostKeyAlgorithm) => keyTypeOf(algorithm) === knownKey;
  return {
    kex: [...keyExchange],
    serverHostKey: [
      ...hostKeys.filter(isKnown),
      ...hostKeys.filter((algorithm) => !isKnown(algorithm)),
    ],
    cipher: [...ciphers],
    hmac: [...macs],
  };
}

function offeredAt(level: LegacyLevel): Lists {
  const levels = legacyLevels.slice(0, legacyLevels.indexOf(level) + 1).map((one) => listsOf[one]);
  return {
    keyExchange: levels.flatMap((lists) => lists.keyExchange),
    hostKeys: levels.flatMap((lists) => lists.hostKeys),
    ciphers: levels.flatMap((lists) => lists.ciphers),
    macs: levels.flatMap((lists) => lists.macs),
  };
}

/** Returns the type of the key that a signature algorithm uses: RSA keys sign by several (RFC 8332). */
function keyTypeOf(algorithm: ServerHostKeyAlgorithm): string {
  return algorithm.startsWith('rsa-sha2-') ? 'ssh-rsa' : algorithm;
}

const kinds = [
  ['keyExchange', 'key exchange'],
  ['hostKeys', 'host key'],
  ['ciphers', 'cipher'],
  ['macs', 'MAC'],
] as const;

/**
 * Describes why there is no common algorithm: the offer of the device for that kind, and the level that accepts it.
 *
 * @returns null if each kind has a common algorithm
 */
export function describeMismatch(offer: ServerOffer, level: LegacyLevel): string | null {
  const missing = missingAt(offer, level);
  if (missing === undefined) return null;
  const [kind, label] = missing;
  const offered = offer[kind].join(', ').slice(0, 500);
  const accepting = legacyLevels.find((one) => missingAt(offer, one) === undefined);
  const advice =
    accepting === undefined
      ? 'no level of legacy accepts it'
      : `legacy: ${accepting} in the options of the connection accepts it`;
  return `no common ${label} algorithm; the device offers ${offered}; ${advice}`;
}

function missingAt(offer: ServerOffer, level: LegacyLevel) {
  const ours = offeredAt(level);
  // A cipher with authentication needs no MAC; which one is agreed on is the cipher that we prefer.
  const cipher = ours.ciphers.find((one) => offer.ciphers.includes(one));
  const isAuthenticated = cipher?.includes('@openssh.com') === true;
  return kinds.find(([kind]) => {
    if (kind === 'macs' && isAuthenticated) return false;
    const known: readonly string[] = ours[kind];
    return !offer[kind].some((one) => known.includes(one));
  });
}
