import { Fault } from '../../contract/errors.ts';
import type { Command, WriteCommand } from './command.ts';
import type { XmlObject } from './template.ts';

/**
 * A step of a path: the name of a module where it differs from the step before, a local name, and the values of keys,
 * which have no character that XML cannot carry.
 */
const step =
  /\/(?:([A-Za-z_][\w.-]*):)?([A-Za-z_][\w.-]*)((?:\[[A-Za-z_][\w.-]*=(?:'[^'\p{C}]*'|"[^"\p{C}]*")\])*)/uy;
const key = /\[([^=]+)=(?:'([^']*)'|"([^"]*)")\]/g;

interface Step {
  /** Null: the module of the step before. */
  readonly module: string | null;
  readonly name: string;
  /** Values of child elements that select an entry of a list. */
  readonly keys: Readonly<Record<string, string>>;
}

/**
 * Returns the command that reads an absolute path of XPath with local names and values of keys, such as
 * `/interfaces/interface[name='eth0']/oper-status`; null for other text. The path is asked for by a subtree filter, which
 * each server has, with names of any namespace: names of modules may be in it and make no difference.
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

/**
 * Returns the command that sets an absolute path to a leaf, such as `/ietf-system:system/contact`: an edit needs namespaces, so
 * the first step names its module, as RFC 7951 section 4 writes names. Null for other text, and for a key of an entry that the
 * path selects: an edit with another value of it would create another entry.
 */
export function rawPathWriteCommand(path: string): WriteCommand | null {
  const steps = stepsOf(path) ?? [];
  const [entry, leaf] = [steps.at(-2), steps.at(-1)];
  if (leaf === undefined || typeof steps[0]?.module !== 'string') return null;
  const isKey = Object.keys(entry?.keys ?? {}).includes(leaf.name);
  return isKey || Object.keys(leaf.keys).length > 0 ? null : { path };
}

/**
 * Returns the content of `<config>` that sets the leaf at a path.
 *
 * @param namespaceOf  returns the namespace of a module; null: the device does not have it
 * @throws Fault `unsupported` naming the module that the device does not have, or the invalid path
 */
export function editOfPath(
  path: string,
  value: string,
  namespaceOf: (module: string) => string | null,
): XmlObject {
  const steps = rawPathWriteCommand(path) === null ? null : stepsOf(path);
  if (steps === null) throw new Fault('unsupported', `${path}: ${unqualified}`);
  return steps.reduceRight<XmlObject>(
    (inner, { module, name, keys }) => ({
      [name]: { ...(module !== null && namespace(module)), ...keys, ...inner },
    }),
    { _: value },
  );

  function namespace(module: string): XmlObject {
    const xmlns = namespaceOf(module);
    if (xmlns !== null) return { $: { xmlns } };
    throw new Fault('unsupported', `${path}: the device announces no module "${module}"`);
  }
}

const unqualified =
  'a path that is set leads to a leaf that is no key, and its first step names a module: /ietf-system:system/contact';

function stepsOf(path: string): readonly Step[] | null {
  const steps: Step[] = [];
  step.lastIndex = 0;
  for (let end = 0; end < path.length; end = step.lastIndex) {
    const [, module = null, name, keys = ''] = step.exec(path) ?? [];
    if (name === undefined) return null;
    const values = [...keys.matchAll(key)].map(
      ([, child = '', single, double]) => [child, single ?? double ?? ''] as const,
    );
    steps.push({ module, name, keys: Object.fromEntries(values) });
  }
  return steps.length > 0 ? steps : null;
}
