import type { ReceivedPayment } from '../api.ts'

/** Returns a payment of 30 of 80 dollars in tokens, with the differences of a test. */
export function receivedPayment(patch: Partial<ReceivedPayment>): ReceivedPayment {
  return {
    id: '01KB52A1B2C3D4E5F6G7H8J9KA',
    amount: '30',
    sourceNetwork: 'mainnet',
    destinationNetwork: 'mainnet',
    sourceTxHash: `0x${'a7'.repeat(32)}`,
    destinationTxHash: `0x${'a7'.repeat(32)}`,
    timestamp: '2026-11-02T08:15:00.000Z',
    type: 'conversion',
    conversionRateSource: '1',
    conversionRateDestination: '1.0002',
    convertedAmountSource: '30.006',
    convertedAmountDestination: '30.006',
    currency: 'USD',
    paymentCurrency: 'USDC',
    fees: null,
    recurringPaymentId: null,
    rateProvider: 'chainlink',
    amountInUsd: '30',
    reportingCurrency: 'USD',
    amountInReportingCurrency: '30',
    flow: 'get_paid',
    isLate: false,
    refundedAmount: '0',
    refundStatus: 'none',
    refundId: null,
    refundOf: null,
    request: {
      requestId: `01${'a'.repeat(64)}`,
      paymentReference: '0x7d1e0a92c4b85f36',
      hasBeenPaid: false,
      customerInfo: { firstName: 'Ana', lastName: 'Silva', email: 'ana@example.test' },
      reference: 'PO-7781',
    },
    detectionSource: 'request-network',
    note: null,
    payerAddress: '0x742d35Cc6634C0532925a3b844Bc454e4438f44e',
    ...patch,
  }
}
