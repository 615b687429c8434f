/** A processor that packages are made for, by its names in Debian, in npm and in OCI images. */
export interface Architecture {
  readonly deb: string;
  readonly npm: string;
}

export const architectures: readonly Architecture[] = [
  { deb: 'amd64', npm: 'x64' },
  { deb: 'arm64', npm: 'arm64' },
];
