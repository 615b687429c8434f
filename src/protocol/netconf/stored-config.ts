import { Fault } from '../../contract/errors.ts';
import type { XmlObject } from './template.ts';
import { parseXml, type XmlElement } from './xml.ts';

/**
 * Returns a configuration that was read as XML as the content of `<config>`.
 *
 * @param text    one element, such as `<data>`, with the configuration in it
 * @throws Fault  `unsupported` if it is not XML, or empty: it would erase the device
 */
export async function storedConfig(text: string): Promise<XmlObject> {
  const root = await parseXml(Buffer.from(text)).catch((cause: unknown) => {
    throw new Fault('unsupported', 'the configuration is not XML', { cause });
  });
  if (root.children.length === 0)
    throw new Fault('unsupported', 'the configuration is empty, and would erase the device');
  return childrenOf(root, '');
}

/** Returns child elements by name; elements with the same name keep their order. */
function childrenOf({ children }: XmlElement, inherited: string): XmlObject {
  const byName: Record<string, XmlObject[]> = {};
  for (const child of children) (byName[child.name] ??= []).push(objectOf(child, inherited));
  return byName;
}

function objectOf(element: XmlElement, inherited: string): XmlObject {
  const { namespace, attributes, text, children } = element;
  const own = Object.fromEntries(Object.entries(attributes).filter(([name]) => name !== 'xmlns'));
  const $ = { ...own, ...(namespace !== inherited && { xmlns: namespace }) };
  return {
    ...(Object.keys($).length > 0 && { $ }),
    ...(children.length === 0 && { _: text }),
    ...childrenOf(element, namespace),
  };
}
