import { z } from 'zod'
import { addressSchema, evmTxHashSchema, ulidSchema } from '../schemas/schemas.ts'
import { textMatching } from '../schemas/text.ts'
import { optionMember } from './accepts.ts'
import { endpoint } from './endpoint.ts'
import { PAYING_PROBLEMS, SAFE_PROBLEM, tokenParams } from './securePaymentParts.ts'

/** The longest signature that the service accepts, in bytes: smart accounts concatenate those of their owners. */
const MAX_SIGNATURE_BYTES = 4_096

const uintText = textMatching(/^\d{1,78}$/, {
  code: 'invalid_integer',
  message: 'must be a whole number',
})

const signatureKindSchema = z
  .enum(['eip3009', 'permit2', 'eip2612'])
  .describe(
    'The message that the payer signs: the token’s `ReceiveWithAuthorization` (EIP-3009), Permit2’s `PermitWitnessTransferFrom`, or the token’s `Permit` (EIP-2612).',
  )
  .meta({ id: 'SignatureKind' })

/** The query member that requests a signed payment with the calldata. */
export const signedMember = z
  .literal('true')
  .optional()
  .describe(
    'With `wallet`, adds `signedPayment`: a message to sign instead of the transactions, if the service pays the gas. Otherwise, adds `signedPaymentObstacle`.',
  )

/** The member of a way to pay whose network fee the service can pay. */
export const sponsoredMember = z
  .literal(true)
  .optional()
  .describe(
    'Present if the service pays the network fee of a payment that the payer signs: request the calldata with `signed=true`. The response may still contain `signedPaymentObstacle`.',
  )

/** A payment that the payer signs and the service sends, as offered with the calldata. */
export const signedPaymentOfferSchema = z
  .object({
    kind: signatureKindSchema,
    typedData: z
      .object({
        domain: z.record(z.string(), z.unknown()),
        types: z.record(z.string(), z.array(z.object({ name: z.string(), type: z.string() }))),
        primaryType: z.string(),
        message: z.record(z.string(), z.unknown()),
      })
      .describe('EIP-712 typed data for `eth_signTypedData_v4`; amounts are decimal text.'),
    contract: addressSchema.describe('The contract ERC20SignedPayment that makes the payment.'),
    deadline: z
      .int()
      .positive()
      .describe('The last second in which the payment can be made, in unix seconds.'),
    salt: uintText.describe('Distinguishes payments that are otherwise equal.'),
    permitNonce: uintText
      .nullable()
      .describe('The payer’s nonce in the token, for `eip2612`; otherwise null.'),
  })
  .meta({
    id: 'SignedPaymentOffer',
    description:
      'A message that the payer can sign instead of sending the transactions. The service then sends the payment and pays its gas. Verify each field of the typed data before the wallet signs it.',
  })

/** The reasons for which the service does not offer a signed payment, although the call requested one. */
export const signedPaymentObstacleSchema = z
  .enum([
    'not_sponsored',
    'not_supported',
    'no_permit2_allowance',
    'no_balance',
    'limit_reached',
    'unavailable',
  ])
  .meta({
    id: 'SignedPaymentObstacle',
    description:
      '`not_sponsored`: the service pays no gas for this payment. `not_supported`: neither the token nor the payment can be paid with a signature. `no_permit2_allowance`: the payer has not approved Permit2 for the token. `no_balance`: the wallet does not have enough. `limit_reached`: the service has paid its maximum for now. `unavailable`: no node responded, gas is too expensive, or the service’s account is empty.',
  })

const signedPaymentStatusSchema = z
  .enum(['stored', 'sent', 'confirmed', 'expired', 'cancelled', 'rejected'])
  .describe(
    '`stored`: the service will send the payment. `sent`: it sent a transaction. `confirmed`: the payment was made, by the service or by another sender. `expired`: the deadline passed on chain without a payment. `cancelled`: the payer cancelled it on chain. `rejected`: the chain would not make the payment, another one paid the request, or the wallet cannot pay here; the service never sent it. Until one of the last four, pay nothing else.',
  )

const signedPaymentReasonSchema = z
  .enum([
    'would_revert',
    'paid_otherwise',
    'wallet_not_accepted',
    'not_screened',
    'reverted',
    'gas_too_expensive',
    'out_of_coins',
    'no_gas_left',
  ])
  .meta({
    id: 'SignedPaymentReason',
    description:
      '`would_revert`: the chain would reject the payment. `paid_otherwise`: another payment covers the request, or it must not be paid now. `wallet_not_accepted`: the payer’s wallet cannot pay here. `not_screened`: the service waits until it can check the wallet. `reverted`: a transaction was mined and failed. `gas_too_expensive`, `out_of_coins`, `no_gas_left`: the service waits to send it.',
  })

