import tap, { test } from 'tap';
import { accessPoint } from '../../src/organization/access-point.ts';
import { location } from '../../src/organization/location.ts';
import type { Caller } from '../../src/contract/caller.ts';
import { asFault } from '../../src/contract/errors.ts';
import type { Gateway } from '../../src/gateway/gateway.ts';
import type { Resource } from '../../src/contract/resource.ts';
import { createResource, createResources, updateResource } from '../../src/http/resource-access.ts';
import type { Store } from '../../src/store/store.ts';
import { startInProcess } from '../in-process.ts';
import { ManualClock } from '../manual-clock.ts';
import { startPostgres } from '../peers/postgres.ts';
import { addOrganization, insert, stamps } from '../store/stores.ts';

/* A location moves to another organization while an access point of the former one is given that location. */

const postgres = await startPostgres({ fsync: false, hasTypes: true });
tap.teardown(() => postgres.stop());
for (const url of ['sqlite', postgres.url])
  test(url === 'sqlite' ? 'SQLite' : 'PostgreSQL', async (t) => {
    const site = await startInProcess({
      clock: new ManualClock(),
      environment: { GATEHOUSE_DATABASE_URL: url },
    });
    t.teardown(site.stop);
    const { gateway } = site.running;
    const { store } = gateway;
    const [from, to] = [await addOrganization(store, 1), await addOrganization(store, 1)];
    const root = callerOf(1, [1, from, to]);
    const tenant = callerOf(from, [from]);
    const addLocation = (name: string) =>
      insert(store, 'location', { organization: from, name, ...stamps });
    const writing: Store['write'] = (batch) => store.write(batch);
    const move = (id: number, write = writing) =>
      updateResource({ ...accessOf(location, gateway, root), write }, ['id', id], {
        organization: to,
      });
    const bodyOf = (id: number) => ({ name: `ap of ${id}`, location: id, mac: macOf(id) });
    const add = (id: number, write = writing) =>
      createResource({ ...accessOf(accessPoint, gateway, tenant), write }, bodyOf(id));

    /** Returns the writing of a request before which another one is answered. */
    const after =
      (other: () => Promise<unknown>): Store['write'] =>
      async (batch) => {
        await other();
        return store.write(batch);
      };

    await t.test('a reference that is made before the move is written refuses it', async (t) => {
      const id = await addLocation('lobby');
      t.match(
        await faultOf(
          move(
            id,
            after(() => add(id)),
          ),
        ),
        {
          fields: { organization: [/Rows that use it .*: .*access_point/] },
        },
      );
    });

    await t.test('a reference is not made once the row has moved', async (t) => {
      const id = await addLocation('roof');
      const absent = { kind: 'invalid', fields: { location: [String] } };
      t.match(
        await faultOf(
          add(
            id,
            after(() => move(id)),
          ),
        ),
        absent,
      );
      const several = await addLocation('garden');
      const write = after(() => move(several));
      t.match(
        await faultOf(
          createResources({ ...accessOf(accessPoint, gateway, tenant), write }, [
            bodyOf(await addLocation('yard')),
            bodyOf(several),
          ]),
        ),
        { kind: 'invalid' },
      );
      const third = await addLocation('cellar');
      const point = await add(await addLocation('bar'));
      const change = updateResource(
        { ...accessOf(accessPoint, gateway, tenant), write: after(() => move(third)) },
        ['id', point['id']],
        { location: third },
      );
      t.match(await faultOf(change), absent);
    });

    await t.test('of both at once, one is refused', async (t) => {
      for (let round = 0; round < 8; round += 1) {
        const id = await addLocation(`room ${round}`);
        const answers = await Promise.allSettled([move(id), add(id)]);
        t.equal(answers.filter(({ status }) => status === 'fulfilled').length, 1);
      }
    });
  });

const faultOf = (request: Promise<unknown>) =>
  request.then(
    () => null,
    (error: unknown) => asFault(error) ?? null,
  );

function accessOf(resource: Resource, gateway: Gateway, caller: Caller) {
  return { resource, gateway, caller };
}

function callerOf(organization: number, organizations: readonly number[]): Caller {
  const rest = { user: 1, username: 'admin', role: 'admin', mayWrite: true } as const;
  return { ...rest, organization, organizations, isRoot: organization === 1 };
}

const macOf = (id: number) => `02:00:00:00:00:${id.toString(16).padStart(2, '0')}`;
