import type { RefundCandidate, RefundRecord } from '../api.ts'

/** Returns an open refund of 12.5 USDC, with the given changes. */
export function refundRecord(patch: Partial<RefundRecord>): RefundRecord {
  return {
    id: '01KB6B1B2C3D4E5F6G7H8J9KAB',
    status: 'open',
    heldReason: null,
    paymentId: '01KB6A1B2C3D4E5F6G7H8J9KAB',
    requestId: `01${'a'.repeat(64)}`,
    unmatchedPaymentId: null,
    reference: '1042',
    paymentTxHash: `0x${'5a'.repeat(32)}`,
    paymentLogIndex: 7,
    refundRequestId: `01${'b'.repeat(64)}`,
    paymentReference: '0x19c2e0ab77d4f051',
    approvalId: null,
    network: 'mainnet',
    currency: 'USDC-mainnet',
    amount: '12.5',
    invoiceCurrency: 'USDC-mainnet',
    amountInInvoiceCurrency: null,
    amountPaid: '0',
    recipient: '0x15d34AAf54267DB7D7c367839AAf71A00a2C6A65',
    reason: null,
    txHash: null,
    isPaymentOnChain: true,
    createdAt: '2026-11-02T08:00:00.000Z',
    updatedAt: '2026-11-02T08:00:00.000Z',
    confirmedAt: null,
    cancelledAt: null,
    ...patch,
  }
}

/** Returns a request for 12.5 USDC that was paid twice, with the given changes. */
export function refundCandidate(patch: Partial<RefundCandidate>): RefundCandidate {
  return {
    requestId: `01${'a'.repeat(64)}`,
    reference: '1042',
    reason: 'overpaid',
    amount: 'excess',
    network: 'mainnet',
    currency: 'USDC-mainnet',
    refundAmount: '12.5',
    requestAmount: '12.5',
    paidAmount: '25',
    invoiceCurrency: 'USDC-mainnet',
    payments: [
      {
        paymentId: '01KB6A1B2C3D4E5F6G7H8J9KAB',
        amount: '12.5',
        payerAddress: '0x15d34AAf54267DB7D7c367839AAf71A00a2C6A65',
      },
    ],
    kept: null,
    updatedAt: '2026-11-02T08:00:00.000Z',
    ...patch,
  }
}
