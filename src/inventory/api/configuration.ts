import { Type } from 'typebox';
import { Fault } from '../../contract/errors.ts';
import { crud } from '../../http/crud.ts';
import { endpoint, type Call, type Endpoint } from '../../http/endpoint.ts';
import { retrieveResource } from '../../http/resource-access.ts';
import { fieldSchema, readableSchema } from '../../http/resource-schema.ts';
import { configuration } from '../configuration/configuration.ts';
import { scheduleConfigurationWork } from '../configuration/configuration-job.ts';
import { compareTexts } from '../configuration/configuration-text.ts';
import {
  findVersion,
  findVersionBefore,
  showConfiguration,
} from '../configuration/configuration-versions.ts';
import { findDevice } from '../device/find-device.ts';
import { transaction } from '../transaction/transaction.ts';
import { awaitTransaction, waitQuery } from './transactions.ts';

const path = 'inventory_configuration';
const closed = { additionalProperties: false };
const params = Type.Object({ id: fieldSchema(configuration, 'id') });
type Request = Pick<Call, 'gateway' | 'caller'>;

/** Endpoints of the versions of the configurations of devices. Their texts are shown without the secrets in them. */
export const configurationEndpoints: readonly Endpoint[] = [
  ...crud(configuration, ['list'], { path, key: 'id', isExtension: true }),
  endpoint({
    method: 'POST',
    path: `/${path}/`,
    summary: 'Back up the configuration of a device',
    query: waitQuery,
    body: Type.Object({ device: Type.Integer({ minimum: 1 }) }, closed),
    reply: transaction.schema,
    isExtension: true,
    async handle(call) {
      const { gateway, caller, body, query } = call;
      const device = await findDevice(gateway, ['id', body.device], caller.organizations).catch(
        (error: unknown) => {
          if (error instanceof Fault && error.kind === 'not_found')
            throw Fault.absent('device', body.device);
          throw error;
        },
      );
      const work = { device, restored: null, user: caller.user };
      return awaitTransaction(call, await scheduleConfigurationWork(gateway, work), query.wait);
    },
  }),
  endpoint({
    method: 'GET',
    path: `/${path}/{id}/`,
    summary: 'Get a version of a configuration',
    params,
    reply: Type.Object({
      ...readableSchema(configuration).properties,
      configuration: Type.String({ description: 'the text, secrets as ***' }),
    }),
    isExtension: true,
    async handle(call) {
      const { item, text } = await openShown(call, call.params.id);
      return { ...item, configuration: text };
    },
  }),
  endpoint({
    method: 'GET',
    path: `/${path}/{id}/diff/`,
    summary: 'Compare two versions of a configuration',
    params,
    query: Type.Object(
      {
        with: Type.Optional(
          Type.Integer({
            minimum: 1,
            description: 'id of the older version; absent: the one before',
          }),
        ),
      },
      closed,
    ),
    reply: Type.Object({
      id: Type.Integer(),
      with: Type.Integer(),
      added: Type.Integer({ description: 'lines' }),
      removed: Type.Integer({ description: 'lines' }),
      diff: Type.String({ description: 'unified; secrets as ***' }),
    }),
    isExtension: true,
    async handle(call) {
      const { gateway, params, query } = call;
      const after = await openShown(call, params.id);
      const { device } = after.item;
      const other = query.with ?? (await findVersionBefore(gateway, { id: params.id, device }))?.id;
      if (other === undefined)
        throw Fault.field('with', 'There is no version before. Name another one.');
      const before = await openShown(call, other, device);
      const named = ({ item, text }: Shown) => ({ name: `${item.id} ${item.created_at}`, text });
      const compared = await compareTexts({ before: named(before), after: named(after) });
      return { id: params.id, with: other, ...compared };
    },
  }),
  endpoint({
    method: 'POST',
    path: `/${path}/{id}/restore/`,
    summary: 'Restore a version of a configuration on its device',
    params,
    query: waitQuery,
    body: Type.Object({}, closed),
    reply: transaction.schema,
    isExtension: true,
    async handle(call) {
      const { gateway, caller, params, query } = call;
      const item = await find(call, params.id);
      const device = await findDevice(gateway, ['id', item.device], caller.organizations);
      if (item.type !== null && item.type !== device.type_short_name)
        throw Fault.field(
          'id',
          `Configuration ${params.id} is of type "${item.type}", and the device now of "${device.type_short_name}".`,
        );
      const work = { device, restored: params.id, user: caller.user };
      return awaitTransaction(call, await scheduleConfigurationWork(gateway, work), query.wait);
    },
  }),
];

function find({ gateway, caller }: Request, id: number) {
  return retrieveResource({ resource: configuration, gateway, caller }, ['id', id]);
}

type Shown = Awaited<ReturnType<typeof openShown>>;

/** Returns a version with its text. @throws Fault `not_found`; `invalid` if it is of another device than `device` */
async function openShown(call: Request, id: number, device?: number) {
  const { gateway } = call;
  const item = await find(call, id).catch((error: unknown) => {
    if (device !== undefined && error instanceof Fault && error.kind === 'not_found')
      throw Fault.absent('with', id);
    throw error;
  });
  if (device !== undefined && item.device !== device)
    throw Fault.field('with', `Configuration ${id} is of another device.`);
  const version = await findVersion(gateway, { id, device: item.device });
  return { item, text: showConfiguration(gateway, version) };
}
