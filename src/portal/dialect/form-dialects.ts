import {
  byRadius,
  failureIn,
  wisprRates,
  type Carriage,
  type Dialect,
  type Grant,
  type GrantRequest,
} from './dialect.ts';

/*
 * Dialects whose browser posts a form to the access point or its controller, which then asks RADIUS.
 */

type Fields = Readonly<Record<string, string>>;

/** Returns a grant by a form, or says which parameter it lacks. */
function formTo(
  request: GrantRequest,
  parameter: string,
  form: (value: string) => { readonly url: string; readonly fields: Fields },
): Grant | string {
  const value = request.parameters[parameter];
  if (value === undefined || value === '') return `the redirect has no ${parameter}`;
  return { method: 'form', ...form(value) };
}

/** `statusCode` of a Cisco WLC that refuses a login: 1 says that the device is connected already. */
const ciscoReasons: Readonly<Record<string, string>> = {
  2: 'web authentication is not configured for the user',
  3: 'the user name is in use',
  4: 'the device is excluded for some time',
  5: 'user name or password is invalid',
};

const credentials = ({ station }: GrantRequest) => ({ username: station, password: station });

/** Aruba Instant and ArubaOS: the host of the form is `switchip`, in newer releases a name. */
export const aruba: Dialect = {
  title: 'Aruba',
  detectedBy: [
    ['switchip', 'mac'],
    ['essid', 'apname'],
  ],
  fields: {
    mac: ['mac'],
    ip: ['ip'],
    ap_mac: ['apmac'],
    nas_id: ['apname'],
    ssid: ['essid'],
    original_url: ['url'],
  },
  hosts: ['securelogin.arubanetworks.com', 'securelogin.hpe.com', 'captiveportal-login.aruba.com'],
  isExperimental: true,
  carries: byRadius('Aruba-User-Role'),
  outcomeOf: failureIn('errmsg'),
  grant: (request) =>
    formTo(request, 'switchip', (host) => ({
      url: `https://${host}/cgi-bin/login`,
      fields: { user: request.station, password: request.station, cmd: 'authenticate' },
    })),
};

export const ruckusZoneDirector: Dialect = {
  title: 'Ruckus ZoneDirector and Unleashed',
  detectedBy: [['sip', 'uip', 'client_mac']],
  fields: {
    mac: ['client_mac'],
    ip: ['uip'],
    ap_mac: ['mac'],
    ssid: ['ssid'],
    original_url: ['url'],
  },
  hosts: [],
  isExperimental: false,
  carries: byRadius(...wisprRates),
  grant: (request) =>
    formTo(request, 'sip', (host) => ({
      url: `http://${host}:9997/login`,
      fields: { ip: request.parameters['uip'] ?? '', ...credentials(request) },
    })),
};

export const ciscoWlc: Dialect = {
  title: 'Cisco WLC',
  detectedBy: [['switch_url']],
  fields: {
    mac: ['client_mac'],
    ap_mac: ['ap_mac'],
    ssid: ['wlan'],
    original_url: ['redirect'],
  },
  // The virtual interface of a controller, by its documentation and by older habit.
  hosts: ['192.0.2.1', '1.1.1.1'],
  isExperimental: true,
  carries: byRadius(
    'Airespace-Data-Bandwidth-Average-Contract',
    'Airespace-Data-Bandwidth-Average-Contract-Upstream',
    'Cisco-AVPair',
  ),
  outcomeOf: ({ statusCode }) => {
    if (statusCode === '1') return { kind: 'connected', reason: null };
    const reason = ciscoReasons[statusCode ?? ''];
    return reason === undefined ? null : { kind: 'failed', reason };
  },
  grant: (request) =>
    formTo(request, 'switch_url', (url) => ({
      url,
      fields: {
        buttonClicked: '4',
        err_flag: '0',
        ...credentials(request),
        redirect_url: request.originalUrl ?? '',
      },
    })),
};

/** A click tells the time, and no RADIUS server is asked. */
const byClick: Carriage = {
  time: 'grant',
  rate: 'no',
  volume: 'no',
  logout: 'no',
  rateAttributes: [],
};

/** Meraki: by a click the portal sends the browser on; with a sign-on page the access point asks RADIUS. */
export const meraki: Dialect = {
  title: 'Cisco Meraki',
  detectedBy: [['base_grant_url'], ['login_url', 'continue_url']],
  fields: {
    mac: ['client_mac'],
    ip: ['client_ip'],
    ap_mac: ['node_mac', 'ap_mac'],
    nas_id: ['ap_name'],
    original_url: ['user_continue_url', 'continue_url'],
  },
  hosts: ['*.network-auth.com', '*.meraki.com'],
  isExperimental: false,
  carries: byRadius('Filter-Id'),
  outcomeOf: failureIn('error_message'),
  carriesFor: ({ base_grant_url }) => (base_grant_url === undefined ? null : byClick),
  grant: (request) =>
    request.parameters['base_grant_url'] === undefined
      ? formTo(request, 'login_url', (url) => ({
          url,
          fields: { ...credentials(request), success_url: request.originalUrl ?? '' },
        }))
      : redirectToGrantUrl(request, request.parameters['base_grant_url']),
};

