import type { Token } from './network.ts'

/**
 * Returns the test tokens on a local chain, at addresses that are otherwise unused:
 *
 * - USDC accepts permits (EIP-2612) and authorizations (EIP-3009).
 * - USDT returns nothing from `transfer` and rejects a change to a non-zero allowance, like Tether's first contract.
 * - FEE burns 1 % of every transfer.
 * - FAU accepts only permits.
 * - DAI is plain.
 */
export function devnetTokens<const Id extends string>(networkId: Id) {
  return [
    {
      currencyId: `USDC-${networkId}`,
      aliases: [],
      symbol: 'USDC',
      name: 'USD Coin',
      address: '0x5ecc000000000000000000000000000000000101',
      decimals: 6,
    },
    {
      currencyId: `USDT-${networkId}`,
      aliases: [],
      symbol: 'USDT',
      name: 'Tether USD',
      address: '0x5ECc000000000000000000000000000000000102',
      decimals: 6,
      resetsApproval: true,
    },
    {
      currencyId: `DAI-${networkId}`,
      aliases: [],
      symbol: 'DAI',
      name: 'Dai Stablecoin',
      address: '0x5ECc000000000000000000000000000000000103',
      decimals: 18,
    },
    {
      currencyId: `FAU-${networkId}`,
      aliases: [],
      symbol: 'FAU',
      name: 'Faucet Token',
      address: '0x5ecc000000000000000000000000000000000104',
      decimals: 18,
    },
    {
      currencyId: `FEE-${networkId}`,
      aliases: [],
      symbol: 'FEE',
      name: 'Fee On Transfer',
      address: '0x5EcC000000000000000000000000000000000105',
      decimals: 18,
    },
  ] as const satisfies readonly Token[]
}
