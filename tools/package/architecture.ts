/** A processor that packages are made for, by its names in Debian, npm and qemu. */
export interface Architecture {
  readonly deb: string;
  readonly npm: string;
  readonly qemu: string;
}

export const architectures: readonly Architecture[] = [
  { deb: 'amd64', npm: 'x64', qemu: 'x86_64' },
  { deb: 'arm64', npm: 'arm64', qemu: 'aarch64' },
];

/**
 * Returns the processor of this machine.
 *
 * @throws Error if no package is made for it
 */
export function ownArchitecture(): Architecture {
  const own = architectures.find(({ npm }) => npm === process.arch);
  if (!own) throw new Error(`no package for ${process.arch}`);
  return own;
}
