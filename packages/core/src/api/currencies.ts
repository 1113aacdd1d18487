import { z } from 'zod'
import { endpoint } from './endpoint.ts'

/** One currency, as in the published token list; all nine members are always present. */
export const currencySchema = z
  .object({
    id: z.string(),
    name: z.string(),
    symbol: z.string(),
    decimals: z.int().nonnegative(),
    address: z
      .string()
      .describe('Token contract; the zero address or empty for native and fiat currencies.'),
    network: z.string().describe('Network id; `fiat` for fiat currencies.'),
    type: z.enum(['ERC20', 'TRC20', 'ETH', 'ISO4217']),
    hash: z.string().describe('The address for tokens, a calculated hash for the rest.'),
    chainId: z.int().nonnegative(),
  })
  .meta({ id: 'Currency' })

const USDC_BASE = {
  id: 'USDC-base',
  name: 'USD Coin',
  symbol: 'USDC',
  decimals: 6,
  address: '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913',
  network: 'base',
  type: 'ERC20',
  hash: '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913',
  chainId: 8453,
}

const listQuerySchema = z
  .object({
    network: z.string().max(100).optional().describe('Network id.'),
    symbol: z.string().max(100).optional(),
    id: z.string().max(100).optional().describe('Currency id; 404 when there is none.'),
    firstOnly: z
      .enum(['true', 'false'])
      .optional()
      .describe(
        '`true` answers the first match alone, not an array. Only together with network and symbol.',
      ),
  })
  .superRefine((query, context) => {
    if (query.firstOnly !== 'true') return
    for (const field of ['network', 'symbol'] as const) {
      if (query[field] !== undefined) continue
      context.addIssue({
        code: 'custom',
        path: [field],
        message: 'is required together with firstOnly',
        params: { code: 'required' },
      })
    }
  })

/** The catalog of currencies. */
export const currencies = {
  list: endpoint({
    id: 'listCurrencies',
    host: 'api',
    method: 'GET',
    path: '/v2/currencies',
    tag: 'Currencies',
    summary: 'List currencies',
    auth: ['apiKey', 'clientId', 'session'],
    etag: true,
    query: listQuerySchema,
    responses: {
      200: {
        description:
          'The currencies that match every filter; one bare object with `firstOnly=true`.',
        schema: z.union([z.array(currencySchema), currencySchema]),
        example: [USDC_BASE],
      },
    },
    errors: [400, 401, 404, 429],
  }),
}
