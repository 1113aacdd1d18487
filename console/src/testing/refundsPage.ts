import { expect } from 'vitest'
import type {
  RefundCandidate,
  RefundClaimRecord,
  RefundRecord,
  RequestDetail,
  Session,
  UnmatchedRecord,
} from '../api.ts'
import { accountSession, find, prepareConsole, textOf } from './consolePage.ts'
import { refundRecord } from './refundRecord.ts'

/** Each created link's token. */
export const TOKEN = '01KB6A5F6V3M2N5P7R9T0W1X2Y'
export const REQUEST_ID = `01${'a'.repeat(64)}`
export const OTHER_ID = `01${'c'.repeat(64)}`
/** An address that a payer stated. */
export const STATED = '0x15d34AAf54267DB7D7c367839AAf71A00a2C6A65'
export const CLAIM_URL =
  'https://auth.example.com/console/#refund-claim=01KB6B1B2C3D4E5F6G7H8J9KAE.q8ZtV3nL0xYc5RbK2mX9aTz4LkW8bRf6YcNp3VhJs1G'
export const SECOND = '01KB6B1B2C3D4E5F6G7H8J9KAC'

/** The service's records; everything else is empty. */
type Lists = {
  session?: Partial<Session>
  candidates?: readonly RefundCandidate[]
  /** The candidates whose money is kept. */
  kept?: readonly RefundCandidate[]
  /** The response to a decision to keep a candidate's money. */
  keeping?: { status: number; body: unknown }
  refunds?: readonly RefundRecord[]
  unmatched?: readonly UnmatchedRecord[]
  request?: RequestDetail
  claims?: readonly RefundClaimRecord[]
  /** The responses to created refunds, in order; the last one repeats. */
  created?: readonly { status: number; body: unknown }[]
}
/** Prepares the console for one file's tests. `answer` replaces the service's records. */
export function prepareRefunds() {
  const { serve, calls } = prepareConsole()
  function answer(lists: Lists): void {
    const { session, candidates = [], refunds = [], unmatched = [], request, created = [] } = lists
    const { claims = [] } = lists
    let count = 0
    serve((path, { method, url }) => {
      if (path === '/v1/auth/session') return ok({ ...accountSession, ...session })
      if (path === '/v2/refund-candidates') {
        const isKept = url.searchParams.get('decision') === 'kept'
        return ok({ candidates: isKept ? (lists.kept ?? []) : candidates, nextCursor: null })
      }
      if (path.endsWith('/keep')) return lists.keeping ?? ok({})
      if (path === '/v2/unmatched-payments')
        return ok({ unmatchedPayments: unmatched, nextCursor: null })
      if (path === '/v2/refund-claims') return ok({ refundClaims: claims, nextCursor: null })
      if (path.endsWith('/refund-claims'))
        return ok({ ...claim({ status: 'open' }), url: CLAIM_URL }, 201)
      if (path === '/v2/secure-payments/refunds') return ok({ token: TOKEN }, 201)
      if (path.endsWith('/cancel')) return ok(refundRecord({ status: 'cancelled' }))
      if (method === 'POST') return created[Math.min(count++, created.length - 1)] ?? 'never'
      if (path === '/v2/refunds') return ok({ refunds, nextCursor: null })
      if (path.startsWith('/v2/request/') && request !== undefined) return ok(request)
      return path.startsWith('/v2/secure-payments') ? 'never' : ok([])
    })
  }
  const posted = (path: string) =>
    calls.flatMap(({ method, url, body }) =>
      method === 'POST' && url.pathname === path ? [body] : [],
    )
  return { answer, calls, posted }
}

/** Returns an unmatched payment of 12.5 USDC. */
export const unmatchedRecord = (id: string): UnmatchedRecord => ({
  id,
  network: 'base',
  txHash: `0x${'5a'.repeat(32)}`,
  logIndex: 7,
  blockNumber: 21_000_000,
  tokenAddress: '0x833589fcd6edb6e08f4c7c32d4f71b54bda02913',
  payerAddress: null,
  paymentReference: null,
  payee: '0x8a5f00000000000000000000000000000000d5e4',
  amountUnits: '12500000',
  currency: 'USDC',
  amount: '12.5',
  worthUsd: '12.49875',
  isNotable: true,
  reason: 'wrong_token',
  requestId: null,
  reference: null,
  claimedRequestId: null,
  refundedAmount: '0',
  refundStatus: 'none',
  detectedAt: '2026-11-02T09:00:00.000Z',
})
/** Returns a refund claim with a stated address, with the given changes. */
export const claim = (patch: Partial<RefundClaimRecord>): RefundClaimRecord => ({
  id: '01KB6B1B2C3D4E5F6G7H8J9KAE',
  status: 'stated',
  paymentId: SECOND,
  requestId: REQUEST_ID,
  network: 'base',
  currency: 'USDC-base',
  recipient: STATED,
  proof: 'wallet',
  wallet: STATED,
  failedAttempts: 0,
  createdAt: '2026-11-02T09:00:00.000Z',
  expiresAt: '2026-11-09T09:00:00.000Z',
  statedAt: '2026-11-03T09:00:00.000Z',
  ...patch,
})
/** Returns a response. */
export const ok = (body: unknown, status = 200) => ({ status, body })
/** Returns a 409 response whose problem document has these members. */
export const problem = (code: string, members: object) => ({
  status: 409,
  body: {
    type: '',
    title: '',
    status: 409,
    statusCode: 409,
    detail: code,
    code,
    error: '',
    message: code,
    requestId: 'req_1',
    ...members,
  },
})
/** Finds the first button with a label. */
export const button = (label: string) => {
  const found = find('button').filter((one) => textOf(one).trim() === label)
  expect(found.length, label).toBeGreaterThan(0)
  return found[0] as HTMLElement
}
/** Enters text into a field. */
export const fill = (name: string, value: string) => {
  const [field] = find(`[name="${name}"]`) as HTMLInputElement[]
  if (field === undefined) throw new Error(name)
  field.value = value
  field.dispatchEvent(new Event('input', { bubbles: true, composed: true }))
}
