import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import {
  addressSchema,
  customerInfoSchema,
  decimalSchema,
  feeSchema,
  pathIdSchema,
  paymentReferenceSchema,
  requestIdSchema,
  requestStatusSchema,
  timestampSchema,
  txHashSchema,
  ulidSchema,
} from './schemas.ts'

const requestParams = z.object({ requestId: pathIdSchema.describe('Id of the request.') })

const rateSourceSchema = z.enum(['lifi', 'chainlink', 'coingecko', 'unknown', 'mixed'])

const paymentSchema = z
  .object({
    id: ulidSchema,
    amount: decimalSchema,
    sourceNetwork: z.string(),
    destinationNetwork: z.string(),
    sourceTxHash: txHashSchema.nullable(),
    destinationTxHash: txHashSchema.nullable(),
    payerAddress: addressSchema.nullable(),
    payerEoaAddress: addressSchema.nullable(),
    timestamp: timestampSchema,
    type: z.enum(['direct', 'conversion', 'crosschain', 'recurring']),
    conversionRateSource: decimalSchema.nullable(),
    conversionRateDestination: decimalSchema.nullable(),
    convertedAmountSource: decimalSchema.nullable(),
    convertedAmountDestination: decimalSchema.nullable(),
    currency: z.string().describe('Symbol of the invoice currency.'),
    paymentCurrency: z.string().describe('Symbol of the payment currency.'),
    isLate: z.boolean().describe('The payment landed after the link had expired.'),
  })
  .meta({ id: 'RequestPayment', description: 'One confirmed payment of a request.' })

const conversionBreakdownSchema = z
  .object({
    paidAmount: decimalSchema,
    paidAmountInUsd: decimalSchema,
    remainingAmount: decimalSchema,
    remainingAmountInUsd: decimalSchema,
    currentMarketRate: decimalSchema.nullable(),
    currentMarketRateSource: z.string().nullable(),
    payments: z.array(
      z.object({
        amount: decimalSchema,
        amountInUsd: decimalSchema,
        conversionRate: decimalSchema,
        rateSource: rateSourceSchema,
        timestamp: timestampSchema,
      }),
    ),
  })
  .meta({ id: 'ConversionBreakdown' })

const requestSchema = z
  .object({
    requestId: requestIdSchema,
    paymentReference: paymentReferenceSchema,
    hasBeenPaid: z.boolean(),
    isListening: z.boolean().describe('Payments on chain are being watched for.'),
    txHash: txHashSchema.nullable().describe('The last transaction that settled it.'),
    status: requestStatusSchema,
    payee: addressSchema.nullable(),
    payer: addressSchema.nullable(),
    requestAmount: decimalSchema,
    invoiceCurrency: z.string().nullable().describe('Symbol.'),
    paymentCurrency: z.string().nullable().describe('Symbol.'),
    reference: z.string().nullable(),
    customerInfo: customerInfoSchema.nullable().describe('Null for a client ID: it is public.'),
    isCryptoToFiatAllowed: z.boolean(),
    isCryptoToFiatAvailable: z.boolean().describe('Same value as isCryptoToFiatAllowed.'),
    payments: z.array(paymentSchema).describe('Oldest first.'),
    amountInUsd: decimalSchema.nullable(),
    conversionRate: decimalSchema.nullable(),
    rateSource: rateSourceSchema.optional(),
    conversionBreakdown: conversionBreakdownSchema.nullable(),
    fees: z.array(feeSchema).nullable(),
    payerAddress: addressSchema.nullable(),
    payerEoaAddress: addressSchema.nullable(),
    paidAmount: decimalSchema.describe('Sum of the confirmed payments.'),
    receivedAmount: decimalSchema.nullable(),
    excessAmount: decimalSchema.nullable().describe('Null unless more was paid than asked.'),
    paidLate: z.boolean(),
  })
  .meta({ id: 'Request' })

const REQUEST_ID = '01019f3c6da2b07d1e0a92c4b85f3619c2e0ab77d4f0514f2b91aa77c02e5b9c5a'
const TX_HASH = '0x5ac0e1d39b2f4471c8de90a5b6e7f8a9b0c1d2e3f405162738495a6b7c8d9eaf'
const PAYER = '0x15d34AAf54267DB7D7c367839AAf71A00a2C6A65'

/** What was asked of a payer, and what has come in. */
export const requests = {
  get: endpoint({
    id: 'getRequest',
    host: 'api',
    method: 'GET',
    path: '/v2/request/{requestId}',
    tag: 'Requests',
    summary: 'Read a request',
    description:
      'The source of truth about a request: read it to fill in webhooks that were missed.',
    auth: ['apiKey', 'clientId', 'session'],
    etag: true,
    params: requestParams,
    responses: {
      200: {
        description: 'The request.',
        schema: requestSchema,
        example: {
          requestId: REQUEST_ID,
          paymentReference: '0x7d1e0a92c4b85f36',
          hasBeenPaid: false,
          isListening: true,
          txHash: TX_HASH,
          status: 'partially_paid',
          payee: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8',
          payer: null,
          requestAmount: '80',
          invoiceCurrency: 'USDC',
          paymentCurrency: 'USDC',
          reference: 'PO-7781',
          customerInfo: null,
          isCryptoToFiatAllowed: false,
          isCryptoToFiatAvailable: false,
          payments: [
            {
              id: '01KB52A1B2C3D4E5F6G7H8J9KA',
              amount: '30',
              sourceNetwork: 'base',
              destinationNetwork: 'base',
              sourceTxHash: TX_HASH,
              destinationTxHash: TX_HASH,
              payerAddress: PAYER,
              payerEoaAddress: null,
              timestamp: '2026-11-02T08:15:00.000Z',
              type: 'direct',
              conversionRateSource: null,
              conversionRateDestination: null,
              convertedAmountSource: null,
              convertedAmountDestination: null,
              currency: 'USDC',
              paymentCurrency: 'USDC',
              isLate: false,
            },
          ],
          amountInUsd: null,
          conversionRate: null,
          conversionBreakdown: null,
          fees: [],
          payerAddress: PAYER,
          payerEoaAddress: null,
          paidAmount: '30',
          receivedAmount: '30',
          excessAmount: null,
          paidLate: false,
        },
      },
    },
    errors: [401, 404, 429],
  }),

  status: endpoint({
    id: 'getRequestStatus',
    host: 'api',
    method: 'GET',
    path: '/v2/request/{requestId}/status',
    tag: 'Requests',
    summary: 'Read the status of a request',
    description: 'The light form of the request, for polling.',
    auth: ['apiKey', 'clientId', 'session'],
    etag: true,
    params: requestParams,
    responses: {
      200: {
        description: 'The status.',
        schema: z
          .object({
            requestId: requestIdSchema,
            paymentReference: paymentReferenceSchema,
            status: requestStatusSchema,
            hasBeenPaid: z.boolean(),
            isListening: z.boolean(),
            txHash: txHashSchema.nullable(),
            amountPaid: decimalSchema,
            expectedAmount: decimalSchema,
            updatedAt: timestampSchema,
          })
          .meta({ id: 'RequestProgress' }),
        example: {
          requestId: REQUEST_ID,
          paymentReference: '0x7d1e0a92c4b85f36',
          status: 'partially_paid',
          hasBeenPaid: false,
          isListening: true,
          txHash: TX_HASH,
          amountPaid: '30',
          expectedAmount: '80',
          updatedAt: '2026-11-02T08:15:02.000Z',
        },
      },
    },
    errors: [401, 404, 429],
  }),
}
