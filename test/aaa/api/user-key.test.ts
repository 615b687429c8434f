import { randomBytes } from 'node:crypto';
import tap, { test } from 'tap';
import { guideBlock } from '../../../tools/documents/guide-blocks.ts';
import { eventually, results, type GatewayProcess, type Json } from '../../gateway-process.ts';
import { radclient } from '../../peers/radclient.ts';
import { masterKeyOf, secondMessage } from '../../protocol/eapol-station.ts';
import { secret } from '../../radius/acct/send-accounting.ts';
import { addCaller, addTenant, startBoth } from './fixture.ts';

/* Wi-Fi keys of users: in the API, and in the Access-Accepts that give them to access points. */

const { engines, stop } = await startBoth();
tap.teardown(stop);

const ssid = 'Hotel';
const radio = '02005e0000aa';
const macOf = (number: number) => `02005e0001${number.toString(16).padStart(2, '0')}`;
const spelled = (mac: string) => (mac.match(/../g) ?? []).join('-').toUpperCase();

/** The attributes by which an access point asks about the address of a device. */
const byAddress = (mac: string, network = ssid) => `User-Name="${mac}"
User-Password="${mac}"
Calling-Station-Id="${spelled(mac)}"
Called-Station-Id="${spelled(radio)}:${network}"
Message-Authenticator=0x00
`;

/** The handshake of a device with a key, by the attributes of a vendor. */
function handshakeOf(passphrase: string, mac: string) {
  const [nonce, radioNonce] = [randomBytes(32), randomBytes(32)];
  const frame = secondMessage({ passphrase, ssid, mac, radio, nonce, radioNonce });
  const hex = (octets: Buffer) => `0x${octets.toString('hex')}`;
  return {
    hostapd: `${byAddress(mac)}FreeRADIUS-802.1X-Anonce=${hex(radioNonce)}
FreeRADIUS-802.1X-EAPoL-Key-Msg=${hex(frame)}
`,
    ruckus: `${byAddress(mac, 'not the network')}Ruckus-SSID="${ssid}"
Ruckus-BSSID=0x${radio}
Ruckus-DPSK-Cipher=4
Ruckus-DPSK-Anonce=${hex(radioNonce)}
Ruckus-DPSK-EAPOL-Key-Frame=${hex(frame)}
`,
  };
}

const accepted = /Received Access-Accept/;
const rejected = /Received Access-Reject/;

class Hotel {
  readonly #gateway: GatewayProcess;
  readonly #client: number;

  private constructor(gateway: GatewayProcess, client: number) {
    this.#gateway = gateway;
    this.#client = client;
  }

  static async open(gateway: GatewayProcess): Promise<Hotel> {
    const { body } = await gateway.gate('POST', '/aaa_client/', {
      name: 'controller',
      address: '127.0.0.1',
      secret,
    });
    return new Hotel(gateway, Number(body['id']));
  }

  async make(path: string, body: Json): Promise<Json> {
    const made = await this.#gateway.gate('POST', path, body);
    if (made.status !== 201) throw new Error(made.text);
    return made.body;
  }

  async takeKeys(wifi_keys: string | null, more: Json = {}): Promise<void> {
    const path = `/aaa_client/${this.#client}/`;
    const { status, text } = await this.#gateway.gate('PATCH', path, { wifi_keys, ...more });
    if (status !== 200) throw new Error(text);
  }

