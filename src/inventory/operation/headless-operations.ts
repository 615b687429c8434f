import type { Gateway } from '../../gateway/gateway.ts';
import type { JobRun } from '../../gateway/job.ts';
import type { Statement } from '../../store/store.ts';
import type { Connection } from '../device/connection.ts';
import type { StoredDevice } from '../device/find-device.ts';
import { checkReadable, readVariables } from './headless-get.ts';
import { changeObjects, previewObjects, type ObjectOperation } from './headless-objects.ts';
import { previewHeadlessSet, requestHeadlessSet, setVariables } from './headless-set.ts';
import { previewRawSet, rawWrites, setRawPaths } from './raw-set.ts';

export const headlessOperationCodes = ['get', 'set', 'add.obj', 'del.obj'] as const;
export type HeadlessOperationCode = (typeof headlessOperationCodes)[number];

/** Variable or object of a headless operation. */
export interface HeadlessVariable {
  readonly variable: string;
  readonly value?: unknown;
  readonly type?: string;
  readonly values?: readonly HeadlessVariable[];
}

/** What an operation has reached for a variable. */
interface HeadlessResult {
  readonly variable: string;
}

type Variables = readonly HeadlessVariable[];

interface HeadlessWork {
  readonly work: JobRun;
  readonly variables: Variables;
}

interface HeadlessOperation {
  /** Its action in the log of the device. */
  readonly action: 'get' | 'set' | 'add_object' | 'del_object';
  /** True if a series may repeat it: it only reads. */
  readonly isRepeatable: boolean;
  /** True if its values become the desired ones when it runs; until then they wait sealed. */
  readonly setsDesiredValues: boolean;
  /**
   * Checks a request, and returns the statements that join its transaction if it runs now.
   *
   * @throws Fault `invalid` if the type of the device cannot do it
   */
  readonly check: (
    gateway: Gateway,
    device: StoredDevice,
    variables: Variables,
  ) => Promise<readonly Statement[]>;
  /** Returns the command for each variable, a password as `***`; null: no command. @throws as `check` */
  readonly preview: (
    gateway: Gateway,
    device: StoredDevice,
    variables: Variables,
  ) => Promise<readonly (string | null)[]>;
  readonly run: (
    gateway: Gateway,
    connection: Connection,
    work: HeadlessWork,
  ) => Promise<readonly HeadlessResult[]>;
}

export const headlessOperations: Readonly<Record<HeadlessOperationCode, HeadlessOperation>> = {
  get: {
    action: 'get',
    isRepeatable: true,
    setsDesiredValues: false,
    check(gateway, device, variables) {
      checkReadable(gateway, device, variables);
      return Promise.resolve([]);
    },
    preview: (_gateway, _device, variables) => Promise.resolve(variables.map(() => null)),
    run: (gateway, connection, { work, variables }) =>
      readVariables(gateway, connection, {
        work,
        names: variables.map(({ variable }) => variable),
      }),
  },
  set: {
    action: 'set',
    isRepeatable: false,
    setsDesiredValues: true,
    check: async (gateway, device, variables) =>
      previewRawSet(gateway, device, variables).length > 0
        ? []
        : requestHeadlessSet(gateway, device, variables),
    async preview(gateway, device, variables) {
      const raw = previewRawSet(gateway, device, variables);
      return raw.length > 0 ? raw : previewHeadlessSet(gateway, device, variables);
    },
    run(gateway, connection, { work, variables }) {
      const writes = rawWrites(connection.type, connection.adapter, variables);
      return writes.length > 0
        ? setRawPaths(gateway, connection, { work, writes })
        : setVariables(gateway, connection, { work, variables });
    },
  },
  'add.obj': { action: 'add_object', ...changingObjects('add.obj') },
  'del.obj': { action: 'del_object', ...changingObjects('del.obj') },
};

function changingObjects(operation: ObjectOperation): Omit<HeadlessOperation, 'action'> {
  const preview: HeadlessOperation['preview'] = (gateway, device, variables) =>
    Promise.resolve(previewObjects(gateway, device, { operation, variables }));
  return {
    isRepeatable: false,
    setsDesiredValues: false,
    check: async (...request) => {
      await preview(...request);
      return [];
    },
    preview,
    run: (gateway, connection, { work, variables }) =>
      changeObjects(gateway, connection, { work, operation, variables }),
  };
}

/** Returns a text as the code of an operation; undefined: unknown code. */
export function findHeadlessOperation(text: string): HeadlessOperationCode | undefined {
  return headlessOperationCodes.find((code) => code === text);
}
