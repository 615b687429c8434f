import type { Pseudonyms } from './pseudonyms.ts';

/** Labels whose values only the gateway chooses. */
const plainLabels = new Set([
  'cause',
  'channel',
  'code',
  'kind',
  'le',
  'method',
  'node',
  'outcome',
  'port',
  'quantile',
  'reason',
  'result',
  'route',
  'space',
  'state',
  'status',
  'step',
  'table',
  'type',
  'version',
]);

const sample = /^([a-zA-Z_:][\w:]*)(?:\{(.*)\})? ([-+\w.]+)$/;
const label = /([a-zA-Z_]\w*)="((?:[^"\\]|\\.)*)"/g;

/** Returns the samples of metrics in the text format of Prometheus, the names of a site by pseudonyms. */
export function showMetrics(text: string, pseudonyms: Pseudonyms): string {
  const lines = text.split('\n').flatMap((line) => {
    const [, name, labels, value] = sample.exec(line) ?? [];
    if (name === undefined || value === undefined) return [];
    if (labels === undefined) return [`${name} ${value}`];
    const shown = [...labels.matchAll(label)].map(([, key = '', content = '']) => {
      return `${key}="${plainLabels.has(key) ? content : pseudonyms.of('name', content)}"`;
    });
    return [`${name}{${shown.join(',')}} ${value}`];
  });
  return `${lines.join('\n')}\n`;
}
