import { z } from 'zod'
import { addressSchema, chainIdSchema, timestampSchema } from '../schemas/schemas.ts'
import { textMatching } from '../schemas/text.ts'
import { NEW_WALLET, TOKEN, WALLET } from './payeeDestinationSchemas.ts'

/** A chain id in a query: digits only. */
export const chainIdTextSchema = textMatching(/^[1-9]\d{0,14}$/, {
  code: 'invalid_integer',
  message: 'must be a chain id',
}).describe('EIP-155 chain id.')

/** The nonce of signing data, which names the change that the wallet signs. Opaque to callers. */
export const signingNonceSchema = textMatching(/^[A-Za-z0-9._-]{1,1000}$/, {
  code: 'invalid_nonce',
  message: 'must be the nonce of signing data',
}).describe('The `nonce` of the signing data. It works once.')

const typedFieldSchema = z.object({ name: z.string(), type: z.string() })

const signed = {
  nonce: signingNonceSchema,
  expiresAt: timestampSchema.describe('The time until which the signature is accepted.'),
  domain: z.object({ name: z.string(), version: z.string(), chainId: chainIdSchema }),
}

/** The message that a wallet signs to create or deactivate its destination. */
export const destinationSigningDataSchema = z
  .object({
    ...signed,
    types: z.object({ PayeeDestination: z.array(typedFieldSchema) }),
    primaryType: z.literal('PayeeDestination'),
    message: z.object({
      action: z.enum(['add', 'deactivate']),
      walletAddress: addressSchema,
      tokenAddress: addressSchema,
      chainId: chainIdSchema,
      service: z.string().describe('The origin of this service.'),
      expiresAt: timestampSchema,
      nonce: signingNonceSchema,
    }),
  })
  .meta({
    id: 'DestinationSigningData',
    description:
      'EIP-712 typed data. For `eth_signTypedData_v4`, add `types.EIP712Domain`; viem and ethers do so themselves.',
  })

/** The message that two wallets sign so that a destination moves from the first to the second. */
export const walletChangeSigningDataSchema = z
  .object({
    ...signed,
    types: z.object({ PayeeDestinationWalletChange: z.array(typedFieldSchema) }),
    primaryType: z.literal('PayeeDestinationWalletChange'),
    message: z.object({
      walletAddress: addressSchema,
      newWalletAddress: addressSchema,
      tokenAddress: addressSchema,
      chainId: chainIdSchema,
      service: z.string().describe('The origin of this service.'),
      expiresAt: timestampSchema,
      nonce: signingNonceSchema,
    }),
  })
  .meta({
    id: 'WalletChangeSigningData',
    description:
      'EIP-712 typed data. For `eth_signTypedData_v4`, add `types.EIP712Domain`; viem and ethers do so themselves.',
  })

/** The EIP-712 types of both messages. */
export const SIGNING_TYPES = {
  PayeeDestination: [
    { name: 'action', type: 'string' },
    { name: 'walletAddress', type: 'address' },
    { name: 'tokenAddress', type: 'address' },
    { name: 'chainId', type: 'uint256' },
    { name: 'service', type: 'string' },
    { name: 'expiresAt', type: 'string' },
    { name: 'nonce', type: 'string' },
  ],
  PayeeDestinationWalletChange: [
    { name: 'walletAddress', type: 'address' },
    { name: 'newWalletAddress', type: 'address' },
    { name: 'tokenAddress', type: 'address' },
    { name: 'chainId', type: 'uint256' },
    { name: 'service', type: 'string' },
    { name: 'expiresAt', type: 'string' },
    { name: 'nonce', type: 'string' },
  ],
} as const

/** A nonce, in the examples. */
export const NONCE_EXAMPLE = 'v1.q2Jx8Yw0mZ5n'
const EXPIRES_AT = '2026-11-01T09:10:00.000Z'
const shared = {
  nonce: NONCE_EXAMPLE,
  expiresAt: EXPIRES_AT,
  domain: { name: 'Secure Payment', version: '1', chainId: 8453 },
}
const message = {
  tokenAddress: TOKEN,
  chainId: 8453,
  service: 'https://auth.example.test',
  expiresAt: EXPIRES_AT,
  nonce: NONCE_EXAMPLE,
}

/** The data of a new destination. */
export const destinationSigningDataExample = {
  ...shared,
  types: { PayeeDestination: [...SIGNING_TYPES.PayeeDestination] },
  primaryType: 'PayeeDestination',
  message: { action: 'add', walletAddress: WALLET, ...message },
} as const

/** The data of a change of the wallet. */
export const walletChangeSigningDataExample = {
  ...shared,
  types: { PayeeDestinationWalletChange: [...SIGNING_TYPES.PayeeDestinationWalletChange] },
  primaryType: 'PayeeDestinationWalletChange',
  message: { walletAddress: WALLET, newWalletAddress: NEW_WALLET, ...message },
} as const

/** A signature, in the examples. */
export const SIGNATURE_EXAMPLE = `0x${'5a'.repeat(64)}1b`
