import { groupBy } from '../runtime/group-by.ts';
import type { Endpoint, Method } from './endpoint.ts';

/** A path of an API. */
export interface KnownPath {
  /** Declared path with its prefix: `/gate/api/v1/user/{id}/`. */
  readonly path: string;
  readonly methods: readonly Method[];
}

interface Paths {
  /** Prefix of each path. */
  readonly prefix: string;
  readonly endpoints: readonly Pick<Endpoint, 'path' | 'method'>[];
}

interface Step {
  readonly named: Map<string, Step>;
  parameter?: Step;
  /** The path whose last parameter takes the rest. */
  greedy?: KnownPath;
  known?: KnownPath;
}

/**
 * The paths of all APIs, which tell a method that a path does not have from a path that does not exist. A route for each of
 * those methods would take three times as long to add as the routes of the endpoints.
 */
export class KnownPaths {
  readonly #root = newStep();

  constructor(apis: readonly Paths[]) {
    for (const api of apis) for (const known of pathsOf(api)) this.#add(known);
  }

  /** Returns the path that an address names, as the router would choose it. */
  find(url: string): KnownPath | undefined {
    const [address = ''] = url.split(/[?#]/, 1);
    try {
      return this.#match(decodeURI(address))[0];
    } catch {
      return undefined;
    }
  }

  /** Returns the paths that a more general one covers: the router sends methods that they lack to that one. */
  covered(): readonly KnownPath[] {
    return knownFrom(this.#root).filter(({ path }) => this.#match(path).length > 1);
  }

  #add(known: KnownPath): void {
    let step = this.#root;
    for (const segment of segmentsOf(known.path)) {
      if (segment.startsWith('{+')) {
        step.greedy = known;
        return;
      }
      step = segment.startsWith('{') ? (step.parameter ??= newStep()) : namedStep(step, segment);
    }
    step.known = known;
  }

  #match(path: string): readonly KnownPath[] {
    return matches(this.#root, segmentsOf(path));
  }
}

/** Returns the methods of each path. */
function pathsOf({ prefix, endpoints }: Paths): readonly KnownPath[] {
  const byPath = groupBy(endpoints, ({ path }) => path);
  return [...byPath].map(([path, same]) => ({
    path: prefix + path,
    methods: same.map(({ method }) => method),
  }));
}

function segmentsOf(path: string): readonly string[] {
  return path.replace(/\/$/, '').split('/');
}

function newStep(): Step {
  return { named: new Map() };
}

function namedStep({ named }: Step, segment: string): Step {
  const step = named.get(segment) ?? newStep();
  named.set(segment, step);
  return step;
}

/** Returns the matching paths, the path with more names first. */
function matches(step: Step, [segment, ...others]: readonly string[]): readonly KnownPath[] {
  if (segment === undefined) return step.known ? [step.known] : [];
  const named = step.named.get(segment);
  return [
    ...(named ? matches(named, others) : []),
    ...(step.parameter && segment !== '' ? matches(step.parameter, others) : []),
    ...(step.greedy ? [step.greedy] : []),
  ];
}

function knownFrom({ named, parameter, greedy, known }: Step): readonly KnownPath[] {
  return [
    ...(known ? [known] : []),
    ...(greedy ? [greedy] : []),
    ...[...named.values(), ...(parameter ? [parameter] : [])].flatMap(knownFrom),
  ];
}

/** Returns a path as the router writes it: `/user/:id/`. */
export function routePath(path: string): string {
  return path.replace(/\{\+\w+\}\/$/, '*').replaceAll(/\{(\w+)\}/g, ':$1');
}
