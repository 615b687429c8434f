import { Session } from 'node:inspector/promises';
import { packageRoot } from '../../src/runtime/package-root.ts';

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
      const path = sourcePathOf(url);
      if (path === null) return [];
      return ofScript
        .filter(
          ({ functionName, ranges: [whole] }) =>
            functionName !== '' && whole !== undefined && whole.count > 0,
        )
        .map(({ functionName }) => `${path}: ${functionName}`);
    });
    const files = functions.map((name) => name.slice(0, name.indexOf(':')));
    return { files: [...new Set(files)].toSorted(), functions: functions.toSorted() };
  } finally {
    session.disconnect();
  }
}

/** Returns the path of the source of a loaded module of the gateway; null for all others. */
function sourcePathOf(url: string): string | null {
  if (!url.startsWith(packageRoot.href)) return null;
  const path = url.slice(packageRoot.href.length);
  const name = /^(?:dist\/)?((?:src|adapters)\/.+)\.[jt]s$/u.exec(path)?.[1];
  return name === undefined ? null : `${name}.ts`;
}
