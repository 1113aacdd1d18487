import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { requestStatus } from './requestStatus.ts'

const facts = { expectedUnits: 100n, paidUnits: 0n, isAnyLate: false, hasPending: false }

describe('a request', () => {
  test.each([
    [0n, false, 'created', 100n, 0n],
    [0n, true, 'processing', 100n, 0n],
    [1n, false, 'partially_paid', 99n, 0n],
    [99n, false, 'partially_paid', 1n, 0n],
    [99n, true, 'processing', 1n, 0n],
    [100n, false, 'paid', 0n, 0n],
    [100n, true, 'paid', 0n, 0n],
    [1_000n, false, 'paid', 0n, 900n],
  ] as const)(
    'a request of 100 with payments %s (pending: %s) is %s',
    (paidUnits, hasPending, status, remainingUnits, excessUnits) => {
      expect(requestStatus({ ...facts, paidUnits, hasPending })).toEqual({
        status,
        hasBeenPaid: status === 'paid',
        isPaidLate: false,
        remainingUnits,
        excessUnits,
      })
    },
  )

  test('a request is late only after it is paid', () => {
    expect(requestStatus({ ...facts, paidUnits: 99n, isAnyLate: true }).isPaidLate).toBe(false)
    expect(requestStatus({ ...facts, paidUnits: 100n, isAnyLate: true }).isPaidLate).toBe(true)
  })

  test('a request never has a remainder and an excess at once, and accounts for all payments', () => {
    fc.assert(
      fc.property(
        fc.bigInt(1n, 2n ** 256n),
        fc.bigInt(0n, 2n ** 257n),
        (expectedUnits, paidUnits) => {
          const { remainingUnits, excessUnits } = requestStatus({
            ...facts,
            expectedUnits,
            paidUnits,
          })
          expect(remainingUnits === 0n || excessUnits === 0n).toBe(true)
          expect(paidUnits + remainingUnits - excessUnits).toBe(expectedUnits)
        },
      ),
    )
  })
})
