import type { Credentials } from '../../contract/adapter.ts';
import { asFault } from '../../contract/errors.ts';
import type { Gateway } from '../../gateway/gateway.ts';
import { resolveConnection } from '../../inventory/device/connection.ts';
import { findDeviceAddresses, findDeviceById } from '../../inventory/device/find-device.ts';
import { CoalescedTask } from '../../runtime/periodic-task.ts';
import { canonicalNetwork } from '../../runtime/ip-address.ts';
import { TtlCache } from '../../runtime/cache.ts';

/** A device at a source address, with the credentials that its traps have to show. */
export interface TrapSource {
  readonly device: { readonly id: number; readonly organization: number };
  readonly credentials: Credentials;
}

/**
 * True if devices of several organizations have the address of a message: nothing in it says whose it is, and recorded for all of
 * them it would tell each what the others' devices say.
 */
export function isAmbiguous(devices: readonly TrapSource['device'][]): boolean {
  return new Set(devices.map(({ organization }) => organization)).size > 1;
}

const addressesIntervalMs = 10_000;
const credentialsMs = 30_000;
const maxAddresses = 4_096;

/** Finds devices by the source address of a trap. Changes of the inventory take effect within 30 s. */
export class TrapSources {
  readonly #gateway: Gateway;
  readonly #reload: CoalescedTask;
  readonly #sources: TtlCache<Promise<readonly TrapSource[]>>;
  #idsByAddress: ReadonlyMap<string, readonly number[]> = new Map();

  constructor(gateway: Gateway) {
    const { clock } = gateway;
    this.#gateway = gateway;
    this.#reload = new CoalescedTask(() => this.#load(), {
      intervalMs: addressesIntervalMs,
      clock,
    });
    this.#sources = new TtlCache({
      ttlMs: credentialsMs,
      maxEntries: maxAddresses,
      clock: clock.monotonicMs,
    });
  }

  /** Returns the devices at an address, without devices of organizations that may not use the address. */
  async find(address: string): Promise<readonly TrapSource[]> {
    await this.#reload.runIfDue();
    const ids = this.#idsByAddress.get(canonicalAddress(address));
    if (ids === undefined) return [];
    const cached = this.#sources.get(address);
    if (cached) return cached;
    const read = this.#read(ids).catch((error: unknown) => {
      this.#sources.delete(address);
      throw error;
    });
    this.#sources.set(address, read);
    return read;
  }

  async #load(): Promise<void> {
    const idsByAddress = new Map<string, number[]>();
    for (const { id, ip_address } of await findDeviceAddresses(this.#gateway.store)) {
      const address = canonicalAddress(ip_address);
      idsByAddress.set(address, [...(idsByAddress.get(address) ?? []), id]);
    }
    this.#idsByAddress = idsByAddress;
  }

  async #read(ids: readonly number[]): Promise<readonly TrapSource[]> {
    const found = await Promise.all(ids.map((id) => this.#sourceOf(id)));
    return found.filter((source) => source !== null);
  }

  async #sourceOf(id: number): Promise<TrapSource | null> {
    try {
      const device = await findDeviceById(this.#gateway.store, id);
      const { target } = await resolveConnection(this.#gateway, device);
      return { device, credentials: target.credentials };
    } catch (error) {
      // A device that was deleted since then, or that the gateway may not connect to.
      if (asFault(error) === null) throw error;
      return null;
    }
  }
}

/** Returns the one spelling of an address, however the inventory has it; a host name is left as it is. */
function canonicalAddress(address: string): string {
  return canonicalNetwork(address) ?? address;
}
