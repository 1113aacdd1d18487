import { z } from 'zod'
import { conversionRoutes } from './conversionRoutes.ts'
import { currencyExample, currencySchema } from './currencySchemas.ts'
import { endpoint } from './endpoint.ts'

const currencyListQuerySchema = z
  .object({
    network: z.string().max(100).optional().describe('Network id.'),
    symbol: z
      .string()
      .max(100)
      .optional()
      .describe('Symbol in any letter case and spelling, such as `ETH` or `ETH-base`.'),
    id: z.string().max(100).optional().describe('Currency id or alias; 404 if it does not exist.'),
    firstOnly: z
      .enum(['true', 'false'])
      .optional()
      .describe(
        '`true` returns only the first match instead of an array. Requires network and symbol.',
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

const currencyListSchema = z.union([z.array(currencySchema), currencySchema])

/** The catalogue of currencies. */
export const currencies = {
  list: endpoint({
    id: 'listCurrencies',
    host: 'api',
    method: 'GET',
    path: '/v2/currencies',
    tag: 'Currencies',
    summary: 'List currencies',
    description:
      'Returns the currencies in which requests can be invoiced or paid. The filters select by symbol, network and other members.',
    auth: ['apiKey', 'clientId', 'session'],
    scope: 'none',
    etag: true,
    query: currencyListQuerySchema,
    responses: {
      200: {
        description:
          'The currencies that match every filter; a single object with `firstOnly=true`.',
        schema: currencyListSchema,
        example: [currencyExample],
      },
    },
    errors: [400, 401, 404, 429],
  }),

  conversionRoutes,
}