function redirectToGrantUrl(
  { originalUrl, limits: { seconds } }: GrantRequest,
  grantUrl: string,
): Grant | string {
  if (!URL.canParse(grantUrl)) return `base_grant_url "${grantUrl}" is not a URL`;
  const url = new URL(grantUrl);
  if (originalUrl !== null) url.searchParams.set('continue_url', originalUrl);
  if (seconds !== null) url.searchParams.set('duration', String(seconds));
  return { method: 'redirect', url: url.href, fields: {} };
}

const cambiumParameters = [
  'ga_ssid',
  'ga_ap_mac',
  'ga_nas_id',
  'ga_srvr',
  'ga_cmac',
  'ga_cip',
  'ga_Qv',
  'ga_orig_url',
];

export const cambium: Dialect = {
  title: 'Cambium',
  detectedBy: [['ga_srvr']],
  fields: {
    mac: ['ga_cmac'],
    ip: ['ga_cip'],
    ap_mac: ['ga_ap_mac'],
    nas_id: ['ga_nas_id'],
    ssid: ['ga_ssid'],
    original_url: ['ga_orig_url'],
  },
  hosts: [],
  isExperimental: false,
  carries: byRadius(...wisprRates),
  outcomeOf: failureIn('ga_error_code'),
  grant: (request) => {
    const sent = cambiumParameters.flatMap((name) => {
      const value = request.parameters[name];
      return value === undefined ? [] : [[name, value] as const];
    });
    const fields = { ga_user: request.station, ga_pass: request.station };
    return formTo(request, 'ga_srvr', (host) => ({
      url: `http://${host}:880/cgi-bin/hotspot_login.cgi`,
      fields: { ...fields, ...Object.fromEntries(sent) },
    }));
  },
};

export const extreme: Dialect = {
  title: 'Extreme (Aerohive)',
  detectedBy: [
    ['Calling-Station-Id', 'STA-IP'],
    ['RADIUS-NAS-IP', 'Calling-Station-Id'],
  ],
  fields: {
    mac: ['Calling-Station-Id'],
    ip: ['STA-IP'],
    ap_mac: ['Called-Station-Id', 'bssid'],
    nas_id: ['NAS-ID', 'RADIUS-NAS-IP'],
    ssid: ['ssid'],
    original_url: ['destination_url'],
  },
  // The access point itself, as its clients see it.
  hosts: ['1.1.1.1'],
  isExperimental: false,
  carries: byRadius('Filter-Id'),
  // 1 after a failed login; why is not said.
  outcomeOf: ({ autherr = '' }) =>
    ['', '0'].includes(autherr) ? null : { kind: 'failed', reason: null },
  grant: (request) => ({
    method: 'form',
    url: 'http://1.1.1.1/reg.php',
    fields: {
      Submit2: 'Submit',
      autherr: '0',
      ...credentials(request),
      ssid: request.parameters['ssid'] ?? '',
      url: request.originalUrl ?? '',
    },
  }),
};

export const fortinet: Dialect = {
  title: 'Fortinet',
  detectedBy: [['magic', 'post']],
  fields: {
    mac: ['usermac'],
    ip: ['userip'],
    ap_mac: ['apmac'],
    nas_id: ['apname', 'apip'],
    ssid: ['ssid'],
    original_url: [],
  },
  hosts: [],
  isExperimental: false,
  carries: { ...byRadius(), rate: 'no' },
  grant: (request) =>
    formTo(request, 'post', (url) => ({
      url,
      fields: { magic: request.parameters['magic'] ?? '', ...credentials(request) },
    })),
};

/** Huawei access controllers that are logged in over HTTP: the names of the parameters are the operator's, as in the guide. */
export const huawei: Dialect = {
  title: 'Huawei',
  detectedBy: [['login-url', 'user-mac']],
  fields: {
    mac: ['user-mac'],
    ip: ['user-ipaddress'],
    ap_mac: ['ap-mac'],
    nas_id: ['ap-name', 'ac-ip'],
    ssid: ['ssid'],
    original_url: ['redirect-url'],
  },
  hosts: [],
  isExperimental: true,
  carries: byRadius('Huawei-Input-Average-Rate', 'Huawei-Output-Average-Rate'),
  grant: (request) =>
    formTo(request, 'login-url', (url) => ({
      url,
      fields: {
        cmd: 'login',
        ...credentials(request),
        ipaddress: request.parameters['user-ipaddress'] ?? '',
        initurl: request.originalUrl ?? '',
      },
    })),
};
