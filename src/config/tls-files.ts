import { createPrivateKey, X509Certificate } from 'node:crypto';
import { accessSync, constants, readFileSync } from 'node:fs';
import { isIP } from 'node:net';
import type { Config } from './config-schema.ts';
import { errorCode } from '../contract/errors.ts';

type File = 'certificate' | 'key' | 'ca' | 'crl';

interface Fault {
  readonly key: string;
  readonly value: string;
  readonly expected: string;
}

/** Parsers of the files; each throws if the content is invalid. */
const readers = {
  certificate: (text: Buffer) => new X509Certificate(text),
  key: (text: Buffer) => createPrivateKey(text),
  ca: (text: Buffer) => new X509Certificate(text),
  crl(text: Buffer) {
    if (!text.includes('-----BEGIN X509 CRL-----')) throw new Error('no revocation list');
  },
} as const;

const contents: Readonly<Record<File, string>> = {
  certificate: 'with a certificate',
  key: 'with a private key without passphrase',
  ca: 'with a certificate',
  crl: 'with revocation lists',
};

type TlsConfig = Pick<Config, 'radius' | 'http' | 'portal' | 'syslog' | 'syslog_listener'>;

/** Returns the sections of the configuration that name the files of TLS, by their keys. */
export function tlsSections({ radius, http, portal, syslog, syslog_listener }: TlsConfig) {
  return {
    'radius.tls': radius.tls,
    'radius.eap': radius.eap,
    'http.tls': http.tls,
    'portal.listener.tls': portal.listener.tls,
    'syslog.tls': syslog.tls,
    'syslog_listener.tls': syslog_listener.tls,
  };
}

/** Returns the errors in the files of RADIUS over TLS, EAP, HTTPS, the portal, mail and syslog; files of a service that is off are not checked. */
export function checkTlsFiles(config: TlsConfig & Pick<Config, 'smtp'>): Fault[] {
  const { radius, portal, smtp, syslog_listener } = config;
  const http = config.http.tls;
  const { enabled, tls } = portal.listener;
  return [
    ...checkRadsecFiles(radius.tls),
    ...checkEap(radius.eap),
    ...checkPair('http.tls', { ...http, switch: 'http.tls.enabled' }),
    ...checkAcme(http),
    ...checkPair('portal.listener.tls', { ...tls, enabled, switch: 'portal.listener.enabled' }),
    ...faultsOf('smtp', smtp, smtp.ca === '' ? [] : ['ca']),
    ...checkSyslog(config.syslog),
    ...checkSyslogListener(syslog_listener.tls, http.enabled),
  ];
}

function checkSyslog({ protocol, tls }: Config['syslog']): Fault[] {
  const section = 'syslog.tls';
  const named = (['ca', 'certificate', 'key'] as const).filter((file) => tls[file] !== '');
  const [first] = named;
  if (first === undefined) return [];
  if (protocol !== 'tls')
    return [
      {
        key: 'syslog.protocol',
        value: protocol,
        expected: `tls, since ${section}.${first} names a file`,
      },
    ];
  return [
    ...(first === 'ca' ? faultsOf(section, tls, ['ca']) : []),
    ...(named.at(-1) === 'ca' ? [] : checkFiles(section, tls, ['certificate', 'key'])),
  ];
}

function checkSyslogListener(tls: Config['syslog_listener']['tls'], isHttps: boolean): Fault[] {
  const section = 'syslog_listener.tls';
  if (tls.ca !== '') return checkFiles(section, tls, ['certificate', 'key', 'ca']);
  if (tls.enabled && !isHttps && tls.certificate === '' && tls.key === '')
    return [
      {
        key: `${section}.certificate`,
        value: '',
        expected: 'a file, since http.tls.enabled is false',
      },
    ];
  return checkPair(section, { ...tls, switch: `${section}.enabled` });
}

function checkRadsecFiles(tls: Config['radius']['tls']): Fault[] {
  const files: readonly File[] = ['certificate', 'key', 'ca'];
  if (files.every((file) => tls[file] === '')) return [];
  return checkFiles('radius.tls', tls, tls.crl === '' ? files : [...files, 'crl']);
}

function checkEap(eap: Config['radius']['eap']): Fault[] {
  const section = 'radius.eap';
  const files = (['ca', 'crl'] as const).filter((file) => eap[file] !== '');
  return [
    ...checkPair(section, { ...eap, switch: `${section}.enabled` }),
    ...faultsOf(section, eap, files.includes('crl') ? ['ca', 'crl'] : files),
  ];
}

interface Listener {
  readonly enabled: boolean;
  /** Key of `enabled`. */
  readonly switch: string;
  readonly certificate: string;
  readonly key: string;
}

