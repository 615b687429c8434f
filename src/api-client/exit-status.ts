/** Exit statuses of `gatehouse api`. */
export const exitStatus = {
  done: 0,
  refused: 1,
  usage: 2,
  unreachable: 3,
  unauthenticated: 4,
  failed: 5,
  ineffective: 6,
} as const;

/** Meanings of the exit statuses, for help and manual. */
export const exitStatuses: readonly (readonly [status: number, meaning: string])[] = [
  [exitStatus.done, 'done'],
  [exitStatus.refused, 'the gateway refuses the request; standard error says why, by field'],
  [exitStatus.usage, 'the command line is wrong; no request was sent'],
  [exitStatus.unreachable, 'the gateway cannot be reached, or its certificate is not trusted'],
  [exitStatus.unauthenticated, 'the gateway does not accept the token'],
  [
    exitStatus.failed,
    'the gateway failed, or is overloaded: try again; or the output cannot be written',
  ],
  [
    exitStatus.ineffective,
    'the gateway took the request, but its device or NAS did not do it: it failed, expired, was refused or got no answer',
  ],
];
