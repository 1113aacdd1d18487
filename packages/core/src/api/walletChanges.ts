import { z } from 'zod'
import { addressSchema } from '../schemas/schemas.ts'
import { signatureSchema } from './authSchemas.ts'
import { endpoint } from './endpoint.ts'
import { EXAMPLE, payeeDestinationSchema } from './payeeDestinationSchemas.ts'
import {
  chainIdTextSchema,
  destinationSigningDataExample,
  destinationSigningDataSchema,
  NONCE_EXAMPLE,
  SIGNATURE_EXAMPLE,
  signingNonceSchema,
  walletChangeSigningDataExample,
  walletChangeSigningDataSchema,
} from './signingData.ts'

const signingQuerySchema = z
  .object({
    action: z.enum(['add', 'deactivate', 'change_wallet']),
    walletAddress: addressSchema.describe(
      'The signed-in wallet; for `change_wallet`, the wallet that shall receive the money.',
    ),
    tokenAddress: addressSchema
      .optional()
      .describe('Required, except for `change_wallet`, which uses the active destination.'),
    chainId: chainIdTextSchema
      .optional()
      .describe('Required, except for `change_wallet`, which uses the active destination.'),
  })
  .superRefine((query, context) => {
    if (query.action === 'change_wallet') return
    for (const name of ['tokenAddress', 'chainId'] as const) {
      if (query[name] !== undefined) continue
      context.addIssue({
        code: 'custom',
        path: [name],
        message: 'is required for this action',
        params: { code: 'required' },
      })
    }
  })

/** The change of a destination's wallet, which both wallets sign. */
export const walletChanges = {
  signingData: endpoint({
    id: 'getSigningData',
    host: 'auth',
    method: 'GET',
    path: '/v1/payee-destination/signing-data',
    tag: 'Payee destinations',
    summary: 'Get the message for a wallet to sign',
    description:
      'Returns EIP-712 typed data with a nonce, valid for 10 minutes. For `change_wallet`, both wallets sign the same data, and `PATCH /v1/payee-destination/wallet-change` accepts the signatures. The other actions need no signature with a session; `/v2/payee-destination` accepts one instead of a session.',
    auth: ['walletSession'],
    scope: 'read',
    query: signingQuerySchema,
    responses: {
      200: {
        description: 'The data to sign.',
        schema: z.discriminatedUnion('primaryType', [
          walletChangeSigningDataSchema,
          destinationSigningDataSchema,
        ]),
        example: walletChangeSigningDataExample,
        otherExamples: { add: destinationSigningDataExample },
      },
    },
    errors: [400, 401, 403, 404, 429],
    problems: {
      400: 'A parameter is not valid, or the wallet is not an EVM wallet.',
      404: 'The wallet has no active destination to change.',
    },
  }),

  changeWallet: endpoint({
    id: 'changeDestinationWallet',
    host: 'auth',
    method: 'PATCH',
    path: '/v1/payee-destination/wallet-change',
    tag: 'Payee destinations',
    audit: 'destination.wallet_changed',
    summary: 'Move the active destination to another wallet',
    description:
      'The record keeps its `id`, its policy, its chain and its token, so client IDs that are bound to it pay the new wallet. Payments that exist already keep their payee. The new wallet must have signed in to the same merchant account.',
    auth: ['walletSession'],
    body: z
      .object({
        nonce: signingNonceSchema,
        signature: signatureSchema.describe('The signature of the signed-in wallet.'),
        newWalletSignature: signatureSchema.describe('The signature of the new wallet.'),
      })
      .meta({ id: 'DestinationWalletChange' }),
    bodyExample: {
      nonce: NONCE_EXAMPLE,
      signature: SIGNATURE_EXAMPLE,
      newWalletSignature: SIGNATURE_EXAMPLE,
    },
    responses: {
      200: {
        description: 'The destination, which belongs to the new wallet.',
        schema: payeeDestinationSchema,
        example: EXAMPLE,
      },
    },
    errors: [400, 401, 403, 404, 409, 429],
    problems: {
      400: 'The body is not valid, or the nonce is unknown, has expired or belongs to another change (`signing_nonce_invalid`).',
      403: 'A signature is not the wallet’s (`wallet_signature_refused`), or the new wallet is not a member of the merchant account (`wallet_of_another_merchant`).',
      404: 'The wallet has no active destination, or its active destination is not the one that it signed for.',
      409: 'The nonce was used before (`signing_nonce_used`), or the new wallet has an active destination (`wallet_has_destination`).',
    },
  }),
}
