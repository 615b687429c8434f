import type { FastifyInstance } from 'fastify';
import { Fault } from '../../contract/errors.ts';
import type { Gateway } from '../../gateway/gateway.ts';
import { authenticateCaller } from '../../http/authentication.ts';
import { renderDeviceMetrics } from '../metric/device-metrics.ts';
import { Semaphore } from '../../runtime/limit/semaphore.ts';

/** Adds /metrics/devices: the last values of the devices that the caller may see, in the text format of Prometheus. */
export function addDeviceMetricsRoute(app: FastifyInstance, gateway: Gateway): void {
  const scrapes = new Semaphore({ max: 1, maxWaiting: 4, name: 'scrapes' });
  app.get('/metrics/devices', async (request, reply) => {
    const caller = await authenticateCaller(gateway, request);
    if (caller.role !== 'admin' && caller.role !== 'read_only')
      throw new Fault(
        'forbidden',
        'Metrics of devices are for administrators and read_only users.',
      );
    const text = await scrapes.run(() => renderDeviceMetrics(gateway.store, caller.organizations));
    return reply.type(gateway.metrics.contentType).send(text);
  });
}
