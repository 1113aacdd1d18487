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

describe('An attempt’s lease', () => {
  it('an attempt’s lease lasts at most an hour, so a longer lease comes from a clock that was ahead', () => {
    expect(isLive({ ...attempt, lease_until: iso(60) }, at(0))).toBe(true)
    expect(isLive({ ...attempt, lease_until: iso(24 * 60) }, at(0))).toBe(false)
    const sent = { ...attempt, tx_hash: HASH, created_at: iso(24 * 60), lease_until: iso(25 * 60) }
    expect(isLive(sent, at(0))).toBe(false)
    expect(mayHaveSent(sent, at(0))).toBe(true)
  })

  it('an attempt’s lease lasts 10 minutes from each heartbeat', () => {
    expect(leaseAfter(attempt, { now: at(4), ...quiet })).toBe(iso(14))
  })

  it('an attempt’s lease lasts until 60 minutes after the start once a node has its transaction', () => {
    expect(leaseAfter(attempt, { now: at(9), ...quiet, isSent: true })).toBe(iso(60))
  })

  it('an attempt’s lease is not extended by another transaction, and never beyond 60 minutes after the start', () => {
    const sent = { ...attempt, tx_hash: HASH, lease_until: iso(60) }
    expect(leaseAfter(sent, { now: at(59), ...quiet, isSent: true })).toBe(iso(60))
    expect(leaseAfter(sent, { now: at(90), ...quiet, isSent: true })).toBe(iso(60))
  })

  it('an attempt’s lease is unchanged when a slow wallet sends after more than an hour', () => {
    const slow = { ...attempt, lease_until: iso(100) }
    expect(leaseAfter(slow, { now: at(95), ...quiet, isSent: true })).toBe(iso(100))
  })

  it('an attempt’s lease is extended once, by 10 minutes, by a hash unknown to the node', () => {
    expect(leaseAfter(attempt, { now: at(5), ...quiet })).toBe(iso(15))
    const claimed = { ...attempt, tx_hash: HASH, lease_until: iso(15) }
    expect(leaseAfter(claimed, { now: at(14), ...quiet })).toBe(iso(15))
  })

  it('an attempt’s lease is not extended by reports without a transaction after the daily hour is used up', () => {
    const fresh = { ...attempt, created_at: iso(0), lease_until: iso(0) }
    const now = at(0)
    expect(leaseAfter(fresh, { now, isSent: false, isWornOut: true })).toBe(iso(0))
    expect(leaseAfter(fresh, { now, isSent: true, isWornOut: true })).toBe(iso(60))
  })
})

describe('An attempt', () => {
  it('an attempt is live while its lease lasts and its phase is not final', () => {
    expect(isLive(attempt, at(9))).toBe(true)
    expect(isLive(attempt, at(10))).toBe(false)
    for (const phase of ['reverted', 'dropped', 'abandoned', 'done']) {
      expect(isLive({ ...attempt, phase }, at(1))).toBe(false)
    }
  })

  it('an attempt may have sent its transaction within its first hour if it reported one', () => {
    expect(mayHaveSent(attempt, at(30))).toBe(false)
    const claimed = { ...attempt, tx_hash: HASH }
    expect(mayHaveSent(claimed, at(30))).toBe(true)
    expect(mayHaveSent(claimed, at(60))).toBe(false)
    expect(mayHaveSent({ ...claimed, phase: 'reverted' }, at(30))).toBe(false)
  })
})

describe('The daily lease time', () => {
  it('the daily lease time counts from the start of each attempt to the end of its lease, or to now', () => {
    expect(heldMs(attempt, at(4))).toBe(4 * MINUTE_MS)
    expect(heldMs(attempt, at(400))).toBe(10 * MINUTE_MS)
  })

  it('the daily lease time is used up after 60 minutes in total, and available again a day later', () => {
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

  it('the daily lease time is barely consumed by payers who decline and start again', () => {
    const quick = Array.from({ length: 50 }, (_, index) => ({
      ...attempt,
      phase: 'abandoned',
      created_at: iso(index),
      lease_until: iso(index + 0.5),
    }))
    expect(isWornOut(quick, at(60))).toBe(false)
  })
})
