import type { AdapterContext, DiagnosticResult } from '../../contract/adapter.ts';
import { Fault } from '../../contract/errors.ts';
import type { Gateway } from '../../gateway/gateway.ts';
import { validateAgainst } from '../../contract/schema.ts';

interface PingTarget {
  /** Name for messages. */
  readonly name: string;
  /** IP literal or host name. */
  readonly host: string;
  /** Options of the icmp adapter. */
  readonly options?: Readonly<Record<string, unknown>>;
}

/**
 * Pings a host from the gateway, through the icmp adapter.
 *
 * @throws Fault `unsupported` if the adapter does not accept the options; if no packet could be sent
 */
export async function pingFromGateway(
  { adapters }: Pick<Gateway, 'adapters'>,
  { name, host, options = {} }: PingTarget,
  signal: AbortSignal,
): Promise<DiagnosticResult> {
  const icmp = adapters.get('icmp');
  if (!icmp?.diagnose) throw new Fault('unsupported', 'no adapter supports ping');
  const target = {
    name,
    host,
    options: checkOptions(icmp.options, options),
    credentials: {},
    checkHostKey: () => Promise.resolve(false),
  };
  const context: AdapterContext = { signal, log: () => undefined };
  return icmp.diagnose(target, { kind: 'ping' }, context);
}

/** Checks the options against the adapter's schema, which allows less than the published keys. */
function checkOptions(
  schema: Parameters<typeof validateAgainst>[0],
  options: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  try {
    return validateAgainst<Record<string, unknown>>(schema, { ...options }, 'ping');
  } catch (error) {
    throw new Fault('unsupported', error instanceof Error ? error.message : 'ping', {
      cause: error,
    });
  }
}
