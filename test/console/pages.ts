import type { Locator, Page } from 'playwright-core';

/* The pages of the console, as the walks open them. */

/** Pages of an administrator at a furnished site, with a word that they show once they are read. */
export const pages: Readonly<Record<string, string>> = {
  overview: 'Data store',
  devices: 'ap-garden-1',
  'device?id=1': 'How it is reached',
  'device?id=1&tab=settings': 'Reported',
  'device?id=1&tab=log': 'command',
  alerts: 'No alert',
  alert_rules: 'No rule yet',
  work: 'sync',
  sessions: 'anna',
  'sessions?open=1': 'The NAS sends no Interim-Updates',
  'why?q=over': 'ended',
  vouchers: 'How long?',
  people: 'desk',
  'people?edit=2': 'What they may do',
  profiles: 'Guest 20 Mbit',
  wifi_keys: 'No Wi-Fi key yet',
  device_certificates: 'No device certificate yet',
  in_house: 'No hotel guest',
  charges: 'No charge yet',
  wifi_networks: 'No Wi-Fi network yet',
  fallbacks: 'No fallback yet',
  hotels: 'No hotel system yet',
  clients: 'lobby-router',
  portal: 'lobby',
  'portal_page?id=1': 'Ways to log in',
  reports: 'Time online',
  'reports?report=guests': 'Guests by day',
  'reports?report=logins&days=30': 'Reasons of refusals',
  'reports?report=vouchers': 'No voucher was made',
  'reports?report=availability': 'ap-garden-1',
  organizations: 'Hotel Aurora',
  gateway: '% free',
  audit: 'POST',
  discovery: 'Nothing was searched yet',
  fleet: 'No fleet operation yet',
  webhooks: 'No webhook yet',
  deliveries: 'Nothing was sent yet',
  configuration: 'database.url',
  tasks: 'alert deliveries',
  connection_profiles: 'dead',
  access_points: 'ap-lobby',
  upstreams: 'No upstream',
  directories: 'No directory',
  pools: 'No pool',
  dns: 'No rule yet',
  portal_log: 'registration',
  locations: 'No location yet',
  tokens: 'admin',
  _kit: 'Every component',
};

/** Returns the name of the picture of a page. */
export const nameOf = (address: string) => address.replace(/\W+/g, '-');

interface OpenedDialog {
  readonly address: string;
  /** What is pressed one after the other until it is open. */
  readonly presses: readonly ((page: Page) => Locator)[];
}

const button = (name: string | RegExp) => (page: Page) => page.getByRole('button', { name });
/** The form of a new row at the side of a page. */
const formOf = (address: string): OpenedDialog => ({ address: `${address}?edit=new`, presses: [] });

/** Everything that opens before a page. */
export const dialogs: Readonly<Record<string, OpenedDialog>> = {
  reboot: { address: 'device?id=1', presses: [button('Reboot')] },
  setting: { address: 'device?id=1&tab=settings', presses: [button(/^Change /)] },
  fleet: {
    address: 'devices',
    presses: [(page) => page.getByRole('checkbox', { name: /ap-garden-1/ }), button('Operate')],
  },
  disconnect: { address: 'sessions?open=1', presses: [button('Disconnect')] },
  delete: { address: 'clients?edit=1', presses: [button('Delete')] },
  'portal-copy': { address: 'portal_page?id=1', presses: [button(/^Copy$/)] },
  account: { address: 'devices', presses: [button('admin: account and looks')] },
  'audit-entry': {
    address: 'audit',
    presses: [(page) => page.locator('#main table').getByRole('link')],
  },
  ...Object.fromEntries(
    [
      'devices',
      'connection_profiles',
      'discovery',
      'access_points',
      'alert_rules',
      'webhooks',
      'people',
      'profiles',
      'directories',
      'clients',
      'upstreams',
      'pools',
      'dns',
      'portal',
      'organizations',
      'locations',
    ].map((page) => [`new-${page}`, formOf(page)]),
  ),
};
