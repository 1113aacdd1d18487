import type { Model } from '../model.ts'
import type { PaymentMetadata } from '../paymentMetadata.ts'

/** The transactions of the fixtures’ refunds: a confirmed one, and one with a single confirmation. */
const HASH = '0x2f9a7c1e4b6d8f0a1c3e5b7d9f0a2c4e6b8d0f1a3c5e7b9d1f2a4c6e8b0d2f4a'
const YOUNG_HASH = '0x8b0d2f4a6c8e0b1d3f5a7c9e1b2d4f6a8c0e2b4d6f8a0c1e3b5d7f9a1c3e5b7d'

/**
 * Returns two fixtures, by name: a paid payment with a confirmed and a pending refund, and an overpaid payment.
 */
export function createRefundFixtures(succeeded: Model): Readonly<Record<string, Model>> {
  const { payment } = succeeded
  const [paid] = payment?.transactions ?? []
  if (!payment || !paid) return {}
  const refund = (amount: string, txHash: string) => ({
    ...paid,
    amount,
    txHash,
    explorerUrl: `${payment.chain.explorerUrl}/tx/${txHash}`,
  })
  const merchant = { ...payment.merchant, supportUrl: 'mailto:help@shop.example' }
  const refunds = [
    refund('4', HASH),
    { ...refund('6', YOUNG_HASH), confirmations: 1, status: 'confirming' as const },
  ]
  const items = payment.items.map((item) => ({ ...item, amountPaid: '13.5' }))
  const surplus = { ...paid, amount: '3.5', txHash: `0x${'3f'.repeat(32)}` }
  const transactions = [paid, surplus]
  return {
    'succeeded-refunded': { ...succeeded, payment: { ...payment, merchant, refunds } },
    'succeeded-overpaid': { ...succeeded, payment: { ...payment, items, transactions } },
  }
}

/** Returns a payout as a link that pays refunds: the first item states a reason, and the second one has no reference to an order. */
export function toRefundLink(payment: PaymentMetadata): PaymentMetadata {
  const items = payment.items.map((item, index) => ({
    ...item,
    refundOf: {
      reference: index === 1 ? null : `INV-100${index}`,
      reason: index === 0 ? 'Returned the blue cup' : null,
      txHash: HASH,
      logIndex: 7,
    },
  }))
  return { ...payment, reference: null, raw: { items } }
}
