import { GatewayProcess } from '../../gateway-process.ts';
import { startPostgres } from '../../peers/postgres.ts';

type Engine = 'sqlite' | 'postgres';

/**
 * Starts the gateway of a file of tests. The files have one engine each, so that a run meets both at the price of one;
 * PORTAL_ENGINE (`sqlite` or `postgres`) runs all of them on the engine that it names.
 */
export async function startStepGateway(
  usual: Engine,
  environment: Readonly<Record<string, string>>,
): Promise<{ readonly gateway: GatewayProcess; readonly stop: () => Promise<void> }> {
  const postgres =
    (process.env['PORTAL_ENGINE'] ?? usual) === 'postgres'
      ? await startPostgres({ fsync: false, hasTypes: true })
      : null;
  const gateway = await GatewayProcess.start({
    GATEHOUSE_POLLING_ENABLED: 'false',
    ...(postgres && { GATEHOUSE_DATABASE_URL: postgres.url }),
    ...environment,
  });
  return {
    gateway,
    stop: async () => {
      await gateway.remove();
      await postgres?.stop();
    },
  };
}
