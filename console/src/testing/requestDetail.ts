import type { RequestDetail, RequestRecord } from '../api.ts'
import { receivedPayment } from './receivedPayment.ts'

/** Returns an unpaid request for 80 dollars, as in a list, with the given changes. */
export function requestRecord(patch: Partial<RequestRecord>): RequestRecord {
  return {
    requestId: `01${'a'.repeat(64)}`,
    paymentReference: '0x7d1e0a92c4b85f36',
    hasBeenPaid: false,
    isListening: true,
    txHash: null,
    status: 'created',
    payee: '0x742d35Cc6634C0532925a3b844Bc454e4438f44e',
    payer: null,
    requestAmount: '80',
    invoiceCurrency: 'USD',
    paymentCurrency: 'USDC',
    invoiceCurrencyId: 'USD',
    paymentCurrencyId: 'USDC-mainnet',
    network: 'mainnet',
    flow: 'get_paid',
    reference: '1042',
    customerInfo: null,
    isCryptoToFiatAllowed: false,
    isCryptoToFiatAvailable: false,
    paidAmount: '0',
    approval: null,
    createdAt: '2026-11-02T08:00:00.000Z',
    updatedAt: '2026-11-02T08:00:00.000Z',
    ...patch,
  }
}

/** Returns an unpaid request for 80 dollars, with the given changes. */
export function requestDetail(patch: Partial<RequestDetail>): RequestDetail {
  const { updatedAt: _, approval: __, ...common } = requestRecord({})
  return {
    ...common,
    payments: [],
    amountInUsd: '80',
    conversionRate: '1.0002',
    rateSource: 'chainlink',
    conversionBreakdown: null,
    fees: null,
    remainingAmount: '80',
    payerAddress: null,
    payerEoaAddress: null,
    receivedAmount: null,
    excessAmount: null,
    detectionSource: null,
    note: null,
    paidLate: false,
    securePaymentToken: null,
    refundedAmount: '0',
    refundStatus: 'none',
    ...patch,
  }
}

/** Returns a request's payment, with the given changes. */
export function requestPayment(
  patch: Partial<RequestDetail['payments'][number]>,
): RequestDetail['payments'][number] {
  const { fees, recurringPaymentId, rateProvider, flow, refundId, refundOf, request, ...facts } =
    receivedPayment({})
  return {
    ...facts,
    payerEoaAddress: null,
    paidAmount: '30.006',
    paidCurrency: 'USDC',
    paidNetwork: 'mainnet',
    receivedAmount: '30.006',
    receivedCurrency: 'USDC',
    receivedNetwork: 'mainnet',
    excessAmount: null,
    excessCurrency: null,
    fees: [],
    ...patch,
  }
}
