import { z } from 'zod'

/** One currency, as in the published token list; all nine members are always present. */
export const currencySchema = z
  .object({
    id: z.string(),
    name: z.string(),
    symbol: z.string(),
    decimals: z.int().nonnegative(),
    address: z
      .string()
      .describe(
        'Token contract; the hash for a native coin; the ASCII bytes of the code for fiat.',
      ),
    network: z.string().describe('Network id; `fiat` for fiat currencies.'),
    type: z.enum(['ERC20', 'TRC20', 'ETH', 'ISO4217']),
    hash: z.string().describe('The address of a token; a calculated hash for any other currency.'),
    chainId: z.int().nonnegative(),
  })
  .meta({ id: 'Currency' })

/** The currency in the API's examples. */
export const currencyExample = {
  id: 'USDC-mainnet',
  name: 'USD Coin',
  symbol: 'USDC',
  decimals: 6,
  address: '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48',
  network: 'mainnet',
  type: 'ERC20',
  hash: '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48',
  chainId: 1,
}
