import createQr from 'qrcode-generator';
import type { Profile } from './profile.ts';
import { isPersonal } from '../wifi-network.ts';
import { xml } from './xml.ts';

/** What a code says of a network. */
export type CodedNetwork = Pick<Profile, 'ssid' | 'isHidden' | 'security' | 'access'>;

/**
 * Returns what cameras of phones read of a code: `WIFI:T:WPA;S:Hotel;P:tozu-mika;;`. WPA3 is written as WPA.
 *
 * @see WPA3 Specification section 7, with the escapes of ZXing, which phones follow
 */
export function wifiText({ ssid, isHidden, security, access }: CodedNetwork): string {
  const key = access.kind === 'key' ? `P:${escape(access.key.reveal())};` : '';
  const type = isPersonal(security) ? 'WPA' : 'nopass';
  return `WIFI:T:${type};S:${escape(ssid)};${key}${isHidden ? 'H:true;' : ''};`;
}

function escape(text: string): string {
  return text.replaceAll(/[\\;,:"]/g, String.raw`\$&`);
}

const quietModules = 4;

/** Draws the code of a network as SVG. */
export function writeWifiCode(network: CodedNetwork): Buffer {
  const qr = createQr(0, 'M');
  qr.addData(Buffer.from(wifiText(network)).toString('latin1'), 'Byte');
  qr.make();
  const modules = qr.getModuleCount();
  const size = String(modules + 2 * quietModules);
  const at = Array.from({ length: modules }, (_, index) => index);
  const dark = at.flatMap((row) =>
    at
      .filter((column) => qr.isDark(row, column))
      .map((column) => `M${column + quietModules} ${row + quietModules}h1v1h-1z`),
  );
  const { text } =
    xml`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size} ${size}" shape-rendering="crispEdges"><path fill="#fff" d="M0 0h${size}v${size}H0z"/><path d="${dark.join('')}"/></svg>
`;
  return Buffer.from(text);
}
