import { describe, expect, it } from 'vitest'
import { parseCallsStatus, readAtomic, readCallsId } from './callsAnswers.ts'

describe('wallet responses about calls', () => {
  it.each([
    [{ status: 100 }, 100],
    [{ status: 200, receipts: [] }, 200],
    // EIP-5792 allows finer codes within each hundred.
    [{ status: 101 }, 100],
    [{ status: 400 }, 400],
    [{ status: 500 }, 500],
    [{ status: 600 }, 600],
    [{ status: 300 }, null],
    [{ status: 'CONFIRMED' }, null],
    [{ status: '500' }, null],
    [{ status: [500] }, null],
    [{ status: Number.NaN }, null],
    [null, null],
    ['200', null],
  ])('the element reads status %j as %j', (answer, code) => {
    expect(parseCallsStatus(answer)).toEqual(code === null ? null : { code })
  })

  it.each([
    [{ '0x7a69': { atomic: { status: 'supported' } } }, true],
    [{ '0x7a69': { atomic: { status: 'ready' } } }, true],
    [{ '0x7a69': { atomic: { status: 'unsupported' } } }, false],
    [{ '0x0': { atomic: { status: 'supported' } } }, true],
    [{ '0x1': { atomic: { status: 'supported' } } }, false],
    [{ '0x7a69': { atomicBatch: { supported: true } } }, false],
    [{ '0x7a69': null }, false],
    [{}, false],
    [null, false],
    ['atomic', false],
  ])('the element reads from %j whether execution is atomic: %j', (answer, expected) => {
    expect(readAtomic(answer, 31_337)).toBe(expected)
  })

  it.each([
    [{ id: '0x12' }, '0x12'],
    ['0x34', '0x34'],
    [{ id: '' }, null],
    [{ id: 7 }, null],
    [null, null],
  ])('the element reads from %j the id %j', (answer, id) => {
    expect(readCallsId(answer)).toBe(id)
  })
})
