import { accessPoint } from '../../organization/access-point.ts';
import { findClaimConflict, type AccessPointClaim } from '../client/access-point-claim.ts';
import { Fault } from '../../contract/errors.ts';
import { canonicalMac } from '../../contract/fields.ts';
import type { Endpoint } from '../../http/endpoint.ts';
import {
  createResource,
  findResourceRow,
  updateResource,
  type ResourceAccess,
  type Row,
} from '../../http/resource-access.ts';
import { writeEndpoints } from '../../http/write-endpoints.ts';

/** Endpoints that write access points: one cannot claim the sessions of another organization. */
export const accessPointWrites: readonly Endpoint[] = writeEndpoints({
  resource: accessPoint,
  isExtension: true,
  async create(access, body) {
    await checkClaim(access, {}, { organization: access.caller.organization, ...body });
    return createResource(access, body);
  },
  async update(access, key, body) {
    const before = await findResourceRow(access, key);
    await checkClaim(access, before, { ...before, ...body });
    return updateResource(access, key, body);
  },
});

/** @throws Fault `invalid` if a new identifier is taken; the message is the same whichever organization has it */
async function checkClaim(
  { gateway, caller }: ResourceAccess,
  before: Row,
  after: Row,
): Promise<void> {
  const [old, claim] = [claimOf(before), claimOf(after)];
  // An organization that the caller may not see is refused with the other references.
  if (!caller.organizations.includes(claim.organization) || isSame(old, claim)) return;
  const field = await findClaimConflict(gateway.store, claim);
  if (field === null) return;
  throw Fault.field(
    field,
    `${JSON.stringify(claim[field])} is taken, or belongs to an AAA client that does not serve this organization.`,
  );
}

function claimOf({ organization, mac, identifier, ip }: Row): AccessPointClaim {
  const text = (value: unknown) => (typeof value === 'string' ? value : null);
  return {
    organization: Number(organization),
    mac: canonicalMac(text(mac) ?? ''),
    identifier: text(identifier),
    ip: text(ip),
  };
}

function isSame(one: AccessPointClaim, other: AccessPointClaim): boolean {
  return (['organization', 'mac', 'identifier', 'ip'] as const).every(
    (field) => one[field] === other[field],
  );
}
