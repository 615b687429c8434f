import { readFileSync } from 'node:fs';

/** Returns the device type that docs/devices.md shows as an example. */
export function manualDeviceType(): string {
  const manual = readFileSync('docs/devices.md', 'utf8');
  const [, example = ''] = /<!-- camera\.yaml -->\s+```yaml\n([^]*?)```/.exec(manual) ?? [];
  return example;
}
