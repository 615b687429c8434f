import { isRecord } from '../../contract/fields.ts';
import { parseJsonColumn } from '../../store/store.ts';
import type { RedirectParameters } from '../dialect/dialect.ts';
import type { ControllerDevice } from './controller-client.ts';

/** Parameters of a redirect that identify an authorized device to its controller. */
const parameterNames = ['site', 'client_mac', 'uip', 'hid'] as const;

/**
 * Returns what a controller knows the device of a login by, as it is stored with the session.
 *
 * @param login.limits  what its router will be told of the session; absent: nothing
 */
export function serializeDevice(login: {
  readonly ip: string;
  readonly parameters: RedirectParameters;
  readonly limits?: string;
}): string {
  const known = parameterNames.flatMap((name) => {
    const value = login.parameters[name];
    return value === undefined ? [] : [[name, value.slice(0, 255)] as const];
  });
  const { ip, limits } = login;
  const parameters = { ...Object.fromEntries(known), ...(limits !== undefined && { limits }) };
  return JSON.stringify({ ip, parameters });
}

export function deserializeDevice(mac: string, text: string): ControllerDevice {
  const { ip, parameters } = parseJsonColumn<Readonly<Record<string, unknown>>>(text);
  const named = Object.entries(isRecord(parameters) ? parameters : {});
  return {
    mac,
    ip: String(ip),
    parameters: Object.fromEntries(named.map(([name, value]) => [name, String(value)])),
  };
}
