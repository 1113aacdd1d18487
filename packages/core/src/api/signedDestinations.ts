import { z } from 'zod'
import { addressSchema, destinationIdSchema } from '../schemas/schemas.ts'
import { signatureSchema } from './authSchemas.ts'
import { endpoint } from './endpoint.ts'
import {
  DESTINATION_ID,
  PAYOUT_EXAMPLE,
  payoutDestinationSchema,
} from './payeeDestinationSchemas.ts'
import {
  chainIdTextSchema,
  destinationSigningDataExample,
  destinationSigningDataSchema,
  NONCE_EXAMPLE,
  SIGNATURE_EXAMPLE,
  signingNonceSchema,
} from './signingData.ts'

const shared = { host: 'api', tag: 'Payee destinations', auth: ['clientId'] } as const

const signatureBodySchema = z
  .object({ signature: signatureSchema, nonce: signingNonceSchema })
  .meta({ id: 'DestinationSignature' })

const bodyExample = { signature: SIGNATURE_EXAMPLE, nonce: NONCE_EXAMPLE }

const params = z.object({ destinationId: destinationIdSchema })

const PROBLEMS = {
  400: 'The body is not valid, or the nonce is unknown, has expired or belongs to another change (`signing_nonce_invalid`).',
  403: 'The signature is not the wallet’s (`wallet_signature_refused`), or the wallet is not a member of the merchant account who may manage it (`wallet_of_another_merchant`).',
  409: 'The nonce was used before (`signing_nonce_used`), or the merchant moved the destination to another wallet (`destination_moved`).',
} as const

/**
 * The destinations of a merchant's wallets, changed by a wallet's signature instead of its session. The wallet must be a member of the
 * client ID's merchant account, because a public client ID may pay the merchant's destinations.
 */
export const signedDestinations = {
  signingData: endpoint({
    ...shared,
    id: 'getDestinationSigningData',
    method: 'GET',
    path: '/v2/payee-destination/signing-data',
    summary: 'Get the message with which a wallet signs for its destination',
    description:
      'Returns EIP-712 typed data with a nonce, valid for 10 minutes. Only EVM wallets sign; a Tron wallet uses its session with `/v1/payee-destination`.',
    query: z.object({
      walletAddress: addressSchema.describe('The wallet that signs.'),
      action: z.enum(['add', 'deactivate']),
      tokenAddress: addressSchema.describe('The zero address is the native coin.'),
      chainId: chainIdTextSchema,
    }),
    responses: {
      200: {
        description: 'The data to sign.',
        schema: destinationSigningDataSchema,
        example: destinationSigningDataExample,
      },
    },
    errors: [400, 401, 403, 429],
  }),

  create: endpoint({
    ...shared,
    id: 'createSignedDestination',
    method: 'POST',
    path: '/v2/payee-destination',
    summary: 'Create a payee destination with a wallet’s signature',
    description:
      'Does the same as `POST /v1/payee-destination`: the destination becomes the wallet’s active one, and keeps its policy if it existed before. The wallet must be a member of the merchant account who may manage it.',
    body: signatureBodySchema,
    bodyExample,
    responses: {
      201: {
        description: 'The destination is active.',
        schema: payoutDestinationSchema,
        example: PAYOUT_EXAMPLE,
      },
    },
    errors: [400, 401, 403, 409, 429],
    problems: PROBLEMS,
  }),

  get: endpoint({
    ...shared,
    id: 'getActiveDestination',
    method: 'GET',
    path: '/v2/payee-destination',
    summary: 'Read the active payee destination of one of the merchant’s wallets',
    description:
      'Returns the network and the token at which one of the merchant’s wallets receives payments.',
    query: z.object({ walletAddress: addressSchema }),
    responses: {
      200: {
        description:
          'The active destination; null if the merchant has none for this wallet, and for a page if its policy hides the payee.',
        schema: payoutDestinationSchema.nullable(),
        example: PAYOUT_EXAMPLE,
        otherExamples: { none: null },
      },
    },
    errors: [400, 401, 429],
  }),

  read: endpoint({
    ...shared,
    id: 'readDestination',
    method: 'GET',
    path: '/v2/payee-destination/{destinationId}',
    summary: 'Read a payee destination of the merchant',
    description: 'Returns one of the merchant’s destinations by its composite id, percent-encoded.',
    params,
    responses: {
      200: {
        description: 'The destination, active or not.',
        schema: payoutDestinationSchema,
        example: PAYOUT_EXAMPLE,
      },
    },
    errors: [400, 401, 404, 429],
    problems: {
      404: 'The merchant has no such destination, or its policy hides the payee from pages.',
    },
  }),

  remove: endpoint({
    ...shared,
    id: 'deactivateSignedDestination',
    method: 'DELETE',
    path: '/v2/payee-destination/{destinationId}',
    summary: 'Deactivate a payee destination with its wallet’s signature',
    description: 'The destination accepts no new payments. Existing payments stay unchanged.',
    params,
    body: signatureBodySchema,
    bodyExample,
    responses: {
      200: {
        description: 'The destination is inactive.',
        schema: payoutDestinationSchema,
        example: { ...PAYOUT_EXAMPLE, destinationId: DESTINATION_ID, active: false },
      },
    },
    errors: [400, 401, 403, 404, 409, 429],
    problems: { ...PROBLEMS, 404: 'The merchant has no such destination.' },
  }),
}
