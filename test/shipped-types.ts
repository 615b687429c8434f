import {
  loadDeviceTypes,
  loadShippedAdapters,
  readCheckedDeviceTypes,
} from '../src/device-type/adapter-loader.ts';
import { packageRoot } from '../src/runtime/package-root.ts';

/** Loads the shipped adapters and device types; types that the build has checked are not checked again. */
export async function loadShipped() {
  const adapters = await loadShippedAdapters();
  const folder = new URL('config/device-types/', packageRoot);
  const { types } = await loadDeviceTypes([folder], adapters, readCheckedDeviceTypes());
  return { adapters, types };
}
