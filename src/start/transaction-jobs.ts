import type { Job } from '../gateway/job.ts';
import { configurationJob } from '../inventory/configuration/configuration-job.ts';
import { diagnosticJob } from '../inventory/diagnostic/diagnostic.ts';
import { doctorJob } from '../inventory/doctor/site-doctor.ts';
import { headlessOperationJob } from '../inventory/operation/headless-operation.ts';
import { operationJob } from '../inventory/operation/operation.ts';
import { settingWriteJob } from '../inventory/setting/setting-write.ts';
import type { TransactionKind } from '../inventory/transaction/transaction-kinds.ts';

/** The job of each kind of transaction. */
export const transactionJobs: { readonly [Kind in TransactionKind]: Job<Kind> } = {
  operation: operationJob,
  diagnostic: diagnosticJob,
  doctor: doctorJob,
  headless: headlessOperationJob,
  setting: settingWriteJob,
  configuration: configurationJob,
};
