import { Type } from 'typebox';
import { guestReaders } from '../../../contract/caller.ts';
import { Fault } from '../../../contract/errors.ts';
import { counter, dateTime, formatTime, nullable } from '../../../contract/fields.ts';
import { endpoint, type Endpoint } from '../../../http/endpoint.ts';
import { retrieveResource } from '../../../http/resource-access.ts';
import { fieldSchema } from '../../../http/resource-schema.ts';
import { accountingRecord } from '../../session/accounting-record.ts';
import { readTrafficCourse, type CoursePoint } from '../../session/traffic/traffic-course.ts';

/** GET /aaa_accounting/{radacctid}/traffic/: the counters of a session in the course of time. */
export const trafficEndpoint: Endpoint = endpoint({
  method: 'GET',
  path: '/aaa_accounting/{radacctid}/traffic/',
  summary: 'Retrieve the traffic of a session in the course of time',
  roles: guestReaders,
  isExtension: true,
  params: Type.Object({ radacctid: fieldSchema(accountingRecord, 'radacctid') }),
  reply: Type.Object({
    interim_interval: nullable(
      Type.Integer({
        description:
          'seconds between two Interim-Updates of the NAS; null: it sends none, or no NAS accounts for the session',
      }),
    ),
    points: Type.Array(
      Type.Object({
        datetime: dateTime({ description: 'by the corrected clock of the NAS' }),
        octets_in: counter({ description: 'from the device, since the begin of the session' }),
        octets_out: counter({ description: 'to the device, since the begin of the session' }),
        is_after_gap: Type.Boolean({
          description:
            'true: there were no counters for much longer than usual; how the traffic since the point before was spread is not known',
        }),
      }),
      {
        description:
          'the begin of the session, what was sampled (every two minutes, of a long session less often), and its newest counters',
      },
    ),
  }),
  async handle({ gateway, caller, params: { radacctid } }) {
    await retrieveResource({ resource: accountingRecord, gateway, caller }, [
      'radacctid',
      radacctid,
    ]);
    const now = gateway.now().getTime();
    const course = await readTrafficCourse(gateway.store, radacctid, now);
    if (!course) throw new Fault('not_found', `no session ${radacctid}`);
    return { interim_interval: course.interimInterval, points: course.points.map(show) };
  },
});

function show({ at, octetsIn, octetsOut, isAfterGap }: CoursePoint) {
  return {
    datetime: formatTime(at * 1000),
    octets_in: exact(octetsIn),
    octets_out: exact(octetsOut),
    is_after_gap: isAfterGap,
  };
}

/** Returns a counter as replies have it: a string above 2^53 - 1. */
function exact(count: bigint): number | string {
  return count > Number.MAX_SAFE_INTEGER ? count.toString() : Number(count);
}
