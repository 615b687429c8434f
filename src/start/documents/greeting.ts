import type { ListenAddress } from '../../gateway/module.ts';
import type { RunningGateway } from '../main.ts';
import { packageVersion } from '../../runtime/package-root.ts';

/** Returns the message of a start: the addresses, the first token, and a first request. */
export function greeting(running: RunningGateway): string {
  const { http, https, guests, radius, tokenFile, gateway } = running;
  const base = https
    ? `https://${addressText({ ...http, port: https.port })}`
    : `http://${addressText(http)}`;
  const token = tokenFile ?? `${gateway.config.data_dir}/admin-token`;
  return [
    `Gatehouse ${packageVersion} listens:`,
    `  device control        ${base}/control/api/v1/   (try it: ${base}/control/api/v1/docs)`,
    `  access control        ${base}/gate/api/v1/      (try it: ${base}/gate/api/v1/docs)`,
    ...(https?.fingerprint
      ? [`  CA of this machine    ${base}/ca.crt, SHA-256 ${https.fingerprint}`]
      : []),
    ...(guests ? [`  portal                ${portalUrl(running)}/portal/`] : []),
    `  health and metrics    ${base}/healthz  /readyz  /metrics`,
    `  RADIUS                authentication ${addresses(radius.auth, 'udp')}, accounting ${addresses(radius.acct, 'udp')}`,
    ...(radius.tls.length > 0 ? [`  RADIUS over TLS       ${addresses(radius.tls, 'tcp')}`] : []),
    tokenFile
      ? `First start: created an organization, the user "admin" and a token. The token is in ${tokenFile}`
      : `Store: ${gateway.store.engine}`,
    `Next: curl ${https?.fingerprint ? `--cacert ${gateway.config.data_dir}/tls/ca.pem ` : ''}-H "Authorization: Bearer $(cat ${token})" ${base}/control/api/v1/inventory_type/`,
  ].join('\n');
}

/** Returns the addresses of a start and the file of the first token as fields of a line of the log. */
export function greetingFields(running: RunningGateway) {
  const { http, https, guests, radius, tokenFile } = running;
  return {
    http: `http://${addressText(http)}`,
    ...(https && { https: `https://${addressText({ ...http, port: https.port })}` }),
    ...(https?.fingerprint && { ca_fingerprint: https.fingerprint }),
    ...(guests && { portal: `${portalUrl(running)}/portal/` }),
    radius_auth: addresses(radius.auth, 'udp'),
    radius_acct: addresses(radius.acct, 'udp'),
    ...(radius.tls.length > 0 && { radius_tls: addresses(radius.tls, 'tcp') }),
    ...(tokenFile !== null && { first_token_file: tokenFile }),
  };
}

function portalUrl({ guests, gateway }: RunningGateway): string {
  const { public_url, listener } = gateway.config.portal;
  if (public_url !== '' || !guests) return public_url;
  return `http${listener.tls.certificate === '' ? '' : 's'}://${addressText(guests)}`;
}

function addresses(bound: readonly ListenAddress[], transport: 'udp' | 'tcp'): string {
  return bound.map((address) => `${addressText(address)}/${transport}`).join(' ');
}

/** Returns an address as a browser takes it. */
export function addressText({ address, port }: ListenAddress): string {
  if (address === '0.0.0.0' || address === '::') return `localhost:${port}`;
  return address.includes(':') ? `[${address}]:${port}` : `${address}:${port}`;
}
