import { loadConfig, type Config } from '../src/config/load-config.ts';

/**
 * Returns the configuration of a gateway in the process of a test: on free ports of the loopback interface, without polls
 * and log.
 *
 * @param environment  variables that decide otherwise, and GATEHOUSE_DATA_DIR
 */
export function loopbackConfig(environment: Readonly<Record<string, string>>): Config {
  return loadConfig('/dev/null', {
    GATEHOUSE_HTTP_HOST: '127.0.0.1',
    GATEHOUSE_HTTP_PORT: '0',
    GATEHOUSE_RADIUS_HOST: '127.0.0.1',
    GATEHOUSE_RADIUS_AUTH_PORT: '0',
    GATEHOUSE_RADIUS_ACCT_PORT: '0',
    GATEHOUSE_LOG_LEVEL: 'silent',
    GATEHOUSE_POLLING_ENABLED: 'false',
    ...environment,
  });
}
