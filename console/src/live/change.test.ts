import { describe, expect, it } from 'vitest'
import {
  concernsApprovals,
  concernsDeliveries,
  concernsPayments,
  concernsRequests,
  concernsUnmatched,
  EVERYTHING,
  readChange,
} from './change.ts'

const data = (more: object = {}) =>
  JSON.stringify({
    kinds: ['requests'],
    requests: [{ requestId: 'a', status: 'paid' }],
    hasMore: false,
    ...more,
  })

describe('A change to the merchant’s records', () => {
  it('a change to the merchant’s records concerns only its subjects and their requests', () => {
    const change = readChange(data())
    expect(concernsPayments(change)).toBe(true)
    expect(concernsDeliveries(change)).toBe(false)
    expect(concernsUnmatched(change)).toBe(false)
    expect(concernsApprovals(change)).toBe(false)
    expect(concernsRequests(change, ['b', 'a'])).toBe(true)
    expect(concernsRequests(change, ['b'])).toBe(false)
    const webhooks = readChange(data({ kinds: ['webhooks'], requests: [] }))
    expect(concernsDeliveries(webhooks)).toBe(true)
    expect(concernsRequests(webhooks, ['a'])).toBe(false)
    expect(concernsUnmatched(readChange(data({ kinds: ['unmatched'] })))).toBe(true)
    expect(concernsApprovals(readChange(data({ kinds: ['approvals'] })))).toBe(true)
  })

  it('a change to the merchant’s records concerns every request if more may have changed', () => {
    expect(concernsRequests(readChange(data({ hasMore: true })), ['b'])).toBe(true)
    expect(concernsRequests(readChange(data({ hasMore: undefined })), ['b'])).toBe(true)
  })

  it('a change to the merchant’s records counts as a change to everything if it cannot be read', () => {
    for (const text of ['', 'null', '{}', '[]', '{"kinds":[],"requests":[null]}', '{"kinds":1}']) {
      expect(readChange(text)).toBe(EVERYTHING)
    }
    expect(concernsPayments(EVERYTHING)).toBe(true)
    expect(concernsDeliveries(EVERYTHING)).toBe(true)
    expect(concernsUnmatched(EVERYTHING)).toBe(true)
    expect(concernsApprovals(EVERYTHING)).toBe(true)
    expect(concernsRequests(EVERYTHING, ['b'])).toBe(true)
  })
})
