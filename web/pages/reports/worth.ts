import { formatNumber } from '../../app/texts.ts';

const amount = /\d+(?:[.,]\d{1,2})?/g;

/**
 * Returns what a number of vouchers is worth. A price is text, as it is printed: with one number in it that is multiplied, any other
 * is written behind the count.
 */
export function worthOf(price: string, count: number): string {
  if (price === '' || count === 0) return '–';
  const numbers = price.match(amount) ?? [];
  const [found = ''] = numbers;
  if (numbers.length !== 1) return `${formatNumber(count)} × ${price}`;
  const mark = found.includes(',') ? ',' : '.';
  const places = found.split(mark)[1]?.length ?? 0;
  const worth = (Number(found.replace(',', '.')) * count).toFixed(places).replace('.', mark);
  return price.replace(found, worth);
}
