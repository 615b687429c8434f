import { readFileSync } from 'node:fs';
import { errorCode } from '../contract/errors.ts';
import type { ConfigFault } from './config-files.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Reads the variables that name a file with their value: `GATEHOUSE_SMTP_PASSWORD_FILE=/run/secrets/smtp` instead of
 * `GATEHOUSE_SMTP_PASSWORD`, as containers are given their secrets.
 *
 * @param variables  names of the variables that may be in a file
 * @returns the environment with their values, without the line end of the file, and an error for each that cannot be read
 */
export function readFileVariables(
  environment: Environment,
  variables: readonly string[],
): { readonly environment: Environment; readonly faults: readonly ConfigFault[] } {
  const read: Record<string, string | undefined> = { ...environment };
  const faults: ConfigFault[] = [];
  for (const variable of variables) {
    const name = `${variable}_FILE`;
    const file = environment[name];
    if (file === undefined) continue;
    Reflect.deleteProperty(read, name);
    const fault = (expected: string) => {
      faults.push({ location: name, key: name, value: file, expected });
    };
    if (environment[variable] !== undefined) {
      fault(`to be unset, since ${variable} is set as well`);
      continue;
    }
    try {
      read[variable] = readFileSync(file, 'utf8').replace(/\r?\n$/, '');
    } catch (error) {
      fault(`a readable file (${errorCode(error) ?? 'unknown error'})`);
    }
  }
  return { environment: read, faults };
}
