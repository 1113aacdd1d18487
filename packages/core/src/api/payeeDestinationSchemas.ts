import { z } from 'zod'
import {
  addressSchema,
  chainIdSchema,
  destinationIdSchema,
  timestampSchema,
  ulidSchema,
} from '../schemas/schemas.ts'

/** A policy as the service stores it. */
export const storedPolicySchema = z
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

/** A payee destination, as its owner reads it. */
export const payeeDestinationSchema = z
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
    revision: z
      .int()
      .positive()
      .describe('The version, which each change and each activation increases.'),
    createdAt: timestampSchema,
  })
  .meta({ id: 'PayeeDestination' })

/** The part of a destination that payers see; other merchants read it. */
export const payoutDestinationSchema = payeeDestinationSchema
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

/** The wallet of a destination, in examples. */
export const WALLET = '0x742d35Cc6634C0532925a3b844Bc454e4438f44e'
/** A wallet to which a destination moves, in examples. */
export const NEW_WALLET = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
export const TOKEN = '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913'
const INTEROP = `${WALLET}@eip155:8453#B4FD67BB`
export const DESTINATION_ID = `${INTEROP}:${TOKEN}`
export const EXAMPLE = {
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
  revision: 1,
  createdAt: '2026-11-01T09:00:00.000Z',
}

const {
  id: _,
  claimed: __,
  createdAt: ___,
  accessPolicy: ____,
  revision: _____,
  ...payoutExample
} = EXAMPLE

/** The example of a destination, as other merchants read it. */
export const PAYOUT_EXAMPLE = payoutExample
