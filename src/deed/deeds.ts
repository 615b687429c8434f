import { operateDevices } from './device-operation.ts';
import { listDevices } from './devices.ts';
import { disconnectUser } from './disconnect.ts';
import { listSessions } from './sessions.ts';
import { showStatus } from './status.ts';
import { makeVouchers } from './vouchers.ts';
import { watchEvents } from './watch.ts';
import { explainLogin } from './why.ts';

/** The deeds: one module for all, since a bundle has a file for each way to load a part of it. */
export const deeds = {
  disconnectUser,
  explainLogin,
  listDevices,
  listSessions,
  makeVouchers,
  operateDevices,
  showStatus,
  watchEvents,
};

export { runDeed } from './run-deed.ts';
