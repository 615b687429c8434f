import { addressings, type Addressing } from './api/addressing.ts';

/* The texts of the endpoints in the OpenAPI document: descriptions of tags, and examples. */

/** Collections of a device; each exists once per addressing. */
const deviceCollections = {
  '': 'Devices',
  _diags: 'Diagnostics of devices',
  _headless_operation: 'Reading and setting variables on devices',
  _ipping: 'Pings from the gateway to a device',
  _operation: 'Operations on a device, such as a reboot',
  _setting: 'Desired configuration of a device, by parameter',
  _variables: 'Desired configuration of a device, as names and values',
};
const keys = {
  id: ['id', 1],
  name: ['name', 'lobby-ap-1'],
  serial_number: ['serial number', 'SN-0001'],
} as const;

const tagsOf = ({ path, key }: Addressing) =>
  Object.entries(deviceCollections).map(([suffix, description]): [string, string] => [
    path + suffix,
    `${description}; a device is addressed by its ${keys[key][0]}.`,
  ]);

const bodiesOf = ({ path, key, parent }: Addressing): [string, unknown][] => [
  [`${path}_diags`, { [parent]: keys[key][1], operation: 'ping', host: '192.0.2.1', count: 4 }],
  [
    `${path}_headless_operation`,
    { [parent]: keys[key][1], operation: 'get', variables: [{ variable: 'system.hostname' }] },
  ],
  [`${path}_operation`, { operation: 'reboot' }],
  [`${path}_setting`, { settings: [{ variable_name: 'radio.channel', value: 11 }] }],
  [`${path}_variables`, { variables: [{ variable_name: 'radio.channel', value: 11 }] }],
];

export const inventoryTags = {
  ...Object.fromEntries(addressings.flatMap(tagsOf)),
  inventory_device_whip: 'Operations that a device supports now.',
  inventory_device_availability: 'How long devices were up and down.',
  inventory_connection_profile: 'Connection profiles: protocols, ports and credentials of devices.',
  inventory_firmware_image: 'Firmware images, for the operation that installs one.',
  inventory_device_log: 'Device log: operations and changes, with their results.',
  inventory_metric: 'Metrics that are polled from the devices of a type.',
  inventory_metric_log: 'Values of metrics.',
  inventory_parameter: 'Parameters of the devices of a type.',
  inventory_type: 'Device types, from the files of the gateway.',
  inventory_fleet_operation:
    'Fleet operations: an operation, or a `set` of parameters, on many devices, with the state of each.',
  inventory_transaction: 'Transactions: scheduled work on devices, with its state and result.',
  inventory_discovery: 'Searches of networks for devices, and their results.',
  inventory_site_doctor: 'Faults at a device and its site, step by step.',
  inventory_series: 'Series: work that is repeated on a device, with its transactions.',
  inventory_configuration: 'Versions of the configurations of devices.',
  inventory_variable_set: 'Variables that fill the templates of settings.',
};

/** A meaningful value by field. */
export const inventoryFields = {
  name: keys.name[1],
  parent__name: keys.name[1],
  device_name: keys.name[1],
  from: '03:00',
  until: '05:00',
  serial_number: keys.serial_number[1],
  parent__serial_number: keys.serial_number[1],
  type: 'openwrt',
  ip_address: '192.0.2.10',
  protocol: 'ssh',
  variable_name: 'radio.channel',
  url: 'http://speed.example.net/',
};

/** A body by collection. */
export const inventoryBodies = {
  ...Object.fromEntries(addressings.flatMap(bodiesOf)),
  inventory_connection_profile: {
    name: 'OpenWrt over SSH',
    connection_service: { protocol: 'ssh', port: 22 },
    username: 'root',
    password: 'a password of the device',
  },
  inventory_firmware_image: {
    name: 'openwrt-24.10.1-gl-mt3000',
    url: 'https://192.0.2.9/openwrt-24.10.1.bin',
    sha256: '0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef',
    version: '24.10.1',
  },
  inventory_configuration: { device: 1 },
  inventory_variable_set: { name: 'Lobby', weight: 10, variables: { ssid: 'Hotel Lobby' } },
  inventory_fleet_operation: {
    operation: 'reboot',
    filter: { name__icontains: 'lobby' },
    window: { from: '03:00', until: '05:00' },
    canary: 1,
    dry_run: true,
  },
  inventory_discovery: { network: '192.0.2.0/24', connection_profiles: [1] },
  inventory_site_doctor: { parent__name: 'lobby-ap' },
};
