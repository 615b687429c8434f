import type { Job } from '../gateway/job.ts';
import { configurationJob } from './configuration/configuration-job.ts';
import { diagnosticJob } from './diagnostic/diagnostic.ts';
import { doctorJob } from './doctor/site-doctor.ts';
import { headlessOperationJob } from './operation/headless-operation.ts';
import { operationJob } from './operation/operation.ts';
import { settingWriteJob } from './setting/setting-write.ts';
import type { TransactionKind } from './transaction/transaction-kinds.ts';

/** The job of each kind of transaction. */
export const transactionJobs: { readonly [Kind in TransactionKind]: Job<Kind> } = {
  operation: operationJob,
  diagnostic: diagnosticJob,
  doctor: doctorJob,
  headless: headlessOperationJob,
  setting: settingWriteJob,
  configuration: configurationJob,
};
