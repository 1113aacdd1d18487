import { expect, test } from 'vitest'
import { approvalRecord } from '../../testing/approvalRecord.ts'
import { en } from '../../text/en.ts'
import { nameKind } from './describeApproval.ts'

const payout = approvalRecord({ kind: 'payout' })
const refund = {
  ...payout,
  payouts: payout.payouts.map((one) => ({ ...one, refundId: '01KB6B1B2C3D4E5F6G7H8J9KAB' })),
}

test('An approval of payouts that refund payments is an approval of refunds', () => {
  expect(nameKind(payout, en)).toBe(en.approvals.kinds.payout)
  expect(nameKind(refund, en)).toBe(en.refunds.marks.one)
  const several = { ...refund, requestIds: ['01', '02'] }
  expect(nameKind(several, en)).toBe(en.refunds.marks.several)
  const mixed = { ...payout, payouts: [...payout.payouts, ...refund.payouts] }
  expect(nameKind(mixed, en)).toBe(en.approvals.kinds.payout)
})
