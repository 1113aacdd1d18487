import { z } from 'zod'
import { addressSchema, chainIdSchema, destinationIdSchema } from '../schemas/schemas.ts'
import { endpoint } from './endpoint.ts'
import { accessPolicySchema } from './merchantOptions.ts'
import {
  DESTINATION_ID,
  EXAMPLE,
  PAYOUT_EXAMPLE,
  payeeDestinationSchema,
  payoutDestinationSchema,
  TOKEN,
} from './payeeDestinationSchemas.ts'
import { walletChanges } from './walletChanges.ts'

const routeSchema = z
  .object({
    tokenAddress: addressSchema.describe(
      '0x… on an EVM chain, T… on Tron; the zero address is the native coin.',
    ),
    chainId: chainIdSchema,
    accessPolicy: accessPolicySchema
      .nullable()
      .optional()
      .describe(
        'The policy of new payment pages for this destination; null removes it. If omitted, the record keeps its policy.',
      ),
    confirmReturn: z
      .boolean()
      .optional()
      .describe(
        'Confirms that the merchant receives again at a wallet from which it moved its destination: the earlier links of this composite id then pay the wallet again.',
      ),
  })
  .meta({ id: 'PayeeDestinationRoute' })

const changeSchema = routeSchema
  .extend({
    revision: z
      .int()
      .positive()
      .optional()
      .describe(
        'The version that the caller has read. If another change came first, the service rejects the call. If omitted, the call replaces any version.',
      ),
  })
  .meta({ id: 'PayeeDestinationChange' })

const MOVED =
  'The merchant moved this destination to another wallet, and the call has no `confirmReturn` (`destination_moved`).'

/** A signed-in wallet's payee destinations, of which at most one is active. */
export const payeeDestinations = {
  create: endpoint({
    id: 'createPayeeDestination',
    host: 'auth',
    method: 'POST',
    path: '/v1/payee-destination',
    tag: 'Payee destinations',
    audit: 'destination.created',
    summary: 'Create a payee destination, or reactivate it',
    description:
      'The destination becomes the wallet’s active one; a previously active one becomes inactive.',
    auth: ['walletSession'],
    body: routeSchema,
    bodyExample: { tokenAddress: TOKEN, chainId: 8453 },
    responses: {
      201: {
        description: 'The destination is active.',
        schema: payeeDestinationSchema,
        example: EXAMPLE,
      },
    },
    errors: [400, 401, 403, 409, 429],
    problems: { 409: MOVED },
  }),

  update: endpoint({
    id: 'updatePayeeDestination',
    host: 'auth',
    method: 'PUT',
    path: '/v1/payee-destination',
    tag: 'Payee destinations',
    audit: 'destination.updated',
    summary: 'Change the active destination’s token and chain',
    description: 'The record keeps its `id`, so client IDs that are bound to it follow the change.',
    auth: ['walletSession'],
    body: changeSchema,
    bodyExample: { tokenAddress: TOKEN, chainId: 8453 },
    responses: {
      200: {
        description: 'The current destination.',
        schema: payeeDestinationSchema,
        example: EXAMPLE,
      },
    },
    errors: [400, 401, 403, 404, 409, 429],
    problems: {
      404: 'The wallet has no active destination.',
      409: `Another change came first (\`revision_conflict\`; \`revision\` is the current version). Or: ${MOVED}`,
    },
  }),

  get: endpoint({
    id: 'getPayeeDestination',
    host: 'auth',
    method: 'GET',
    path: '/v1/payee-destination',
    tag: 'Payee destinations',
    summary: 'Read the active destination',
    description:
      'Returns the network and the token at which the signed-in wallet receives payments.',
    auth: ['walletSession'],
    scope: 'read',
    responses: {
      200: {
        description: 'The active destination of the wallet; null if there is none.',
        schema: payeeDestinationSchema.nullable(),
        example: EXAMPLE,
        otherExamples: { none: null },
      },
    },
    errors: [401, 403, 429],
  }),

  lookup: endpoint({
    id: 'lookupPayeeDestination',
    host: 'auth',
    method: 'GET',
    path: '/v1/payee-destination/lookup',
    tag: 'Payee destinations',
    summary: 'Read a destination by its composite id',
    description:
      'Returns one of the signed-in wallet’s destinations. Other wallets’ destinations return 403.',
    auth: ['walletSession'],
    scope: 'read',
    query: z.object({ destinationId: destinationIdSchema }),
    responses: {
      200: {
        description: 'The destination, active or not.',
        schema: payeeDestinationSchema,
        example: EXAMPLE,
      },
    },
    errors: [400, 401, 403, 404, 429],
    problems: {
      403: 'The session belongs to an account, or the destination belongs to another wallet.',
    },
  }),

  payoutLookup: endpoint({
    id: 'lookupPayoutDestination',
    host: 'auth',
    method: 'GET',
    path: '/v1/payee-destination/payout-lookup',
    tag: 'Payee destinations',
    summary: 'Find the destination at which a wallet receives payouts',
    description:
      'Returns the active destination of any wallet, so that a payout uses the network and the token that its payee chose.',
    auth: ['apiKey', 'session'],
    scope: 'read',
    query: z.object({ walletAddress: addressSchema.describe('The payee’s wallet.') }),
    responses: {
      200: {
        description: 'The wallet’s active destination; null if there is none.',
        schema: payoutDestinationSchema.nullable(),
        example: PAYOUT_EXAMPLE,
        otherExamples: { none: null },
      },
    },
    errors: [400, 401, 429],
  }),

  deactivate: endpoint({
    id: 'deactivatePayeeDestination',
    host: 'auth',
    method: 'PATCH',
    path: '/v1/payee-destination/deactivate',
    tag: 'Payee destinations',
    audit: 'destination.deactivated',
    summary: 'Deactivate a destination',
    description: 'The destination accepts no new payments. Existing payments stay unchanged.',
    auth: ['walletSession'],
    body: z
      .object({ destinationId: destinationIdSchema })
      .meta({ id: 'PayeeDestinationDeactivate' }),
    bodyExample: { destinationId: DESTINATION_ID },
    responses: {
      200: {
        description: 'The destination is inactive.',
        schema: z
          .object({ success: z.literal(true), message: z.string() })
          .meta({ id: 'PayeeDestinationDeactivated' }),
        example: { success: true, message: 'The payee destination was deactivated.' },
      },
    },
    errors: [400, 401, 403, 404, 429],
  }),

  ...walletChanges,
}