  async ask(attributes: string): Promise<string> {
    const to = { address: '127.0.0.1', port: this.#gateway.authPort };
    const { output } = await radclient({ to, secret, command: 'auth', attributes, seconds: 4 });
    return output.slice(output.indexOf('Received Access-'));
  }

  async account(attributes: string): Promise<void> {
    const to = { address: '127.0.0.1', port: this.#gateway.acctPort };
    const { output } = await radclient({ to, secret, command: 'acct', attributes, seconds: 10 });
    if (!output.includes('Accounting-Response')) throw new Error(output);
  }

  /** Returns the newest decision, once it is written. */
  async decision(matches: (row: Json) => boolean): Promise<Json | undefined> {
    const answer = await eventually(
      () => this.#gateway.gate('GET', '/aaa_decision/?limit=1'),
      (found) => results(found).some(matches),
    );
    return results(answer)[0];
  }
}

for (const [engine, gateway] of Object.entries(engines)) {
  const gate = gateway.gate.bind(gateway);
  const hotel = await Hotel.open(gateway);
  const { id: profile } = await hotel.make('/aaa_profile/', {
    name: 'rooms',
    vlan: 101,
    check_attributes: [{ attribute: 'Simultaneous-Use', op: ':=', value: '2' }],
  });
  const addRoom = async (room: string, more: Json = {}) =>
    Number((await hotel.make('/user/', { username: room, profile, ...more }))['id']);
  const devicesOf = async (key: unknown) =>
    results(await gate('GET', `/user_key_device/?user_key=${String(key)}`)).map(({ mac }) =>
      String(mac).replaceAll(':', '').toLowerCase(),
    );

  test(`${engine}: a key is checked, unique in its organization, shown once, and that of a visible user`, async (t) => {
    const user = await addRoom('room 100');
    const block = JSON.parse(guideBlock('json user_key')) as Json;
    const generated = await gate('POST', '/user_key/', { ...block, user });
    const shownKey = { user, username: 'room 100', name: block['name'], devices: 0 };
    t.match(generated, { status: 201, body: shownKey });
    t.match(generated.body['key'], /^(?:[a-z]{4}-){3}[a-z]{4}$/);
    const key = 'a key of ours!';
    t.notOk('key' in (await hotel.make('/user_key/', { user, key })), 'the caller knows it');
    t.match(await gate('POST', '/user_key/', { user, key }), {
      status: 400,
      body: { key: /Another user/ },
    });
    for (const wrong of ['seven77', 'x'.repeat(64), 'schlüssel', 'tab\tin it'])
      t.match(
        await gate('POST', '/user_key/', { user, key: wrong }),
        { status: 400, body: { key: /./ } },
        wrong,
      );
    t.match(await gate('POST', '/user_key/', { user: 99_999 }), {
      status: 400,
      body: { user: /./ },
    });
    const path = `/user_key/${String(generated.body['id'])}/`;
    const shown = [
      await gate('GET', path),
      await gate('GET', '/user_key/'),
      await gate('GET', '/aaa_client/'),
    ];
    for (const { text } of shown) {
      t.notMatch(text, String(generated.body['key']));
      t.notMatch(text, /digest|v1\./);
    }
    const tenant = await addTenant(gateway, 'annex');
    t.equal((await tenant.call('GET', path)).status, 404);
    t.equal((await tenant.call('DELETE', path)).status, 404);
    t.match(await tenant.call('POST', '/user_key/', { user }), {
      status: 400,
      body: { user: /./ },
    });
    const guest = (await tenant.call('POST', '/user/', { username: 'annex 1' })).body['id'];
    t.match(
      await tenant.call('POST', '/user_key/', { user: guest, key }),
      { status: 201 },
      'another organization',
    );
    t.match(
      await gate('PATCH', `/user/${String(guest)}/`, { organization: 1 }),
      { status: 409 },
      'two of one key',
    );
    const desk = await addCaller(gateway, { username: `${engine} desk`, role: 'front_desk' });
    t.match(await desk.call('POST', '/user_key/', { user }), { status: 201 });
    const admin = results(await gate('GET', '/user/?username__exact=admin'))[0]?.['id'];
    t.match(await desk.call('POST', '/user_key/', { user: admin }), { status: 400 }, 'no guest');
    t.equal((await gate('DELETE', path)).status, 204);
    t.equal((await gate('GET', path)).status, 404);
  });

  test(`${engine}: each vendor's access points get the key of a device by the attributes of the vendor`, async (t) => {
    const key = `$1 key, "${engine}"`;
    const user = await addRoom('room 101');
    const { id } = await hotel.make('/user_key/', { user, key });
    const mac = macOf(1);
    const device = JSON.parse(guideBlock('json user_key_device')) as Json;
    const bound = await hotel.make('/user_key_device/', { ...device, user_key: id, mac });
    t.match(bound, { mac: '02:00:5E:00:01:01', username: 'room 101' });
    t.match(await hotel.ask(byAddress(mac)), rejected, 'the client takes no keys yet');
    const escaped = key.replaceAll('"', '\\"');
    const hexKey = Buffer.from(key).toString('hex');
    const tunnelPassword = `\tTunnel-Password:0 = "${escaped}"\n`;
    const given: Readonly<Record<string, string>> = {
      aruba: `\tAruba-MPSK-Passphrase = 0x${hexKey}\n`,
      cisco: `\tCisco-AVPair = "psk-mode=ascii"\n\tCisco-AVPair = "psk=${escaped}"\n`,
      hostapd: tunnelPassword,
      meraki: tunnelPassword,
      mikrotik: `\tMikrotik-Wireless-PSK = "${escaped}"\n`,
      omada: tunnelPassword,
      ruckus: `\tRuckus-Dpsk = 0x00${masterKeyOf({ passphrase: key, ssid }).toString('hex')}\n`,
      unifi: tunnelPassword,
    };
    for (const [vendor, attributes] of Object.entries(given)) {
      await hotel.takeKeys(vendor);
      const output = await hotel.ask(byAddress(mac));
      t.match(output, accepted, vendor);
      t.ok(output.includes(attributes), `${vendor}: ${output}`);
      t.match(
        output,
        /User-Name = "room 101"[^]*Tunnel-Private-Group-Id:0 = "101"|Tunnel-Private-Group-Id:0 = "101"[^]*User-Name = "room 101"/,
      );
    }
    const decision = await hotel.decision(({ method }) => method === 'MPSK');
    t.match(decision, { outcome: 'accept', user });
    t.notMatch(JSON.stringify(decision), hexKey);
    t.notMatch(JSON.stringify(decision), key.slice(0, 6));
    const block = JSON.parse(guideBlock('json wifi_keys')) as Json;
    await hotel.takeKeys(String(block['wifi_keys']), block);
    t.match(await hotel.ask(byAddress(mac)), accepted);
    t.match(await hotel.ask(byAddress(mac, 'open')), rejected, 'a network without keys');
    await hotel.takeKeys('hostapd', { wifi_key_ssids: [] });
    t.match(await hotel.ask(byAddress(macOf(2))), rejected, 'a device without a key');
  });

  test(`${engine}: the policy decides over a device with a key as over any other login`, async (t) => {
    const user = await addRoom('room 102');
    const { id } = await hotel.make('/user_key/', { user });
    const devices = [3, 4, 5].map(macOf);
    for (const mac of devices) await hotel.make('/user_key_device/', { user_key: id, mac });
    await hotel.takeKeys('hostapd');
    const [first = '', second = '', third = ''] = devices;
    t.match(await hotel.ask(byAddress(first)), accepted);
    t.match(await hotel.ask(byAddress(second)), accepted);
    t.match(await hotel.ask(byAddress(third)), rejected, 'two devices at a time');
    t.match(await hotel.decision(({ outcome }) => outcome === 'reject'), { user, method: 'MPSK' });
    await gate('PATCH', `/user/${String(user)}/`, { is_active: false });
    t.match(await hotel.ask(byAddress(first)), rejected, 'switched off');
    t.match(await hotel.decision(({ reason }) => reason === 'inactive user'), { method: 'MPSK' });
    await gate('PATCH', `/user/${String(user)}/`, { is_active: true, expiration: '2020-01-01' });
    t.match(await hotel.ask(byAddress(first)), rejected, 'expired');
  });

  test(`${engine}: a handshake finds its key, and binds the device to it`, async (t) => {
    const rooms = await Promise.all([103, 104].map((room) => addRoom(`room ${room}`)));
    const [one, other] = await Promise.all(
      rooms.map((user, at) => hotel.make('/user_key/', { user, key: `key of room ${at}` })),
    );
    const mac = macOf(6);
    await hotel.takeKeys('hostapd');
    t.match(await hotel.ask(byAddress(mac)), rejected, 'not known yet');
    const proof = handshakeOf('key of room 0', mac);
    const output = await hotel.ask(proof.hostapd);
    t.match(output, accepted);
    t.match(output, /Tunnel-Password:0 = "key of room 0"/);
    t.same(await devicesOf(one?.['id']), [mac]);
    t.match(await hotel.ask(byAddress(mac)), /User-Name = "room 103"/, 'known now');
    await hotel.takeKeys('ruckus');
    const moved = handshakeOf('key of room 1', mac);
    const masterKey = masterKeyOf({ passphrase: 'key of room 1', ssid }).toString('hex');
    t.match(await hotel.ask(moved.ruckus), new RegExp(`MS-MPPE-Recv-Key = 0x${masterKey}`));
    t.same(await devicesOf(one?.['id']), []);
    t.same(await devicesOf(other?.['id']), [mac]);
    t.match(await hotel.ask(handshakeOf('no such key', mac).ruckus), rejected);
    const refused = await hotel.decision(({ outcome }) => outcome === 'reject');
    t.match(refused, { reason: /none of \d+ Wi-Fi keys fits/, user: null, method: 'MPSK' });
    t.same(await devicesOf(other?.['id']), [mac], 'a wrong key changes nothing');
    const added = await hotel.make('/user_key/', { user: rooms[0] ?? 0, key: 'key that is new' });
    t.match(await hotel.ask(handshakeOf('key that is new', macOf(7)).ruckus), accepted);
    t.same(await devicesOf(added['id']), [macOf(7)]);
  });

  test(`${engine}: accounting by the address is that of the user, and a deleted key ends the session`, async (t) => {
    const user = await addRoom('room 105');
    const key = await hotel.make('/user_key/', { user });
    const mac = macOf(8);
    await hotel.make('/user_key_device/', { user_key: key['id'], mac });
    await hotel.account(`Acct-Status-Type=Start
User-Name="${mac}"
Calling-Station-Id="${spelled(mac)}"
Acct-Session-Id="key ${engine}"
NAS-IP-Address=127.0.0.1
`);
    const sessions = `/aaa_accounting/?user=${String(user)}`;
    t.match(results(await gate('GET', sessions)), [{ session_status: 'active', user }]);
    t.equal((await gate('DELETE', `/user_key/${String(key['id'])}/`)).status, 204);
    const changes = results(await gate('GET', `/aaa_authorization_change/?user=${String(user)}`));
    t.match(changes, [{ kind: 'disconnect', trigger: 'api' }]);
    await hotel.takeKeys('hostapd');
    t.match(await hotel.ask(byAddress(mac)), rejected, 'the device has no key any more');
  });

  test(`${engine}: a device whose guest is logged in at the portal gets the guest's key, and keeps it`, async (t) => {
    const voucher = { kind: 'network', time: 3_600, profile };
    const { user, code } = await hotel.make('/user_token/', voucher);
    const ap_mac = '02:00:5E:00:00:AA';
    await hotel.make('/access_point/', { name: 'lobby', mac: ap_mac });
    const mac = macOf(9);
    await hotel.takeKeys('hostapd', { wifi_key_ssids: [ssid] });
    const place = { ap_mac, mac, ip: '10.0.0.9' };
    const login = await hotel.make('/portal_login/', { token: code, ...place });
    t.match(await hotel.ask(byAddress(mac)), accepted, 'a guest without a key');
    const key = await hotel.make('/user_key/', { user, key: `guest of ${engine}` });
    t.match(await hotel.ask(byAddress(mac)), new RegExp(`"guest of ${engine}"`));
    t.same(await devicesOf(key['id']), [mac]);
    t.match(await gate('POST', '/portal_logout/', { mac }), {
      body: { sessions: [login['session_id']] },
    });
    t.match(await hotel.ask(byAddress(mac)), new RegExp(`"guest of ${engine}"`), 'bound');
    t.match(await hotel.ask(byAddress(mac, 'open')), rejected);
  });
}
