import type { Gateway } from '../../gateway/gateway.ts';
import type { Row } from '../../store/query/row-serialization.ts';
import type { Statement } from '../../store/store.ts';
import { secretFields } from './credentials.ts';
import { pollAbsent } from './poll-interval.ts';
import { retryWaiting } from '../transaction/transaction.ts';

/*
 * A device that has been silent for long is polled less often, and pinged first. A change of its address, type, profile or
 * credentials may be the repair, so it is then polled immediately.
 */

/** Fields that a caller sees: only another value is a change. */
const shownFields = {
  device: ['type', 'ip_address', 'connection_profile', 'username', 'host_key', 'tls_fingerprint'],
  profile: ['connection_service', 'collection_service', 'storage_service', 'networks', 'username'],
} as const;

/** Returns statements that make a silent device due immediately, if a body changes how it is reached. */
export function contactOnChange(gateway: Gateway, found: Row, body: Row): readonly Statement[] {
  const { id } = found;
  if (typeof id !== 'number' || !changesContact('device', found, body)) return [];
  return [pollAbsent(gateway, 'id', id), retryWaiting(gateway.store, { id })];
}

/**
 * Returns statements as `contactOnChange` for all devices of a connection profile. They are only polled, as many at a time as
 * polls may run; what waits for one is due when it answers.
 */
export function contactDevicesOnChange(
  gateway: Gateway,
  found: Row,
  body: Row,
): readonly Statement[] {
  const { id } = found;
  if (typeof id !== 'number' || !changesContact('profile', found, body)) return [];
  return [pollAbsent(gateway, 'connection_profile', id)];
}

function changesContact(of: 'device' | 'profile', found: Row, body: Row): boolean {
  // What a secret was is not known here: each write of one is a change.
  return (
    secretFields.some((field) => field in body) ||
    shownFields[of].some((field) => field in body && !isSame(body[field], found[field]))
  );
}

/** Compares a value of a body with a stored one, which is text where the body has an object or a list. */
function isSame(given: unknown, stored: unknown): boolean {
  if (typeof given !== 'object' || given === null) return given === (stored ?? null);
  return JSON.stringify(given) === stored;
}
