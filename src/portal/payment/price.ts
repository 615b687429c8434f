/** Returns an amount in the smallest unit of a currency as people read it: `5,00 €`. */
export function formatPrice(amount: number, currency: string, language: string): string {
  const format = new Intl.NumberFormat(language, { style: 'currency', currency });
  return format.format(amount / 10 ** digitsOf(format));
}

/** Returns it as lists and vouchers have it, in any language: `5.00 EUR`. */
export function priceText(amount: number, currency: string): string {
  const digits = digitsOf(new Intl.NumberFormat('en', { style: 'currency', currency }));
  return `${(amount / 10 ** digits).toFixed(digits)} ${currency.toUpperCase()}`;
}

function digitsOf(format: Intl.NumberFormat): number {
  return format.resolvedOptions().maximumFractionDigits ?? 2;
}
