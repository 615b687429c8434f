import type { Command } from './command.ts';
import type { XmlObject } from './template.ts';

/** A step of a path: a local name, and the values of keys, which have no character that XML cannot carry. */
const step = /\/([A-Za-z_][\w.-]*)((?:\[[A-Za-z_][\w.-]*=(?:'[^'\p{C}]*'|"[^"\p{C}]*")\])*)/uy;
const key = /\[([^=]+)=(?:'([^']*)'|"([^"]*)")\]/g;

interface Step {
  readonly name: string;
  /** Values of child elements that select an entry of a list. */
  readonly keys: Readonly<Record<string, string>>;
}

/**
 * Returns the command that reads an absolute path of XPath with local names and values of keys, such as
 * `/interfaces/interface[name='eth0']/oper-status`; null for other text. The path is asked for by a subtree filter, which
 * each server has, with names of any namespace.
 *
 * @see  RFC 6241 section 6.2
 */
export function rawPathCommand(path: string): Command | null {
  const steps = stepsOf(path);
  if (steps === null) return null;
  const tree = steps.reduceRight<XmlObject>(
    (inner, { name, keys }, at) => ({
      // A path that ends in a key still selects by its value.
      [name]: { ...(at === 0 && { $: { xmlns: '' } }), ...inner, ...keys },
    }),
    {},
  );
  return {
    rpc: { get: { filter: { $: { type: 'subtree' }, ...tree } } },
    path: ['data', ...steps.map(({ name }) => name)].join('/'),
  };
}

function stepsOf(path: string): readonly Step[] | null {
  const steps: Step[] = [];
  step.lastIndex = 0;
  for (let end = 0; end < path.length; end = step.lastIndex) {
    const [, name, keys = ''] = step.exec(path) ?? [];
    if (name === undefined) return null;
    const values = [...keys.matchAll(key)].map(
      ([, child = '', single, double]) => [child, single ?? double ?? ''] as const,
    );
    steps.push({ name, keys: Object.fromEntries(values) });
  }
  return steps.length > 0 ? steps : null;
}
