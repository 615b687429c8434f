import type { Api } from '../http/openapi/document.ts';
import { addressings, type Addressing } from './addressing.ts';
import { controlEndpoints } from './endpoints.ts';

/** What there is of a device: three of each, one for each way to name it. */
const ofDevice = {
  '': 'Devices',
  _diags: 'Diagnostics of devices',
  _headless_operation: 'Reading and setting variables on devices',
  _ipping: 'Pings from the gateway to a device',
  _operation: 'Operations on a device, such as a reboot',
  _setting: 'The wanted configuration of a device, parameter by parameter',
  _variables: 'The wanted configuration of a device, as names and values',
};
const keys = {
  id: ['id', 1],
  name: ['name', 'lobby-ap-1'],
  serial_number: ['serial number', 'SN-0001'],
} as const;

const tagsOf = ({ path, key }: Addressing) =>
  Object.entries(ofDevice).map(([end, words]) => [
    path + end,
    `${words}; a device is named by its ${keys[key][0]}.`,
  ]);

const bodiesOf = ({ path, key, parent }: Addressing) => [
  [`${path}_diags`, { [parent]: keys[key][1], operation: 'ping', host: '192.0.2.1', count: 4 }],
  [
    `${path}_headless_operation`,
    { [parent]: keys[key][1], operation: 'get', variables: [{ variable: 'system.hostname' }] },
  ],
  [`${path}_setting`, { settings: [{ variable_name: 'radio.channel', value: 11 }] }],
  [`${path}_variables`, { variables: [{ variable_name: 'radio.channel', value: 11 }] }],
];

/** The device-control API, as it is served and documented. */
export const controlApi: Api = {
  title: 'Gatehouse device control',
  description: 'Inventory, operations, diagnostics and metrics of the devices of a site.',
  prefix: '/control/api/v1',
  endpoints: controlEndpoints,
  tags: {
    ...(Object.fromEntries(addressings.flatMap(tagsOf)) as Record<string, string>),
    inventory_device_whip: 'What may be done to a device now.',
    inventory_connection_profile: 'How devices are reached: protocols, ports and credentials.',
    inventory_device_log: 'What was done to devices, and what they answered.',
    inventory_metric: 'What is measured of the devices of a type.',
    inventory_metric_log: 'What was measured.',
    inventory_parameter: 'What can be read and set of the devices of a type.',
    inventory_type: 'Device types, as the files of the gateway say.',
    inventory_transaction: 'Work that was asked of devices, and what became of it.',
    dnsfilter_hostcheck: 'Whether a host may be reached.',
    dnsfilter_categoryget: 'The category that a check of a host found.',
    dnsfilter_category: 'Categories of hosts, for the rules of the DNS filter.',
    dnsfilter_rule: 'Rules of the DNS filter.',
  },
  examples: {
    fields: {
      ...{ name: keys.name[1], parent__name: keys.name[1], serial_number: keys.serial_number[1] },
      ...{
        parent__serial_number: keys.serial_number[1],
        type: 'openwrt',
        ip_address: '192.0.2.10',
      },
      ...{
        protocol: 'ssh',
        variable_name: 'radio.channel',
        url: 'http://speed.example.net/',
        redirect_ip: '192.0.2.80',
      },
    },
    bodies: {
      ...(Object.fromEntries(addressings.flatMap(bodiesOf)) as Record<string, unknown>),
      inventory_connection_profile: {
        name: 'OpenWrt over SSH',
        connection_service: { protocol: 'ssh', port: 22 },
        ...{ username: 'root', password: 'a password of the device' },
      },
      dnsfilter_category: { name: 'Advertising', action: 'R', hosts: ['ads.example.com'] },
      dnsfilter_rule: { name: 'No advertising', action: 'R', host: 'ads.example.com' },
    },
  },
};
