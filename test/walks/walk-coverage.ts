import { Session } from 'node:inspector/promises';

/** Files and functions of `src` and `adapters` through which something ran, without what only loading a module runs. */
export interface WalkCoverage {
  /** Paths from the root of the package, sorted. */
  readonly files: readonly string[];
  /** `path: name` of each function, sorted. */
  readonly functions: readonly string[];
}

/** Counts by V8's precise coverage which functions of the gateway a walk runs, in this process and its main thread. */
export async function coverageOf(walk: () => Promise<unknown>): Promise<WalkCoverage> {
  const session = new Session();
  session.connect();
  try {
    await session.post('Profiler.enable');
    await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
    // Taking the coverage sets the counts to zero.
    await session.post('Profiler.takePreciseCoverage');
    await walk();
    const { result } = await session.post('Profiler.takePreciseCoverage');
    const functions = result.flatMap(({ url, functions: ofScript }) => {
      const path = /\/dist\/((?:src|adapters)\/.+)\.js$/u.exec(url)?.[1];
      if (path === undefined) return [];
      return ofScript
        .filter(
          ({ functionName, ranges: [whole] }) =>
            functionName !== '' && whole !== undefined && whole.count > 0,
        )
        .map(({ functionName }) => `${path}.ts: ${functionName}`);
    });
    const files = functions.map((name) => name.slice(0, name.indexOf(':')));
    return { files: [...new Set(files)].toSorted(), functions: functions.toSorted() };
  } finally {
    session.disconnect();
  }
}
