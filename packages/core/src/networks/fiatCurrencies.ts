import type { Currency } from './currencies.ts'

/**
 * The invoice currencies other than tokens: those for which the conversion contracts have rates. `decimals` are ISO 4217's minor units.
 * `hash` is the last 20 bytes of keccak-256 of `{"type":"iso4217","value":"<code>"}` in lower case, the contracts' name for a currency.
 * `address` is the code's ASCII bytes, as in the published token list.
 */
export const fiatCurrencies = [
  fiat('USD', 'US Dollar', 2, '0x775eb53d00dd0acd3ec1696472105d579b9b386b'),
  fiat('EUR', 'Euro', 2, '0x17b4158805772ced11225e77339f90beb5aae968'),
  fiat('CNY', 'Yuan Renminbi', 2, '0x66710cc1372861ec5d5537c075b527b7b3c63c5f'),
  fiat('GBP', 'Pound Sterling', 2, '0x013f29832cd6525c4c6df81c2aae8032a1ff2db2'),
  fiat('JPY', 'Yen', 0, '0xf68fb12aa78e5c2b3eebd71441a990cd5757055c'),
] as const satisfies readonly Currency[]

function fiat(code: string, name: string, decimals: number, hash: string): Currency {
  const bytes = [...code].map((letter) => letter.charCodeAt(0).toString(16)).join('')
  return {
    id: code,
    name,
    symbol: code,
    decimals,
    address: `0x${bytes.padStart(40, '0')}`,
    network: 'fiat',
    type: 'ISO4217',
    hash,
    chainId: 0,
  }
}
