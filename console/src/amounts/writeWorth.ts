import type { Format } from '@secure-payment/widget/design'

/** Writes a value in a fiat currency, rounded down to the currency's decimals: `12.49875` dollars are `$12.49`, `99.5` yen `¥99`. */
export function writeWorth(
  { money }: Pick<Format, 'money'>,
  worth: string,
  currency: string,
): string {
  const [whole = '0', fraction = ''] = worth.split('.')
  const places = placesOf(currency)
  const written = places === 0 ? whole : `${whole}.${fraction.padEnd(places, '0').slice(0, places)}`
  return money(written, currency)
}

/** Returns a value with all its decimals, such as `12.49875 USD`; null if `writeWorth` drops no decimal. */
export function exactWorth(worth: string, currency: string): string | null {
  const [, fraction = ''] = worth.split('.')
  return fraction.length > placesOf(currency) ? `${worth}\u00a0${currency}` : null
}

function placesOf(currency: string): number {
  const { maximumFractionDigits = 2 } = new Intl.NumberFormat('en', {
    style: 'currency',
    currency,
  }).resolvedOptions()
  return maximumFractionDigits
}
