import type { MigrationStep } from './ddl.ts';

/** Created views once. Relations are no longer stored (see `Resource.relation`); stores still record the step's name. */
export const views: MigrationStep = () => ({ up: () => Promise.resolve() });
