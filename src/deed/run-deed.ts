import { findConnection } from '../api-client/connection.ts';
import { exitStatus } from '../api-client/exit-status.ts';
import { onOneLine } from '../api-client/output.ts';
import { Unwritable } from '../api-client/reply-output.ts';
import { Unreachable } from '../api-client/request.ts';
import { UsageError } from '../api-client/usage-error.ts';
import { errorCode } from '../contract/errors.ts';
import { GatewayClient, Refused } from './gateway-client.ts';

/** Options of every deed, as commander gives them. */
export interface ConnectionOptions {
  readonly gateway?: string;
  readonly url?: string;
  readonly tokenFile?: string;
  readonly ca?: string;
}

/** A deed that the gateway accepted and that had no effect; ends with exit status 6. */
export class Ineffective extends Error {
  override readonly name = 'Ineffective';
}

/**
 * Runs a deed on the gateway that the options or the environment name. An error for the person is a sentence on standard error,
 * and the exit status of the process is that of `gatehouse api`.
 */
export async function runDeed(
  { tokenFile, ...options }: ConnectionOptions,
  work: (client: GatewayClient) => Promise<void>,
): Promise<void> {
  process.stdout.on('error', (error: Error) => {
    // A reader that has seen enough, such as head, closes the pipe.
    process.exit(errorCode(error) === 'EPIPE' ? exitStatus.done : exitStatus.failed);
  });
  const given = Object.entries({ ...options, token_file: tokenFile }).filter(
    (option): option is [string, string] => typeof option[1] === 'string',
  );
  try {
    await work(new GatewayClient(findConnection(new Map(given), process.env)));
  } catch (error) {
    const status = statusOf(error);
    if (status === null || !(error instanceof Error)) throw error;
    for (const line of error.message.split('\n')) process.stderr.write(`${onOneLine(line)}\n`);
    process.exitCode = status;
  }
}

/** Returns the exit status of an error for the person; null: it is a fault of this program. */
function statusOf(error: unknown): number | null {
  if (error instanceof Ineffective) return exitStatus.ineffective;
  if (error instanceof UsageError) return exitStatus.usage;
  if (error instanceof Unreachable) return exitStatus.unreachable;
  if (error instanceof Unwritable) return exitStatus.failed;
  if (!(error instanceof Refused)) return null;
  if (error.status === 401) return exitStatus.unauthenticated;
  return error.status >= 500 ? exitStatus.failed : exitStatus.refused;
}
