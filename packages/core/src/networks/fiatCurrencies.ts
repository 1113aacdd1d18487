import type { Currency } from './currencies.ts'

/**
 * The invoice currencies other than tokens: the 30 most traded ones. `decimals` are ISO 4217's minor units.
 * `hash` is the last 20 bytes of keccak-256 of `{"type":"iso4217","value":"<code>"}` in lower case, the contracts' name for a currency.
 * `address` is the code's ASCII bytes, as in the published token list.
 */
export const fiatCurrencies = [
  fiat('USD', 'US Dollar', 2, '0x775eb53d00dd0acd3ec1696472105d579b9b386b'),
  fiat('EUR', 'Euro', 2, '0x17b4158805772ced11225e77339f90beb5aae968'),
  fiat('CNY', 'Yuan Renminbi', 2, '0x66710cc1372861ec5d5537c075b527b7b3c63c5f'),
  fiat('GBP', 'Pound Sterling', 2, '0x013f29832cd6525c4c6df81c2aae8032a1ff2db2'),
  fiat('JPY', 'Yen', 0, '0xf68fb12aa78e5c2b3eebd71441a990cd5757055c'),
  fiat('AUD', 'Australian Dollar', 2, '0x4f99f266506be1475e943b2f097827011bfa4e93'),
  fiat('CAD', 'Canadian Dollar', 2, '0xfa6faefc053e6c8e393a73dcc12b09fcde019d25'),
  fiat('CHF', 'Swiss Franc', 2, '0xfac26e3fd40adcdc6652f705d983b4830c00716c'),
  fiat('HKD', 'Hong Kong Dollar', 2, '0xa25ef954247c614a0036730b129960bc94db36fa'),
  fiat('SGD', 'Singapore Dollar', 2, '0xce80759e72fe1d3c07be79ffecc76a7a9b46c641'),
  fiat('SEK', 'Swedish Krona', 2, '0x26a313eb997e90d751279cee5416d9fb6faf6dbe'),
  fiat('KRW', 'Won', 0, '0x0bbb60891a1688271573e5ea4cba84f18cbc0f2d'),
  fiat('NOK', 'Norwegian Krone', 2, '0x78753d7c338e1373699ee2721810970c3aa3c7a1'),
  fiat('NZD', 'New Zealand Dollar', 2, '0xe6c09adc89ff4467cea20bc7760e3e59e7c0671d'),
  fiat('INR', 'Indian Rupee', 2, '0xab6ce0b86d905929340c640e8bcba8751feea10e'),
  fiat('MXN', 'Mexican Peso', 2, '0x6ecfc28d0c11b296581339a7300cfb345b26153a'),
  fiat('TWD', 'New Taiwan Dollar', 2, '0x8809d442daa2277487e3cf31de27874190bd9207'),
  fiat('ZAR', 'Rand', 2, '0x52f3d6575032420a7038d5b096820be555c7c707'),
  fiat('BRL', 'Brazilian Real', 2, '0xb50731ca2fd80afe3910a4800225d4845cad266f'),
  fiat('DKK', 'Danish Krone', 2, '0x4c52a40bf50264776a8f1868eda14af093c3fff3'),
  fiat('PLN', 'Zloty', 2, '0x66b582f6e47d683bbb81f917795fbb1715dcefa0'),
  fiat('THB', 'Baht', 2, '0x717774da93a8ed092f7dba0acbb6977bf4fef912'),
  fiat('ILS', 'New Israeli Sheqel', 2, '0x11485b23f0d3db30edb6c876abcc18d699a43e7d'),
  fiat('IDR', 'Rupiah', 2, '0x6ea6803339cfeadd84b5b62820c548f53ff7d8e9'),
  fiat('CZK', 'Czech Koruna', 2, '0xb60c4879fb0059e76f148520c47201f2401e471f'),
  fiat('AED', 'UAE Dirham', 2, '0x2a832cd92b8d5f664ab014d92d962cc6f45588ba'),
  fiat('TRY', 'Turkish Lira', 2, '0xb7a41bb9ad3cdc5db0e35c12e78106fa3f21693d'),
  fiat('HUF', 'Forint', 2, '0xdfaaff5b9d3c116062a0aacc6b02a94ddd88690c'),
  fiat('CLP', 'Chilean Peso', 0, '0xe1e7f96ef24cb96a9c86bbb3177e2c4f282a1f95'),
  fiat('SAR', 'Saudi Riyal', 2, '0xa2e2a2adc8b7e3611d834f475c657229b1932595'),
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