/** Certificate and key of a listener are both there, or neither. */
function checkPair(section: string, listener: Listener): Fault[] {
  const { enabled, certificate, key } = listener;
  if (certificate === '' && key === '') return [];
  const faults = checkFiles(section, { certificate, key }, ['certificate', 'key']);
  return enabled || faults.length > 0
    ? faults
    : [
        {
          key: listener.switch,
          value: 'false',
          expected: `true, since ${section}.certificate names a file`,
        },
      ];
}

/** Requirements of a certificate by ACME, each with the key that is at fault. */
function checkAcme({ enabled, certificate, names, acme }: Config['http']['tls']): Fault[] {
  if (acme.directory === '') return [];
  const { terms_agreed, challenge, dns_hook, ca, eab_key_id, eab_key_file } = acme;
  const needsHook = challenge === 'dns-01';
  const hasNames =
    names.length > 0 &&
    names.every((name) => /^[a-z\d-]+(\.[a-z\d-]+)+$/i.test(name) && isIP(name) === 0);
  const faults: readonly (readonly [
    key: string,
    value: unknown,
    isRight: boolean,
    expected: string,
  ])[] = [
    ['enabled', enabled, enabled, 'true, since http.tls.acme.directory is set'],
    [
      'certificate',
      certificate,
      certificate === '',
      'no file, since http.tls.acme.directory is set',
    ],
    [
      'names',
      names.join(', '),
      hasNames,
      'the host names for the certificate, such as gw.example.net; no addresses',
    ],
    ['acme.terms_agreed', terms_agreed, terms_agreed, 'true: you agree to the terms of the CA'],
    [
      'acme.dns_hook',
      dns_hook,
      !needsHook || isProgram(dns_hook),
      'a program that may be executed',
    ],
    [
      'acme.ca',
      ca,
      ca === '' || expectedOf('ca', ca, []) === null,
      'a readable file in PEM with a certificate',
    ],
    [
      'acme.eab_key_id',
      eab_key_id,
      eab_key_id !== '' || eab_key_file === '',
      'the name of the key in http.tls.acme.eab_key_file',
    ],
    [
      'acme.eab_key_file',
      eab_key_file,
      eab_key_id === '' || isKeyFile(eab_key_file),
      'a readable file with the key of http.tls.acme.eab_key_id in base64url',
    ],
  ];
  return faults
    .filter(([, , isRight]) => !isRight)
    .map(([key, value, , expected]) => ({
      key: `http.tls.${key}`,
      value: String(value),
      expected,
    }));
}

function isProgram(file: string): boolean {
  return isUsable(() => {
    accessSync(file, constants.X_OK);
    return true;
  });
}

function isKeyFile(file: string): boolean {
  return isUsable(() => /^[\w-]+$/.test(readFileSync(file, 'utf8').trim()));
}

function isUsable(look: () => boolean): boolean {
  try {
    return look();
  } catch {
    return false;
  }
}

type NamedFiles = Readonly<Partial<Record<File, string>>>;
type Paths = NamedFiles & Readonly<Record<'certificate' | 'key', string>>;

function faultsOf(section: string, paths: NamedFiles, files: readonly File[]): Fault[] {
  return files.flatMap((file) => {
    const expected = expectedOf(file, paths[file] ?? '', files);
    return expected === null
      ? []
      : [{ key: `${section}.${file}`, value: paths[file] ?? '', expected }];
  });
}

/** Returns the errors in a set of required files, including a certificate and its key. */
function checkFiles(section: string, paths: Paths, files: readonly File[]): Fault[] {
  const faults = faultsOf(section, paths, files);
  return faults.length > 0 || isPair(paths)
    ? faults
    : [
        {
          key: `${section}.key`,
          value: paths.key,
          expected: `the private key of ${section}.certificate`,
        },
      ];
}

/** Returns the expectation that a file does not meet; null: it meets all. */
function expectedOf(file: File, path: string, together: readonly File[]): string | null {
  if (path === '') {
    const names = together.filter((name) => name !== 'crl').join(', ');
    return `a file: ${names.replace(/, (?=[^,]*$)/, ' and ')} are required together`;
  }
  try {
    readers[file](readFileSync(path));
    return null;
  } catch (error) {
    const code = errorCode(error) ?? '';
    const isUnreadable = /^E[A-Z]+$/.test(code) && !code.startsWith('ERR');
    return isUnreadable ? `a readable file (${code})` : `a file in PEM ${contents[file]}`;
  }
}

function isPair({ certificate, key }: Paths): boolean {
  return readers
    .certificate(readFileSync(certificate))
    .checkPrivateKey(readers.key(readFileSync(key)));
}
