/** Messages of the faults that both engines raise. */
export const storeMessages = {
  exists: 'already exists',
  inUse: 'still in use, or refers to something absent',
  changed: 'changed by another request in the meantime',
  cannotWrite: 'the store cannot write',
  stopped: 'the store has stopped',
} as const;
