import { describe, expect, it } from 'vitest'
import type { PaymentTransaction } from '../paymentMetadata.ts'
import { anItem, aPayment } from '../testing/examples.ts'
import { isCovered } from './isCovered.ts'

const REQUEST = anItem().requestId
const OTHER_REQUEST = `01${'cd'.repeat(32)}`
const coming = (amount: string, patch: Partial<PaymentTransaction> = {}): PaymentTransaction => ({
  requestId: REQUEST,
  txHash: `0x${'77'.repeat(32)}`,
  amount,
  confirmations: 1,
  requiredConfirmations: 12,
  status: 'confirming',
  explorerUrl: null,
  timestamp: null,
  ...patch,
})
const rest = { amountPaid: '4', remainingAmount: '6' }
const both = [anItem(), anItem({ requestId: OTHER_REQUEST })]

describe('a payment of 10 is covered', () => {
  it.each<[string, Parameters<typeof aPayment>[0], boolean]>([
    ['by nothing', {}, false],
    ['by all of it', { transactions: [coming('10')] }, true],
    ['by more', { transactions: [coming('10.000001')] }, true],
    ['by two parts', { transactions: [coming('4.5'), coming('5.50')] }, true],
    ['by dust', { transactions: [coming('0.000001')] }, false],
    [
      'by dust, regardless of the item’s status',
      { items: [anItem({ status: 'processing' })], transactions: [coming('0.000001')] },
      false,
    ],
    ['by what is confirmed', { transactions: [coming('10', { status: 'confirmed' })] }, false],
    ['by the rest', { items: [anItem(rest)], transactions: [coming('6')] }, true],
    [
      'by what another request gets',
      { transactions: [coming('10', { requestId: OTHER_REQUEST })] },
      false,
    ],
    ['in one of two items', { items: both, transactions: [coming('10')] }, false],
    [
      'in both items',
      { items: both, transactions: [coming('10'), coming('10', { requestId: OTHER_REQUEST })] },
      true,
    ],
    [
      'in the one item that is open',
      {
        items: [
          anItem(),
          anItem({ requestId: OTHER_REQUEST, amountPaid: '10', remainingAmount: '0' }),
        ],
        transactions: [coming('10')],
      },
      true,
    ],
    ['by nonsense', { transactions: [coming('many')] }, false],
  ])('isCovered decides whether a payment of 10 is covered %s: %#', (_, patch, expected) =>
    expect(isCovered(aPayment(patch))).toBe(expected),
  )
})
