import { errorCode } from '../contract/errors.ts';

/** Returns the text of an error for an operator; an error of the system is described by its file or address. */
export function errorText(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const place = placeOf(error);
  switch (errorCode(error)) {
    case 'EADDRINUSE':
      return `${place} is in use by another program`;
    case 'EADDRNOTAVAIL':
      return `${place} has no address of this machine`;
    case 'EACCES':
    case 'EROFS':
      return `${place}: permission denied`;
    case 'EEXIST':
    case 'ENOTDIR':
      return `${place}: a file is in the place of a folder`;
    default:
      return error.message;
  }
}

/** Returns the file or the address that an error of the system names. */
function placeOf(error: object): string {
  if ('path' in error) return String(error.path);
  const port = 'port' in error ? `:${String(error.port)}` : '';
  return 'address' in error ? `${String(error.address)}${port}` : '';
}
