/** Messages of the faults that both engines raise. */
export const storeMessages = {
  exists: 'already exists',
  inUse: 'still in use, or refers to something absent',
  changed: 'changed by another request in the meantime',
  cannotRead: 'the store cannot be read',
  cannotWrite: 'the store cannot write',
  stopped: 'the store has stopped',
} as const;
