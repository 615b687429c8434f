import { test } from 'tap';
import { loadApis } from '../../../src/modules/load-modules.ts';

const { gate } = await loadApis();

/* The published endpoints of the access-control API. */

const one = ['GET', 'PUT', 'PATCH', 'DELETE'];
const published: Readonly<Record<string, readonly string[]>> = {
  '/aaa_accounting/': ['GET'],
  '/aaa_accounting/{radacctid}/': ['GET'],
  '/aaa_profile/': ['GET', 'POST'],
  '/aaa_profile/{id}/': one,
  '/device_app_access_devices/': ['GET'],
  '/device_app_access_points/': ['GET'],
  '/device_app_connection_log/': ['POST'],
  '/device_app_connection_summary/': ['GET'],
  '/device_app_locations/': ['GET'],
  '/device_app_register/': ['POST'],
  '/device_app_test_report/': ['POST'],
  '/device_app_user_authenticate/': ['POST'],
  '/device_app_user_update/': ['POST'],
  '/hostspot_access_points/': ['GET'],
  '/hostspot_locations/': ['GET'],
  '/me/organization/': ['GET'],
  '/organization/': ['GET'],
  '/portal_login/': ['POST'],
  '/txlog_portal/': ['GET'],
  '/user/': ['GET', 'POST'],
  '/user/{id}/': one,
  '/user/username/{username}/': one,
  '/user_extra/': ['GET', 'POST'],
  '/user_extra/{id}/': one,
  '/user_token/': ['GET', 'POST'],
  '/user_token/{id}/': one,
};

test('the endpoints that are not extensions are the 45 published ones, each once', (t) => {
  const expected = Object.entries(published).flatMap(([path, methods]) =>
    methods.map((method) => `${method} ${path}`),
  );
  const rows = gate.endpoints
    .filter(({ isExtension }) => !isExtension)
    .map(({ method, path }) => `${method} ${path.replace('{+', '{')}`);
  t.equal(expected.length, 45);
  t.same(rows.toSorted(), expected.toSorted());
  t.end();
});
