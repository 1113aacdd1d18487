import { describe, expect, it } from 'vitest'
import { heldMs, isLive, isWornOut, leaseAfter, mayHaveSent } from './attemptLease.ts'

const MINUTE_MS = 60_000
const START = Date.parse('2026-01-01T00:00:00.000Z')
const at = (minutes: number) => new Date(START + minutes * MINUTE_MS)
const iso = (minutes: number) => at(minutes).toISOString()
const HASH = `0x${'ab'.repeat(32)}`

/** An attempt that began at minute 0 and has a lease until minute 10. */
const attempt = {
  phase: 'signing',
  tx_hash: null as string | null,
  created_at: iso(0),
  lease_until: iso(10),
}
const quiet = { isSent: false, isWornOut: false }

describe('The lease of an attempt', () => {
  it('holds for an hour at most: one that would hold longer was written by a clock that was ahead', () => {
    expect(isLive({ ...attempt, lease_until: iso(60) }, at(0))).toBe(true)
    expect(isLive({ ...attempt, lease_until: iso(24 * 60) }, at(0))).toBe(false)
    const sent = { ...attempt, tx_hash: HASH, created_at: iso(24 * 60), lease_until: iso(25 * 60) }
    expect(isLive(sent, at(0))).toBe(false)
    expect(mayHaveSent(sent, at(0))).toBe(true)
  })

  it('lasts 10 minutes from each sign of life', () => {
    expect(leaseAfter(attempt, { now: at(4), ...quiet })).toBe(iso(14))
  })

  it('lasts until 60 minutes after the beginning once a node knows its transaction', () => {
    expect(leaseAfter(attempt, { now: at(9), ...quiet, isSent: true })).toBe(iso(60))
  })

  it('is not prolonged by another transaction, and never beyond 60 minutes after the beginning', () => {
    const sent = { ...attempt, tx_hash: HASH, lease_until: iso(60) }
    expect(leaseAfter(sent, { now: at(59), ...quiet, isSent: true })).toBe(iso(60))
    expect(leaseAfter(sent, { now: at(90), ...quiet, isSent: true })).toBe(iso(60))
  })

  it('keeps what it has when a slow wallet sends after more than an hour', () => {
    const slow = { ...attempt, lease_until: iso(100) }
    expect(leaseAfter(slow, { now: at(95), ...quiet, isSent: true })).toBe(iso(100))
  })

  it('is prolonged once, by 10 minutes, by a hash that no node knows', () => {
    expect(leaseAfter(attempt, { now: at(5), ...quiet })).toBe(iso(15))
    const claimed = { ...attempt, tx_hash: HASH, lease_until: iso(15) }
    expect(leaseAfter(claimed, { now: at(14), ...quiet })).toBe(iso(15))
  })

  it('is not given out any more once the day’s hour is used up', () => {
    const fresh = { ...attempt, created_at: iso(0), lease_until: iso(0) }
    const now = at(0)
    expect(leaseAfter(fresh, { now, isSent: false, isWornOut: true })).toBe(iso(0))
    expect(leaseAfter(fresh, { now, isSent: true, isWornOut: true })).toBe(iso(60))
  })
})

describe('An attempt', () => {
  it('is live while its lease lasts and its phase is not an end', () => {
    expect(isLive(attempt, at(9))).toBe(true)
    expect(isLive(attempt, at(10))).toBe(false)
    for (const phase of ['reverted', 'dropped', 'abandoned', 'done']) {
      expect(isLive({ ...attempt, phase }, at(1))).toBe(false)
    }
  })

  it('may have sent within its first hour when it named a transaction', () => {
    expect(mayHaveSent(attempt, at(30))).toBe(false)
    const claimed = { ...attempt, tx_hash: HASH }
    expect(mayHaveSent(claimed, at(30))).toBe(true)
    expect(mayHaveSent(claimed, at(60))).toBe(false)
    expect(mayHaveSent({ ...claimed, phase: 'reverted' }, at(30))).toBe(false)
  })
})

describe('What attempts may hold in a day', () => {
  it('is counted from their beginning to the end of their lease, or to now', () => {
    expect(heldMs(attempt, at(4))).toBe(4 * MINUTE_MS)
    expect(heldMs(attempt, at(400))).toBe(10 * MINUTE_MS)
  })

  it('is used up by 60 minutes altogether, and free again a day later', () => {
    const six = [0, 10, 20, 30, 40, 50].map((minute) => ({
      ...attempt,
      created_at: iso(minute),
      lease_until: iso(minute + 10),
    }))
    expect(isWornOut(six, at(59))).toBe(false)
    expect(isWornOut(six, at(60))).toBe(true)
    expect(isWornOut(six, at(24 * 60))).toBe(true)
    expect(isWornOut(six, at(24 * 60 + 1))).toBe(false)
  })

  it('is hardly touched by payers who decline and begin again', () => {
    const quick = Array.from({ length: 50 }, (_, index) => ({
      ...attempt,
      phase: 'abandoned',
      created_at: iso(index),
      lease_until: iso(index + 0.5),
    }))
    expect(isWornOut(quick, at(60))).toBe(false)
  })
})
