import { z } from 'zod'
import { networkIdSchema, pathIdSchema } from '../schemas/schemas.ts'
import { textMatching } from '../schemas/text.ts'
import { currencyExample, currencySchema } from './currencySchemas.ts'
import { endpoint } from './endpoint.ts'

/** The path parameter for one currency. */
const currencyParams = z.object({
  currencyId: pathIdSchema.describe('Id of the invoice currency, such as `USD`.'),
})

/** The query for conversion routes; `networks` stays unparsed text. */
const conversionRoutesQuerySchema = z.object({
  network: networkIdSchema.optional().describe('Returns only payment currencies on this network.'),
  networks: textMatching(/^[a-z0-9][a-z0-9-]{0,39}(?:,[a-z0-9][a-z0-9-]{0,39}){0,49}$/, {
    code: 'invalid_network',
    message: 'must be comma-separated network ids, such as "base,matic"',
  })
    .optional()
    .describe('Returns only payment currencies on these networks: comma-separated ids.'),
})

/** The payment currencies for an invoice currency. */
const conversionRoutesSchema = z
  .object({
    currencyId: z.string(),
    network: z.string().nullable().describe('The value of the filter `network`; null without one.'),
    networks: z
      .array(z.string())
      .optional()
      .describe('The values of the filter `networks`; absent without one.'),
    conversionRoutes: z.array(currencySchema),
  })
  .meta({ id: 'ConversionRoutes' })

const conversionRoutesExample = {
  currencyId: 'USD',
  network: 'mainnet',
  conversionRoutes: [currencyExample],
}

/** The payment currencies for an invoice currency. */
export const conversionRoutes = endpoint({
  id: 'listConversionRoutes',
  host: 'api',
  method: 'GET',
  path: '/v2/currencies/{currencyId}/conversion-routes',
  tag: 'Currencies',
  summary: 'List the payment currencies for an invoice currency',
  description:
    'The currencies in which a request in this currency can be paid. The conversion contracts reach them, or this host quotes the amount in them. Empty if there are none.',
  auth: ['apiKey', 'clientId', 'session'],
  scope: 'none',
  etag: true,
  params: currencyParams,
  query: conversionRoutesQuerySchema,
  responses: {
    200: {
      description: 'The payment currencies.',
      schema: conversionRoutesSchema,
      example: conversionRoutesExample,
    },
  },
  errors: [400, 401, 404, 429],
})
