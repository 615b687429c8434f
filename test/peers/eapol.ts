import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A login with eapol_test, which is station and NAS: wpa_supplicant with a RADIUS client. */
export interface EapolLogin {
  readonly to: { readonly address: string; readonly port: number };
  readonly secret: string;
  /** Lines of the network block of wpa_supplicant: `eap=TTLS`, `identity="alice"`; or a whole configuration. */
  readonly network: readonly string[] | string;
  /** Lines outside of the network block: `fast_reauth=0`. */
  readonly global?: readonly string[];
  /** Further arguments, such as `-N30:s:02-00-00-00-00-01` for an attribute. */
  readonly args?: readonly string[];
}

/** Runs eapol_test and returns its output: it ends with SUCCESS only if its keys are those that the NAS was given. */
export function eapolTest({
  to,
  secret,
  network,
  global = [],
  args = [],
}: EapolLogin): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'eapol-'));
  const file = join(folder, 'station.conf');
  const block = (lines: readonly string[]) => ['network={', 'key_mgmt=WPA-EAP', ...lines, '}'];
  const lines = [...global, ...(typeof network === 'string' ? [network] : block(network))];
  writeFileSync(file, lines.map((line) => `${line}\n`).join(''));
  const all = ['-c', file, '-a', to.address, '-p', String(to.port), '-s', secret, '-t', '60'];
  return new Promise((resolve) => {
    execFile(
      'eapol_test',
      [...all, ...args],
      { timeout: 90_000, maxBuffer: 64 * 1024 * 1024 },
      (_error, stdout) => {
        rmSync(folder, { recursive: true });
        resolve(stdout);
      },
    );
  });
}

/** The values of an attribute in the Access-Accept, as eapol_test prints them: text, a number or hexadecimal. */
export function acceptValues(output: string, type: number): string[] {
  const accept = output.slice(output.lastIndexOf('code=2 (Access-Accept)'));
  const pattern = new RegExp(
    `Attribute ${type} .*length=\\d+\\n +Value: (?:'(.*)'|([0-9a-f]+|\\d+))`,
    'g',
  );
  return [...accept.matchAll(pattern)].map(([, text, other]) => text ?? other ?? '');
}
