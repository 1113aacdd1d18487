import type { ApprovalRecord, MemberRecord } from '../api.ts'

/** The recipients in the tests. */
export const APPROVAL_PAYEES = [
  '0x70997970C51812dc3A010C7d01b50e0d17dc79C8',
  '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC',
] as const

/** The id of the test approval's request. */
export const APPROVAL_REQUEST_ID = `01${'5b'.repeat(32)}`

const ANA = '01KB4W3F6V3M2N5P7R9T0W1X2A'
const BEN = '01KB4W3F6V3M2N5P7R9T0W1X2B'

/** The members in the tests: Ana, who is signed in, and Ben. */
export const APPROVAL_MEMBERS: readonly MemberRecord[] = [
  member({ id: ANA, role: 'owner', email: 'ana@example.test' }),
  member({ id: BEN, role: 'finance', email: 'ben@example.test' }),
]

/** Returns a payout link of 2,500 USDC that Ben requested and Ana may approve, with the given changes. */
export function approvalRecord(patch: Partial<ApprovalRecord>): ApprovalRecord {
  return {
    id: '01KB4W3F6V3M2N5P7R9T0W1X2Y',
    kind: 'payout_link',
    status: 'waiting',
    requestedBy: { memberId: BEN, apiKeyId: null },
    worthInUsd: '2500.00',
    newLimitInUsd: null,
    requestIds: [APPROVAL_REQUEST_ID],
    securePaymentToken: '01KB4Z8Q6V3M2N5P7R9T0W1X2Y',
    recurringPaymentId: null,
    payouts: [
      {
        requestId: APPROVAL_REQUEST_ID,
        payee: APPROVAL_PAYEES[0],
        amount: '2500',
        currency: 'USDC-base',
        network: 'base',
        fee: null,
        reference: 'PAYROLL-2026-11',
        refundId: null,
        refundReason: null,
      },
    ],
    mayApprove: true,
    createdAt: '2026-11-02T09:00:00.000Z',
    expiresAt: '2030-11-09T09:00:00.000Z',
    decidedBy: null,
    decidedAt: null,
    reason: null,
    ...patch,
  }
}

/** Returns an approval of `count` payouts of 1, 2, 3 … USDC; its record lists the first `listed` of them. */
export function approvalOfMany(count: number, listed = count): ApprovalRecord {
  const ids = Array.from(
    { length: count },
    (_, index) => `01${index.toString(16).padStart(64, '0')}`,
  )
  return approvalRecord({
    requestIds: ids,
    worthInUsd: null,
    payouts: ids.slice(0, listed).map((requestId, index) => ({
      requestId,
      payee: APPROVAL_PAYEES[index % 2 === 0 ? 0 : 1],
      amount: String(index + 1),
      currency: 'USDC-base',
      network: 'base',
      fee: null,
      reference: null,
      refundId: null,
      refundReason: null,
    })),
  })
}

function member(patch: Pick<MemberRecord, 'id' | 'role' | 'email'>): MemberRecord {
  return {
    kind: 'account',
    address: null,
    walletType: null,
    createdAt: '2026-11-01T09:00:00.000Z',
    lastSignInAt: null,
    payeeDestinationIds: [],
    payeeDestinations: [],
    ...patch,
  }
}