/** A signed payment that the service stored. */
export const signedPaymentSchema = z
  .object({
    id: ulidSchema,
    kind: signatureKindSchema,
    status: signedPaymentStatusSchema,
    reason: signedPaymentReasonSchema
      .nullable()
      .describe('The reason why it is not sent or made; otherwise null.'),
    txHash: evmTxHashSchema
      .nullable()
      .describe('The latest transaction; null until one was signed. A replacement changes it.'),
    paymentHash: evmTxHashSchema.describe('The payment’s key in the contract’s `isUsed`.'),
    deadline: z.int().positive().describe('Unix seconds.'),
  })
  .meta({ id: 'SignedPayment', description: 'A payment that the payer signed.' })

const example = {
  id: '01KB50A1B2C3D4E5F6G7H8J9KC',
  kind: 'eip3009',
  status: 'sent',
  reason: null,
  txHash: `0x${'6d'.repeat(32)}`,
  paymentHash: `0x${'4c'.repeat(32)}`,
  deadline: 1_793_606_400,
} as const

/** Payments that the payer signs and the service sends: the payer needs no native coin. */
export const securePaymentSigned = {
  createSignedPayment: endpoint({
    id: 'createSignedPayment',
    host: 'api',
    method: 'POST',
    path: '/v2/secure-payments/{token}/signed-payments',
    tag: 'Secure payments',
    summary: 'Submit a signed payment',
    description:
      'Accepts the payer’s signature of the calldata’s `signedPayment`, for a live attempt. The service verifies the signature, simulates the payment and stores it; then it sends it and pays the gas. The signature must be for exactly the payment’s remainder. Repeating the call with the same signature returns the same signed payment. From then on, the service returns no other calldata for the payment until the signed payment is confirmed, expired, cancelled or rejected. After a problem, the service has stored nothing, and the payer pays with transactions. Available only if the operator sponsors payments.',
    auth: ['apiKey', 'clientId', 'session'],
    scope: 'create',
    params: tokenParams,
    body: z
      .object({
        attempt: z.uuid().describe('The attempt’s id.'),
        kind: signatureKindSchema,
        deadline: z.int().positive().describe('As offered.'),
        salt: uintText.describe('As offered.'),
        permitNonce: uintText.optional().describe('As offered, for `eip2612`.'),
        wallet: addressSchema.describe('The payer, who holds the attempt.'),
        signature: textMatching(/^0x(?:[0-9a-fA-F]{2})+$/, {
          code: 'invalid_signature',
          message: 'must be 0x and whole bytes in hex',
        })
          .max(2 + 2 * MAX_SIGNATURE_BYTES)
          .describe(
            'The wallet’s signature of the typed data; longer than 65 bytes for some smart accounts.',
          ),
        ...optionMember,
      })
      .meta({ id: 'SignedPaymentCreate' }),
    bodyExample: {
      attempt: '6b0f0f5e-2d3c-4a0e-9b52-0f1f6f1a7c11',
      kind: 'eip3009',
      deadline: example.deadline,
      salt: '8127340912',
      wallet: '0x9D7bA953587B87c474a10beb65809Ea489F026bD',
      signature: `0x${'1a'.repeat(64)}1b`,
    },
    responses: {
      202: {
        description: 'The service stored the signed payment.',
        schema: signedPaymentSchema,
        example: { ...example, status: 'stored', txHash: null },
      },
    },
    errors: [400, 401, 403, 404, 409, 410, 423, 429],
    problems: {
      ...PAYING_PROBLEMS,
      ...SAFE_PROBLEM,
      400: 'A field is not valid, or the service does not send the payment (`not_sponsored`); `reason` and the message state why.',
      409: `${PAYING_PROBLEMS[409]} Or the attempt has ended (\`attempt_ended\`), or another signature was submitted for the payment (\`signed_payment_exists\`).`,
      429: 'The rate limit for the credential or the address is reached. Or the service has sponsored its maximum within an hour (`too_many_sponsored`). See Retry-After.',
      503: 'No node responded, gas is too expensive, or the service’s account is empty (`sponsor_unavailable`). The service stored nothing.',
    },
  }),

  getSignedPayment: endpoint({
    id: 'getSignedPayment',
    host: 'api',
    method: 'GET',
    path: '/v2/secure-payments/{token}/signed-payments/{signedPaymentId}',
    tag: 'Secure payments',
    summary: 'Read a signed payment',
    description:
      'Returns the state of a signed payment. The stream of the secure payment’s changes also reports it, and the secure payment contains the latest one as `signedPayment`.',
    auth: ['apiKey', 'clientId', 'session'],
    scope: 'read',
    params: tokenParams.extend({ signedPaymentId: ulidSchema }),
    responses: {
      200: { description: 'The signed payment.', schema: signedPaymentSchema, example },
    },
    errors: [400, 401, 403, 404, 429],
    problems: {
      404: 'There is no secure payment with this token, or it has no signed payment with this id.',
    },
  }),
}

/** A signed payment that the service offers. */
export type SignedPaymentOffer = z.input<typeof signedPaymentOfferSchema>
/** The reason for which the service does not offer a signed payment. */
export type SignedPaymentObstacle = z.input<typeof signedPaymentObstacleSchema>
/** A signed payment that the service stored. */
export type StoredSignedPayment = z.input<typeof signedPaymentSchema>
