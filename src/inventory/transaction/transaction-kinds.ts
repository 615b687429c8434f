import { keysOf } from '../../contract/fields.ts';

interface Kind {
  /** True if a transaction shows its progress as `partial_results` while it runs. */
  readonly showsProgress: boolean;
  /**
   * True if transactions of the kind keep their order with transactions that wait for the device: a request tries these again
   * first, and if a transaction cannot reach the device, the others wait too.
   */
  readonly isOrdered: boolean;
  /** True if a transaction may have changed the configuration of its device. */
  readonly mayChangeDevice: boolean;
  /** True if a series may repeat it: it only reads. */
  readonly isRepeatable: boolean;
}

/** The kinds of transactions. `src/inventory/transaction-jobs.ts` has the job of each. */
export const transactionKinds = {
  operation: {
    showsProgress: false,
    isOrdered: true,
    mayChangeDevice: true,
    isRepeatable: false,
  },
  diagnostic: {
    showsProgress: true,
    isOrdered: false,
    mayChangeDevice: false,
    isRepeatable: true,
  },
  doctor: {
    showsProgress: true,
    isOrdered: true,
    mayChangeDevice: false,
    isRepeatable: false,
  },
  headless: {
    showsProgress: false,
    isOrdered: true,
    mayChangeDevice: true,
    isRepeatable: true,
  },
  setting: {
    showsProgress: false,
    isOrdered: true,
    mayChangeDevice: true,
    isRepeatable: false,
  },
  configuration: {
    showsProgress: false,
    isOrdered: true,
    mayChangeDevice: true,
    isRepeatable: false,
  },
} as const satisfies Readonly<Record<string, Kind>>;

export type TransactionKind = keyof typeof transactionKinds;

/** Returns the kinds that have a property. */
export function kindsThat(property: keyof Kind): readonly TransactionKind[] {
  return keysOf(transactionKinds).filter((kind) => transactionKinds[kind][property]);
}
