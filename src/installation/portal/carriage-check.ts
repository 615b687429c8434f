import { ok, skipped, warning, type Found } from '../../contract/finding.ts';
import { warningsOf } from '../../portal/carriage/limit-warnings.ts';
import { readSoldAt, type Sold } from '../../portal/carriage/sold-at.ts';
import { dialectOf } from '../../portal/carriage/site-vendors.ts';
import type { Dialect } from '../../portal/dialect/dialect.ts';
import { dialects, type DialectName } from '../../portal/dialect/dialects.ts';
import type { Check } from '../doctor/check.ts';
import { hasDevice, type PortalTest } from './portal-place.ts';

/** The access point carries out what profiles and vouchers limit. */
export const carriageCheck: Check<PortalTest> = {
  name: 'limits',
  run: async (test) => {
    const vendors = vendorsOf(test);
    if (vendors.length === 0)
      return [
        skipped('the vendor is not known: no portal_controller, no vendor of the access_point'),
      ];
    const sold = await readSoldAt(test.store, test);
    return [
      ...vendors.flatMap((vendor) => sold.flatMap((one) => findingsOf(vendor, one))),
      ...(await Promise.all(vendors.map((vendor) => findLogout(test, vendor)))).flat(),
      ...deafClients(test),
    ]
      .slice(0, maxFindings)
      .concat(
        ok(
          `${vendors.map(titleOf).join(', ')}: ${sold.length} profiles and kinds of vouchers compared`,
        ),
      );
  },
};

const maxFindings = 50;

const titleOf = (vendor: DialectName) => dialects[vendor].title;

function vendorsOf({ place, controllers }: PortalTest): readonly DialectName[] {
  const names = [place.vendor ?? '', ...controllers.map(({ vendor }) => vendor)].map(dialectOf);
  return [...new Set(names.filter((name) => name !== undefined))];
}

function findingsOf(vendor: DialectName, { what, limits }: Sold): readonly Found[] {
  return warningsOf(vendor, limits).map((text) =>
    warning(
      `${what}: ${text}`,
      'set the limit at the access point or its controller, or sell it where it is carried out',
    ),
  );
}

/** A guest can be cut off where that is an operation of the device. */
async function findLogout(
  { store, place }: PortalTest,
  vendor: DialectName,
): Promise<readonly Found[]> {
  const { carries, logoutOperation, title }: Dialect = dialects[vendor];
  if (carries.logout !== 'SSH' || logoutOperation === undefined) return [];
  const isDevice = await hasDevice(store, place);
  return isDevice
    ? []
    : [
        warning(
          `${title}: no device in the inventory is this access point, so it keeps guests on line whom the gateway logs out`,
          `create the device, with a type that has the operation ${logoutOperation}, and set its access_point`,
        ),
      ];
}

function deafClients({ clients }: PortalTest): readonly Found[] {
  return clients
    .filter(({ accepts_disconnect }) => accepts_disconnect === 'no')
    .map(({ name }) =>
      warning(
        `"${name}" refuses Disconnect: neither a volume nor a log-out ends a session there`,
        'allow Disconnect (RFC 5176) on the access point',
      ),
    );
}
