import { z } from 'zod'
import {
  addressSchema,
  chainIdSchema,
  destinationIdSchema,
  timestampSchema,
  ulidSchema,
} from '../schemas/schemas.ts'
import { endpoint } from './endpoint.ts'
import { accessPolicySchema } from './merchantOptions.ts'

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
  })
  .meta({ id: 'PayeeDestinationRoute' })

/** A policy as the service stores it. */
const storedPolicySchema = z
  .object({
    mode: z.enum(['inherit', 'off', 'kyt_all_wallets']),
    screeningProvider: z
      .string()
      .nullable()
      .describe('Always null: the host has one provider, whose name is in the events.'),
    hideUntilApproved: z.boolean(),
    hidePayeeAddress: z.boolean().describe('Same as hideUntilApproved.'),
    allowedPayerAddresses: z
      .array(addressSchema)
      .optional()
      .describe('The only wallets that may pay, in canonical form; absent if any wallet may pay.'),
  })
  .meta({ id: 'PayeeDestinationPolicy' })

const payeeDestinationSchema = z
  .object({
    id: ulidSchema.describe(
      'Stays the same when the token or chain changes, so a client ID that is bound to this id follows the change.',
    ),
    destinationId: destinationIdSchema,
    walletAddress: addressSchema,
    tokenAddress: addressSchema,
    chainId: chainIdSchema,
    binaryInteropAddress: z
      .string()
      .regex(/^0x[0-9a-f]+$/)
      .describe('ERC-7930 address of the wallet on its chain.'),
    humanReadableInteropAddress: z.string().describe('`{wallet}@eip155:{chainId}#{checksum}`'),
    claimed: z.boolean().describe('Whether the wallet itself has signed in.'),
    active: z.boolean(),
    accessPolicy: storedPolicySchema
      .nullable()
      .describe('The policy of new payment pages for this destination; null if there is none.'),
    createdAt: timestampSchema,
  })
  .meta({ id: 'PayeeDestination' })

/** The part of a destination that payers see; other merchants read it. */
const payoutDestinationSchema = payeeDestinationSchema
  .pick({
    destinationId: true,
    walletAddress: true,
    tokenAddress: true,
    chainId: true,
    binaryInteropAddress: true,
    humanReadableInteropAddress: true,
    active: true,
  })
  .meta({ id: 'PayoutDestination' })

const WALLET = '0x742d35Cc6634C0532925a3b844Bc454e4438f44e'
const TOKEN = '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913'
const INTEROP = `${WALLET}@eip155:8453#B4FD67BB`
const DESTINATION_ID = `${INTEROP}:${TOKEN}`
const EXAMPLE = {
  id: '01KB4T3F6V3M2N5P7R9T0W1X2Y',
  destinationId: DESTINATION_ID,
  walletAddress: WALLET,
  tokenAddress: TOKEN,
  chainId: 8453,
  binaryInteropAddress: '0x0001000002210514742d35cc6634c0532925a3b844bc454e4438f44e',
  humanReadableInteropAddress: INTEROP,
  claimed: true,
  active: true,
  accessPolicy: null,
  createdAt: '2026-11-01T09:00:00.000Z',
}

const { id: _, claimed: __, createdAt: ___, accessPolicy: ____, ...PAYOUT_EXAMPLE } = EXAMPLE

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
    errors: [400, 401, 403, 429],
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
    body: routeSchema,
    bodyExample: { tokenAddress: TOKEN, chainId: 8453 },
    responses: {
      200: {
        description: 'The current destination.',
        schema: payeeDestinationSchema,
        example: EXAMPLE,
      },
    },
    errors: [400, 401, 403, 404, 429],
    problems: { 404: 'The wallet has no active destination.' },
  }),

  get: endpoint({
    id: 'getPayeeDestination',
    host: 'auth',
    method: 'GET',
    path: '/v1/payee-destination',
    tag: 'Payee destinations',
    summary: 'Read the active destination',
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
}
