import { createCipheriv, createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import tap, { test } from 'tap';
import {
  carriedLimits,
  noGrant,
  type Grant,
  type RedirectParameters,
} from '../../../src/portal/dialect/dialect.ts';
import { answerAuthmon } from '../../../src/portal/router/authmon.ts';
import { opennds } from '../../../src/portal/dialect/opennds.ts';
import { unescapeOctets } from '../../../src/portal/dialect/mikrotik.ts';
import { carriageFor, describeGaps, findGaps } from '../../../src/portal/dialect/gaps.ts';
import {
  detectDialect,
  dialectNames,
  dialects,
  findDialect,
  readRedirect,
  type DialectName,
} from '../../../src/portal/dialect/dialects.ts';
import { checkGrantAddress } from '../../../src/portal/dialect/grant-address.ts';
import { PortalReject } from '../../../src/portal/portal-reject.ts';
import { logInGuest } from '../../../src/portal/portal-access.ts';
import { Secret } from '../../../src/contract/secret.ts';
import { accessPointMac, startPortalSite } from '../portal-site.ts';

/* Each dialect: the redirect is recognised, and what the browser brings is what the access point checks, with RADIUS behind. */

const portal = await startPortalSite('sqlite');
tap.teardown(() => portal.stop());
const { gateway, store } = portal.site;
await portal.addUser('guest');
const caller = { organization: 1, organizations: [1] };
const mac = '02:00:00:00:01:01';
const station = '02-00-00-00-01-01';
const md5 = (...parts: (string | Buffer)[]) => {
  const hash = createHash('md5');
  for (const part of parts) hash.update(part);
  return hash.digest('hex');
};

/** Redirects as the vendors' documents and parsers show them. */
const redirects: Readonly<Record<string, RedirectParameters>> = {
  coovachilli: {
    res: 'notyet',
    uamip: '192.168.182.1',
    uamport: '3990',
    challenge: '5b1d296db7826a655411dcd83ee25154',
    called: 'AA-BB-CC-00-00-01',
    mac: station,
    ip: '192.168.182.64',
    nasid: 'lobby',
    userurl: 'http://captive.apple.com/',
  },
  mikrotik: {
    mac,
    ip: '10.5.50.2',
    'link-login-only': 'http://10.5.50.1/login',
    'link-orig': 'http://example.org/',
    'chap-id': '\\061',
    'chap-challenge': '\\017\\205\\055R',
    'ap-id': 'lobby',
  },
  opennds: {
    hid: 'a1b2',
    gatewayaddress: '192.168.1.1:2050',
    authdir: 'opennds_auth',
    clientmac: mac,
    clientip: '192.168.1.7',
    originurl: 'http://example.org/',
  },
  meraki: {
    base_grant_url: 'https://n1.network-auth.com/splash/grant',
    user_continue_url: 'http://example.org/',
    node_mac: accessPointMac,
    client_ip: '10.1.1.1',
    client_mac: mac,
  },
  cambium: {
    ga_srvr: '10.0.0.2',
    ga_cmac: station,
    ga_ssid: 'guests',
    ga_ap_mac: accessPointMac,
    ga_Qv: 'q',
  },
  fortinet: {
    magic: '0102',
    post: 'http://10.0.0.3:1000/fgtauth',
    usermac: mac,
    userip: '10.0.0.9',
    apip: '10.0.0.4',
  },
  cisco_wlc: {
    switch_url: 'http://192.0.2.1/login.html',
    ap_mac: accessPointMac,
    client_mac: mac,
    wlan: 'guests',
    redirect: 'example.org/',
  },
  aruba: {
    switchip: 'securelogin.arubanetworks.com',
    mac,
    ip: '10.0.0.9',
    essid: 'guests',
    apname: 'lobby',
    url: 'http://example.org/',
  },
  ruckus_smartzone: {
    nbiIP: '10.0.0.5',
    client_mac: 'ENC12',
    uip: 'ENC34',
    ssid: 'guests',
    mac: accessPointMac,
    url: 'http://example.org/',
    sip: '10.0.0.5',
  },
  ruckus_zonedirector: {
    sip: '10.0.0.6',
    mac: 'aabbcc000001',
    client_mac: '020000000101',
    uip: '10.0.0.9',
    ssid: 'guests',
    url: 'http://example.org/',
  },
  huawei: {
    'login-url': 'http://10.0.0.8:8000/login',
    'user-mac': station,
    'user-ipaddress': '10.0.0.9',
    'ap-mac': 'AA-BB-CC-00-00-01',
    ssid: 'guests',
    'redirect-url': 'http://example.org/',
  },
  h3c: {
    'source-mac': station,
    'source-address': '10.0.0.9',
    'ap-mac': 'AA-BB-CC-00-00-01',
    'original-url': 'http://example.org/',
  },
  extreme: {
    'RADIUS-NAS-IP': '10.0.0.7',
    'Calling-Station-Id': mac,
    'STA-IP': '10.0.0.9',
    ssid: 'guests',
  },
  omada: {
    clientMac: station,
    apMac: 'AA-BB-CC-00-00-01',
    ssidName: 'guests',
    radioId: '1',
    site: 'Default',
    t: '1',
    redirectUrl: 'http://example.org/',
  },
  unifi: { ap: 'aa:bb:cc:00:00:01', id: mac, t: '1', url: 'http://example.org/', ssid: 'guests' },
  radius: { mac, ip: '10.0.0.9' },
};

/** Returns the redirect of a vendor without a parameter. */
function without(vendor: string, parameter: string): RedirectParameters {
  const all = Object.entries(redirects[vendor] ?? {});
  return Object.fromEntries(all.filter(([name]) => name !== parameter));
}

test('each redirect is recognised by its parameters, and the device is found in it', (t) => {
  for (const [vendor, parameters] of Object.entries(redirects)) {
    t.equal(detectDialect(parameters), vendor);
    const name = findDialect(vendor);
    if (name && name !== 'ruckus_smartzone')
      t.match(readRedirect(name, parameters).mac?.replaceAll(/[-:]/g, ''), '020000000101', vendor);
  }
  t.equal(findDialect('Cisco WLC'), 'cisco_wlc');
  t.equal(findDialect('unheard of'), undefined);
  t.end();
});

function attempt(name: string, { parameters, uid = 'guest', isCode = false }: Attempt = {}) {
  const vendor = findDialect(name) ?? 'radius';
  return logInGuest(gateway, caller, {
    uid,
    isCode,
    mac,
    password: null,
    ap_mac: accessPointMac,
    ip: '10.0.0.9',
    timeout: 600,
    user_agent: null,
    vendor,
    parameters: parameters ?? redirects[name] ?? {},
    controller: null,
    originalUrl: 'http://example.org/',
  });
}

async function logIn(name: string, parameters?: RedirectParameters) {
  const access = await attempt(name, parameters && { parameters });
  if (access instanceof PortalReject) throw new Error(access.message);
  return access;
}

interface Attempt {
  readonly parameters?: RedirectParameters;
  readonly uid?: string;
  readonly isCode?: boolean;
}

/** Why no device can be let in. */
async function obstacleOf(name: string, parameters?: RedirectParameters) {
  const access = await attempt(name, parameters && { parameters });
  return access instanceof PortalReject && access.code === 'no_way_in' ? access.obstacle : null;
}

const urlOf = ({ grant }: { readonly grant: Grant }) => new URL(grant.url ?? '');

async function addController(fields: { vendor: string; secret?: string; url?: string }) {
  const { secret } = fields;
  const sealed =
    secret === undefined
      ? {}
      : { secret: gateway.vault.seal(new Secret(secret), 'portal_controller.secret') };
  const row = {
    ...fields,
    ...sealed,
    organization: 1,
    name: fields.vendor,
    created: 0,
    last_change: 0,
  };
  await store.write([store.db.insertInto('portal_controller').values(row)]);
}

test('the table of the guide says how each vendor carries out the limits, by attributes that exist', (t) => {
  const guide = readFileSync('docs/portal.md', 'utf8');
  const table = guide.slice(guide.indexOf('| `vendor` | state'));
  const lines = table.slice(0, table.indexOf('\n\n')).split('\n').slice(2);
  t.equal(lines.length, dialectNames.length);
  const cells = (line: string) => line.split('|').map((cell) => cell.trim());
  const shown = new Map(
    lines.map((line) => {
      const [, name = '', , ...rest] = cells(line);
      return [name.replaceAll('`', ''), rest.slice(0, carriedLimits.length)];
    }),
  );
  for (const name of dialectNames) {
    const { carries } = dialects[name];
    t.same(
      shown.get(name),
      carriedLimits.map((limit) => carries[limit]),
      name,
    );
    for (const attribute of carries.rateAttributes)
      t.ok(gateway.dictionary().find(attribute), attribute);
  }
  t.end();
});

test('a limit that an access point does not carry out is found', (t) => {
  const all = { time: true, volume: true, logout: true, attributes: ['wispr-bandwidth-max-up'] };
  const rows: readonly (readonly [DialectName, RedirectParameters, readonly string[], string])[] = [
    ['mikrotik', {}, all.attributes, ''],
    ['aruba', {}, all.attributes, 'rate'],
    ['aruba', {}, [...all.attributes, 'Aruba-User-Role'], ''],
    ['unifi', {}, ['Mikrotik-Rate-Limit'], 'rate'],
    ['omada', {}, all.attributes, 'rate'],
    ['omada', {}, [], ''],
    ['radius', {}, all.attributes, ''],
    ['meraki', { login_url: 'https://a' }, ['Filter-Id'], ''],
    ['meraki', { base_grant_url: 'https://a' }, all.attributes, 'rate, volume, log out'],
  ];
  for (const [name, parameters, attributes, expected] of rows) {
    const gaps = findGaps(carriageFor(name, parameters), { ...all, attributes });
    const text = expected === '' ? '' : `the access point does not carry out: ${expected}`;
    t.equal(describeGaps(gaps), text, `${name} ${attributes.join()}`);
  }
  t.end();
});

test('CoovaChilli: RADIUS accepts the CHAP response that the browser brings', async (t) => {
  await addController({ vendor: 'coovachilli', secret: 'uam secret' });
  const access = await logIn('coovachilli');
  const url = urlOf(access);
  t.match(access, { pendingReason: null, grant: { method: 'redirect' } });
  t.match([url.origin, url.pathname], ['http://192.168.182.1:3990', '/logon']);
  t.equal(url.searchParams.get('userurl'), 'http://example.org/');
  // Printed by chilli_response of CoovaChilli for challenge, UAM secret and address.
  t.equal(url.searchParams.get('response'), '3e4b80d593a023071780f29fd7e1c3d8');
  // What the NAS sends on: the response, and the challenge as it has hashed it.
  const challenge = md5(Buffer.from('5b1d296db7826a655411dcd83ee25154', 'hex'), 'uam secret');
  const chap = (response: string) =>
    portal.send(
      'auth',
      `User-Name=${station},CHAP-Password=0x00${response},CHAP-Challenge=0x${challenge},Calling-Station-Id=${station}`,
    );
  t.equal((await chap(url.searchParams.get('response') ?? '')).ok, true);
  t.equal((await chap(md5('wrong'))).ok, false);
});

test('a NAS that posts a form to RADIUS gets the device in while the guest is logged in, and no other device', async (t) => {
  const { grant } = await logIn('cambium');
  t.match(grant, {
    method: 'form',
    url: 'http://10.0.0.2:880/cgi-bin/hotspot_login.cgi',
    fields: { ga_user: station, ga_pass: station, ga_Qv: 'q', ga_ssid: 'guests' },
  });
  const pap = (device: string) =>
    portal.send(
      'auth',
      `User-Name=${station},User-Password=${station},Calling-Station-Id=${device}`,
    );
  t.equal((await pap('020000000101')).ok, true);
  t.equal((await pap('020000000102')).ok, false, 'another device with the same form');
});

test('MikroTik: the password is the MD5 of id, password and challenge', async (t) => {
  const { grant } = await logIn('mikrotik');
  t.match(grant, { method: 'form', url: 'http://10.5.50.1/login', fields: { username: station } });
  const challenge = Buffer.from([0o17, 0o205, 0o55, 82]);
  t.equal(grant.fields['password'], md5('1', station, challenge));
  t.same(unescapeOctets('\\377a\\000'), Buffer.from([255, 97, 0]));
  const plain = without('mikrotik', 'chap-challenge');
  t.equal((await logIn('mikrotik', plain)).grant.fields['password'], station, 'without CHAP');
});

test('openNDS: the token answers the hash of the device, at each level', async (t) => {
  const key = '1234567890';
  t.match(await obstacleOf('opennds'), /faskey/);
  await addController({ vendor: 'opennds', secret: key });
  const expected = createHash('sha256').update(`a1b2${key}`).digest('hex');
  const open = without('opennds', 'hid');
  const list =
    'hid=a1b2, clientip=192.168.1.7, clientmac=02:00:00:00:01:01, gatewayaddress=192.168.1.1:2050, authdir=opennds_auth';
  const cipher = createCipheriv(
    'aes-256-cbc',
    Buffer.concat([Buffer.from(key), Buffer.alloc(22)]),
    'abcdefghijklmnop',
  );
  const encrypted = cipher.update(list, 'utf8', 'base64') + cipher.final('base64');
  const base64 = (text: string) => Buffer.from(text).toString('base64');
  const levels: readonly RedirectParameters[] = [
    redirects['opennds'] ?? {},
    { fas: base64(list) },
    { fas: base64(encrypted), iv: 'abcdefghijklmnop' },
  ];
  for (const parameters of levels) {
    const url = urlOf(await logIn('opennds', parameters));
    t.equal(`${url.origin}${url.pathname}`, 'http://192.168.1.1:2050/opennds_auth/');
    t.equal(url.searchParams.get('tok'), expected);
  }
  const clear = { ...open, tok: 'c0ffee', authaction: 'http://192.168.1.1:2050/opennds_auth/' };
  t.equal(urlOf(await logIn('opennds', clear)).searchParams.get('tok'), 'c0ffee', 'level 0');
  const garbled = { fas: base64('garbled'), iv: 'abcdefghijklmnop' };
  t.match(await obstacleOf('opennds', garbled), /neither hid nor tok/);
});

test('openNDS: a redirect of version 9.10 of Debian 12 at level 3', (t) => {
  const text = readFileSync('fixtures/portal/opennds-level-3.txt', 'utf8').trim();
  const asSent = (query: string) => Object.fromEntries([...new URLSearchParams(query)]);
  const sent = asSent(text);
  const read = opennds.unpack?.(sent, new Secret('a key of the FAS'));
  t.match(read, {
    clientmac: '96:30:37:76:72:7d',
    clientip: '10.116.1.2',
    gatewaymac: '6e10431d8abc',
    gatewayaddress: '10.116.1.1:2050',
    originurl: 'http://192.0.2.1/a',
  });
  const ofLevel1 = Buffer.from('hid=a~, originurl=http%3a%2f%2fa/').toString('base64');
  t.ok(ofLevel1.includes('+'));
  t.match(opennds.unpack?.(asSent(`fas=${ofLevel1}`), null), { hid: 'a~', originurl: 'http://a/' });
  t.end();
});

/** A redirect of openNDS at level 2 or 3, for a device with a token. */
function encryptedRedirect(key: string, token: string): RedirectParameters {
  const hid = createHash('sha256').update(token).digest('hex');
  const list = `hid=${hid}, clientip=192.168.1.7, clientmac=${mac}, gatewayname=lobby%20one, gatewayaddress=192.168.1.1:2050`;
  const filled = Buffer.concat([Buffer.from(key), Buffer.alloc(32)]).subarray(0, 32);
  const cipher = createCipheriv('aes-256-cbc', filled, 'abcdefghijklmnop');
  const encrypted = cipher.update(list, 'utf8', 'base64') + cipher.final('base64');
  return { fas: Buffer.from(encrypted).toString('base64'), iv: 'abcdefghijklmnop' };
}

test('openNDS: the limits of a guest are in the grant and in the list of authmon, whose reports end the session', async (t) => {
  const key = '1234567890';
  await store.write([store.db.deleteFrom('portal_controller')]);
  await addController({ vendor: 'opennds', secret: key });
  const reply = [
    { attribute: 'WISPr-Bandwidth-Max-Up', op: ':=', value: '2000000' },
    { attribute: 'WISPr-Bandwidth-Max-Down', op: ':=', value: '8000000' },
  ] as const;
  const check = [{ attribute: 'Max-All-Octets', op: ':=', value: '5000000' }] as const;
  const user = await portal.addUser('limited', { reply: [...reply], check: [...check] });
  const gatewayhash = createHash('sha256').update('lobby%20one').digest('hex');
  const payload = (words: string) => Buffer.from(words).toString('base64');
  const poll = (auth_get: string, words: string, hash = gatewayhash) =>
    answerAuthmon(gateway, { auth_get, gatewayhash: hash, payload: payload(words) });
  const logInWith = async (token: string) => {
    const access = await attempt('opennds', {
      uid: 'limited',
      parameters: encryptedRedirect(key, token),
    });
    if (access instanceof PortalReject) throw new Error(access.message);
    return access.grant;
  };
  const hidOf = (token: string) => createHash('sha256').update(token).digest('hex');
  const answerTo = (token: string) =>
    createHash('sha256')
      .update(`${hidOf(token)}${key}`)
      .digest('hex');
  t.equal(await answerAuthmon(gateway, { kind: 'voucher', code: 'HX7K2M' }), null);

  // Without authmon: the browser takes the limits along, signed for the one token.
  const grant = await logInWith('t0');
  t.equal(grant.delaySeconds, undefined);
  const values = '600-2000-8000-4883-4883';
  const signature = createHash('sha256')
    .update(`${hidOf('t0')}-${values}-${key}`)
    .digest('hex');
  t.equal(new URL(grant.url ?? '').searchParams.get('custom'), `${values}-${signature}`);

  t.equal(await poll('clear', 'none'), '');
  t.equal(await poll('view', 'none'), '*');
  t.equal((await logInWith('t1')).delaySeconds, 15, 'now authmon has some time to fetch it');
  const line = `${answerTo('t1')} 10 2000 8000 4883 4883`;
  t.equal(await poll('view', 'none'), `* ${encodeURIComponent(line)}`);
  t.equal(await poll('view', 'none', '0'.repeat(64)), '*', 'another router');
  t.equal(await poll('view', `* ${answerTo('t0')}`), 'ack');
  t.equal(await poll('view', 'none'), `* ${encodeURIComponent(line)}`, 'not confirmed');
  t.equal(await poll('view', `* ${answerTo('t1')}`), 'ack');
  t.equal(await poll('view', 'none'), '*');

  const report = (method: string, token: string) =>
    `method=${method}, clientmac=${mac}, bytes_incoming=4000000, bytes_outgoing=1000000, session_start=1, session_end=2, token=${token}, custom=none`;
  const state = async () => {
    const last = (await portal.sessions(user)).at(-1);
    return [last?.acctterminatecause ?? null, last?.acctinputoctets, last?.acctoutputoctets];
  };
  t.equal(await poll('deauthed', report('downquota_deauth', 't2')), 'ack');
  t.equal(await poll('deauthed', report('stolen_deauth', 't1')), 'ack');
  t.same(await state(), [null, null, null], 'only its router knows the token');
  t.equal(await poll('deauthed', report('download_quota_deauth', 't1')), 'ack');
  t.same(await state(), ['Session-Timeout', 1_000_000, 4_000_000]);
  t.match((await portal.log(user)).slice(-1), ['ux']);
  const again = await attempt('opennds', {
    uid: 'limited',
    parameters: encryptedRedirect(key, 't3'),
  });
  t.match(again, { code: 'quota_used_up' });
  await store.write([store.db.deleteFrom('portal_controller')]);
});

test('the other forms and redirects match their vendors', async (t) => {
  const expected: Readonly<Record<string, object>> = {
    meraki: {
      method: 'redirect',
      url: 'https://n1.network-auth.com/splash/grant?continue_url=http%3A%2F%2Fexample.org%2F&duration=600',
    },
    fortinet: {
      url: 'http://10.0.0.3:1000/fgtauth',
      fields: { magic: '0102', username: station, password: station },
    },
    cisco_wlc: {
      url: 'http://192.0.2.1/login.html',
      fields: { buttonClicked: '4', username: station, redirect_url: 'http://example.org/' },
    },
    aruba: {
      url: 'https://securelogin.arubanetworks.com/cgi-bin/login',
      fields: { user: station, cmd: 'authenticate' },
    },
    ruckus_zonedirector: {
      url: 'http://10.0.0.6:9997/login',
      fields: { ip: '10.0.0.9', username: station },
    },
    huawei: {
      url: 'http://10.0.0.8:8000/login',
      fields: {
        cmd: 'login',
        username: station,
        password: station,
        ipaddress: '10.0.0.9',
        initurl: 'http://example.org/',
      },
    },
    extreme: { url: 'http://1.1.1.1/reg.php', fields: { username: station, ssid: 'guests' } },
  };
  for (const [vendor, grant] of Object.entries(expected))
    t.match(await logIn(vendor), { pendingReason: null, grant }, vendor);
  const signOn = without('meraki', 'base_grant_url');
  const login_url = 'https://n1.network-auth.com/splash/login';
  t.match((await logIn('meraki', { ...signOn, login_url })).grant, {
    method: 'form',
    url: login_url,
    fields: { username: station, success_url: 'http://example.org/' },
  });
});

test('a guest is pending where RADIUS lets the device in, and rejected where nothing can', async (t) => {
  // Of vendors whose grant needs no controller none is read.
  for (const vendor of ['radius', 'cambium'])
    await store.write([
      store.db.insertInto('portal_controller').values({
        vendor,
        name: vendor,
        organization: 1,
        created: 0,
        last_change: 0,
        secret: 'not sealed',
      }),
    ]);
  t.match(await logIn('cambium'), { pendingReason: null });
  for (const vendor of ['radius', 'h3c'])
    t.match(await logIn(vendor), { pendingReason: /by RADIUS/, grant: noGrant }, vendor);
  t.match(await obstacleOf('huawei', without('huawei', 'login-url')), /no login-url/);
  const bare = without('coovachilli', 'challenge');
  t.match(await obstacleOf('coovachilli', bare), /no challenge/);
  t.match(await obstacleOf('fortinet', { magic: '1' }), /no post/);
  t.match(await obstacleOf('omada'), /no portal controller of vendor omada/);
});

test('a guest that nothing can let in uses no time of its voucher, and the operator reads why', async (t) => {
  const code = 'FIRST-USE-1';
  const user = await portal.addUser(code);
  const voucher = {
    user,
    kind: 'network',
    time: 60,
    burn: 'first_use',
    created: 0,
    code_key: code,
  };
  await store.write([store.db.insertInto('user_token').values(voucher)]);
  const rejected = await attempt('unifi', { uid: code, isCode: true });
  t.match(rejected, { code: 'no_way_in', message: /no portal controller of vendor unifi/ });
  const token = store.db.selectFrom('user_token').select('first_used').where('user', '=', user);
  t.same(await token.execute(), [{ first_used: null }]);
  t.same(await portal.sessions(user), []);
  const log = store.db.selectFrom('txlog_portal').select(['type', 'status', 'detail']);
  t.match(await log.where('username', '=', code).orderBy('id').execute(), [
    { type: 'ua', status: 400, detail: 'no_way_in' },
    {
      type: 'er',
      status: 502,
      detail: 'no portal controller of vendor unifi serves the access point',
    },
    { type: 'vt', status: 400 },
  ]);
  const admitted = await attempt('radius', { uid: code, isCode: true });
  t.match(admitted, { pendingReason: /by RADIUS/ });
  t.not((await token.execute())[0]?.first_used, null, 'used from now on');
});

test('a redirect cannot lead a guest to a site of its own choice', async (t) => {
  const elsewhere = { ...redirects['mikrotik'], 'link-login-only': 'http://evil.example/login' };
  t.match(await obstacleOf('mikrotik', elsewhere), /host "evil.example" is neither/);
  await addController({ vendor: 'mikrotik', url: 'http://evil.example' });
  t.match(await logIn('mikrotik', elsewhere), { pendingReason: null }, 'unless it is configured');
  const { hosts } = dialects.meraki;
  for (const url of [
    'javascript:alert(1)',
    'http://8.8.8.8/',
    'https://network-auth.com.evil.example/',
    'https://evilnetwork-auth.com/',
    'http://u:p@10.0.0.1/',
    'ftp://10.0.0.1/',
    'x',
  ])
    t.type(checkGrantAddress(url, hosts), 'string', url);
  for (const url of [
    'https://n1.network-auth.com/',
    'http://10.0.0.1:880/',
    'http://[fd00::1]/',
    'http://0xa000001/',
  ])
    t.equal(checkGrantAddress(url, hosts), null, url);
  t.end();
});
