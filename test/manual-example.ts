import { guideBlock } from '../tools/documents/guide-blocks.ts';

/** Returns the device type that docs/devices.md shows as an example. */
export function manualDeviceType(): string {
  return guideBlock('yaml camera');
}
