import { z } from 'zod'
import { textMatching } from '../schemas/text.ts'
import { optionMember } from './accepts.ts'
import { endpoint } from './endpoint.ts'
import { PAYING_PROBLEMS, tokenParams } from './securePaymentParts.ts'

/** The service's own transactions have fewer than 700 bytes: two addresses, a call of 8 words, and a few numbers. */
const MAX_RAW_BYTES = 4_096
const MAX_SIGNATURES = 5

const rawDataHexSchema = textMatching(new RegExp(`^(?:[0-9a-fA-F]{2}){1,${MAX_RAW_BYTES}}$`), {
  code: 'invalid_hex',
  message: `must be whole bytes in hex, at most ${MAX_RAW_BYTES}, without 0x`,
})

const signatureSchema = textMatching(/^[0-9a-fA-F]{1,200}$/, {
  code: 'invalid_hex',
  message: 'must be hex digits without 0x',
})

const txIdSchema = textMatching(/^[0-9a-fA-F]{64}$/, {
  code: 'invalid_tx_hash',
  message: 'must be 64 hex digits',
}).meta({
  id: 'TronTxId',
  description: 'Id of a Tron transaction: 64 hex digits without `0x`.',
  examples: ['687ebda6823ac950b336fc90d703bf6b54ffb84a9a22fbf70d3792867e6ef7db'],
})

const signedTransactionSchema = z
  .object({
    visible: z
      .boolean()
      .optional()
      .describe('Whether `raw_data` contains addresses as `T…` instead of hex.'),
    txID: txIdSchema.optional().describe('SHA-256 of raw_data_hex.'),
    raw_data: z
      .looseObject({
        contract: z.array(z.unknown()).min(1).max(MAX_SIGNATURES),
        fee_limit: z.int().nonnegative().optional(),
      })
      .describe('The content of raw_data_hex as JSON.'),
    raw_data_hex: rawDataHexSchema.describe('The signed data.'),
    signature: z
      .array(signatureSchema)
      .min(1)
      .max(MAX_SIGNATURES)
      .describe('Exactly one 65-byte signature.'),
  })
  .meta({
    id: 'SignedTronTransaction',
    description:
      'A signed transaction as wallets return it and `/wallet/broadcasttransaction` accepts it.',
  })

const TX_ID = '687ebda6823ac950b336fc90d703bf6b54ffb84a9a22fbf70d3792867e6ef7db'

/** An approval of 5 USDT, as TronWeb builds it. */
const SIGNED_EXAMPLE = {
  visible: false,
  txID: TX_ID,
  raw_data: {
    contract: [
      {
        parameter: {
          value: {
            data: '095ea7b30000000000000000000000001b6ca35d39842cf8fbe49000653a1505412da65900000000000000000000000000000000000000000000000000000000004c4b40',
            owner_address: '4119e7e376e7c213b7e7e7e46cc70a5dd086daff2a',
            contract_address: '41a614f803b6fd780986a42c78ec9c7f77e6ded13c',
          },
          type_url: 'type.googleapis.com/protocol.TriggerSmartContract',
        },
        type: 'TriggerSmartContract',
      },
    ],
    ref_block_bytes: '0002',
    ref_block_hash: '38fb00be9601341d',
    expiration: 1_795_233_633_000,
    fee_limit: 100_000_000,
    timestamp: 1_795_233_573_000,
  },
  raw_data_hex:
    '0a020002220838fb00be9601341d40e8a58de29f345aae01081f12a9010a31747970652e676f6f676c65617069732e636f6d2f70726f746f636f6c2e54726967676572536d617274436f6e747261637412740a154119e7e376e7c213b7e7e7e46cc70a5dd086daff2a121541a614f803b6fd780986a42c78ec9c7f77e6ded13c2244095ea7b30000000000000000000000001b6ca35d39842cf8fbe49000653a1505412da65900000000000000000000000000000000000000000000000000000000004c4b407088d189e29f34900180c2d72f',
  signature: [`${'5b'.repeat(32)}${'1c'.repeat(32)}1b`],
}

/** The service's operations for a payment on Tron, in addition to its calldata. */
export const securePaymentTron = {
  broadcastTron: endpoint({
    id: 'broadcastSecurePaymentTronTransaction',
    host: 'api',
    method: 'POST',
    path: '/v2/secure-payments/{token}/tron/broadcast',
    tag: 'Secure payments',
    summary: 'Send a signed Tron transaction for a secure payment',
    description:
      'Sends the payer’s signed transaction to Tron’s nodes if this service would have built the same transaction for its owner. It must be the approval (or its reset) or the payment, byte for byte, with at most the service’s fee limit. Repeating the call is harmless: a transaction that a node already has counts as accepted. If `result` is false, `code` and `message` are the nodes’ own rejection. An accepted transaction is not yet a payment: the payment’s status decides that.',
    auth: ['apiKey', 'clientId', 'session'],
    scope: 'create',
    params: tokenParams,
    body: z
      .object({ signedTransaction: signedTransactionSchema, ...optionMember })
      .meta({ id: 'TronTransactionBroadcast' }),
    bodyExample: { signedTransaction: SIGNED_EXAMPLE },
    responses: {
      200: {
        description: 'The nodes’ result.',
        schema: z
          .object({
            result: z.boolean().describe('Whether a node accepted the transaction.'),
            txid: txIdSchema,
            code: z
              .string()
              .optional()
              .describe(
                'The node’s code, such as CONTRACT_VALIDATE_ERROR; DUP_TRANSACTION_ERROR can accompany a `result` of true.',
              ),
            message: z.string().optional().describe('The node’s message as text.'),
          })
          .meta({ id: 'TronBroadcastOutcome' }),
        example: { result: true, txid: TX_ID },
        otherExamples: {
          refused: {
            result: false,
            txid: TX_ID,
            code: 'BANDWITH_ERROR',
            message: 'Account resource insufficient error.',
          },
        },
      },
    },
    errors: [400, 401, 403, 404, 409, 410, 429],
    problems: {
      ...PAYING_PROBLEMS,
      400: 'The body is not valid, or this payment does not need the transaction (`tron_transaction_mismatch`): `errors` contains the field that differs.',
      503: 'No node accepts transactions now (`chain_unavailable`). The transaction may be sent again until it expires.',
    },
  }),
}
