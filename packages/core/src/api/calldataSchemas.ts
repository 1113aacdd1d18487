import { z } from 'zod'
import {
  addressSchema,
  decimalSchema,
  percentageSchema,
  recipientSchema,
} from '../schemas/schemas.ts'
import { textMatching } from '../schemas/text.ts'
import { quoteSchema } from './quoteSchemas.ts'

/** `{to, data, value}` for a wallet; the form of `value` depends on the endpoint. */
export const transactionSchema = z
  .object({
    to: addressSchema,
    data: textMatching(/^0x(?:[0-9a-fA-F]{2})*$/, {
      code: 'invalid_hex',
      message: 'must be 0x and whole bytes in hex',
    }),
    value: z
      .union([
        z.int().nonnegative(),
        textMatching(/^0x[0-9a-fA-F]{1,64}$/, {
          code: 'invalid_hex',
          message: 'must be 0x and hex digits',
        }),
        z.object({
          type: z.literal('BigNumber'),
          hex: textMatching(/^0x[0-9a-fA-F]{1,64}$/, {
            code: 'invalid_hex',
            message: 'must be 0x and hex digits',
          }),
        }),
      ])
      .describe(
        'Native coins to send, in base units. For secure payments: the number 0 for tokens, a hex string for native coins.',
      ),
    chainId: z.int().positive().optional(),
    chainType: z
      .enum(['evm', 'tron'])
      .optional()
      .describe('`tron`: `to` is a Tron address, and `data` is for a TriggerSmartContract.'),
    feeLimit: z
      .int()
      .positive()
      .optional()
      .describe('Tron: the maximum cost of the energy, in sun; use it as `fee_limit`.'),
  })
  .meta({ id: 'Transaction', description: 'A transaction for the payer to sign and send.' })

/** A fee's percentage, and the address that receives the fee. */
export const feeShareSchema = z.object({ percentage: percentageSchema, address: recipientSchema })

/** The batch contract's own fee. */
export const batchFeeSchema = feeShareSchema
  .extend({
    amounts: z.array(
      z.object({
        currency: z.string().describe('Id, such as `USDC-base`.'),
        amount: decimalSchema,
        isMost: z
          .boolean()
          .describe(
            'Whether `amount` is a maximum: the payments include conversions, and the fee is lower if these spend less.',
          ),
      }),
    ),
  })
  .meta({
    id: 'BatchFee',
    description:
      'The batch contract’s own fee, which its owner sets. It is a percentage of the payees’ amounts in each currency, added to them and rounded down. Approvals, value and balances include the fee. `address` receives the fee: it is the items’ fee address, otherwise the first payee. Absent while the contract charges no fee.',
  })

/** The batch contract's fee in the API's responses. */
export type BatchFeeAnswer = z.input<typeof batchFeeSchema>

const sunSchema = textMatching(/^\d{1,30}$/, {
  code: 'invalid_integer',
  message: 'must be a whole number',
})

/** The resources that a Tron wallet has and needs for its transactions: whole numbers as strings. */
const tronReadinessSchema = z
  .object({
    trxBalance: sunSchema.describe('The wallet’s balance in sun; 1 TRX is 1000000 sun.'),
    trxRequired: sunSchema.describe(
      'The cost in sun that the wallet’s own energy and bandwidth do not cover.',
    ),
    energyRequired: sunSchema.describe('Estimate for all transactions.'),
    energyAvailable: sunSchema,
    bandwidthRequired: sunSchema.describe('Bandwidth for the bytes of all transactions.'),
    bandwidthAvailable: sunSchema,
  })
  .meta({
    id: 'TronReadiness',
    description:
      'The TRX, energy and bandwidth that a Tron wallet has and needs for the transactions. TRX is in sun.',
  })

const uintText = textMatching(/^\d{1,78}$/, {
  code: 'invalid_integer',
  message: 'must be a whole number',
})

/** A permit (EIP-2612) as EIP-712 typed data that JSON can represent. */
const permitSchema = z
  .object({
    domain: z.object({
      name: z.string(),
      version: z.string(),
      chainId: z.int().positive(),
      verifyingContract: addressSchema.describe('The token’s contract.'),
    }),
    types: z.object({ Permit: z.array(z.object({ name: z.string(), type: z.string() })) }),
    primaryType: z.literal('Permit'),
    message: z.object({
      owner: addressSchema.describe('The payer’s wallet.'),
      spender: addressSchema.describe(
        'The contract that may spend the tokens, as in the approval.',
      ),
      value: uintText.describe(
        'The amount that the spender may spend, in base units, as in the approval.',
      ),
      nonce: uintText,
      deadline: z.int().positive().describe('Unix seconds.'),
    }),
  })
  .meta({
    id: 'TokenPermit',
    description:
      'Typed data that the wallet can sign instead of sending the approval: see `permit`.',
  })

/** Facts about a list of transactions, for the payer's client. */
export const paymentMetadataSchema = z
  .object({
    stepsRequired: z.int().nonnegative().describe('Number of transactions.'),
    needsApproval: z.boolean(),
    approvalTransactionIndex: z
      .int()
      .nonnegative()
      .nullable()
      .describe('The index of the first approval; null if there is none.'),
    paymentTransactionIndex: z
      .int()
      .nonnegative()
      .describe('Index of the payment itself; always present.'),
    hasEnoughBalance: z.boolean(),
    hasEnoughGas: z.boolean().optional().describe('Absent on crosschain routes.'),
    balanceChecked: z
      .boolean()
      .optional()
      .describe(
        'False without a wallet, or if no node responded: `hasEnoughBalance` and `hasEnoughGas` are then true, but unverified.',
      ),
    routeType: z
      .enum(['crosschain', 'samechain'])
      .optional()
      .describe(
        '`crosschain`: the transactions are for the source chain, which is their `chainId`.',
      ),
    quoteExpiresAt: z
      .int()
      .optional()
      .describe(
        'Crosschain: the quote’s expiry in unix seconds. After that time, request new transactions before signing.',
      ),
    sourceAmount: decimalSchema
      .optional()
      .describe('Crosschain: the total that leaves the wallet on the source chain, fees included.'),
    permit: permitSchema
      .optional()
      .describe(
        'Present only if the service relays permits, `wallet` has enough tokens and the token supports permits. Sign it and send it to `permit` instead of sending the approval transaction.',
      ),
    quote: quoteSchema
      .optional()
      .describe('Present if the amount was quoted. Send the payment before the quote expires.'),
    tron: tronReadinessSchema
      .optional()
      .describe('Present on Tron if the query has `wallet` and a node returned its data.'),
    platformFee: feeShareSchema.optional(),
    protocolFee: feeShareSchema.optional(),
  })
  .meta({ id: 'PaymentMetadata' })
