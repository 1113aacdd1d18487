import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { TransferQuery, TransferState } from './bridge.ts'
import { BridgeUnavailableError } from './errors.ts'
import { parseLifiStatus } from './parseLifiStatus.ts'

/** Recorded responses of LI.FI; the file's `source` member states their origin. */
const recording = readFileSync(new URL('./lifiRecording.json', import.meta.url), 'utf8')

const HASH = `0x${'a'.repeat(64)}` as const
const query: TransferQuery = { txHash: HASH, tool: 'across', fromChainId: 10, toChainId: 8453 }

const done = (more: object = {}): object => ({ ...JSON.parse(recording).done, ...more })

function problemOf(body: unknown): string | null {
  try {
    parseLifiStatus(body, query)
    return null
  } catch (error) {
    if (error instanceof BridgeUnavailableError) return error.problem
    throw error
  }
}

describe('parseLifiStatus', () => {
  it('parseLifiStatus parses a transfer that arrived', () => {
    expect(parseLifiStatus(done(), query)).toEqual({
      status: {
        state: 'completed',
        substatus: 'COMPLETED',
        sending: {
          txHash: HASH,
          chainId: 10,
          token: '0x0b2C639c533813f4Aa9D7837CAf62653d097Ff85',
          units: 10_020_000n,
          sender: '0x1111111111111111111111111111111111111111',
        },
        receiving: {
          txHash: `0x${'b'.repeat(64)}`,
          chainId: 8453,
          token: '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913',
          units: 10_000_000n,
        },
        explorerUrl: 'https://scan.li.fi/tx/0xaa',
      },
      unknownWord: null,
    })
  })

  it.each<[string, string | null, TransferState]>([
    ['NOT_FOUND', null, 'unknown'],
    ['INVALID', null, 'unknown'],
    ['PENDING', null, 'pending'],
    ['PENDING', 'WAIT_SOURCE_CONFIRMATIONS', 'pending'],
    ['PENDING', 'WAIT_DESTINATION_TRANSACTION', 'pending'],
    ['PENDING', 'BRIDGE_NOT_AVAILABLE', 'pending'],
    ['PENDING', 'CHAIN_NOT_AVAILABLE', 'pending'],
    ['PENDING', 'REFUND_IN_PROGRESS', 'pending'],
    ['PENDING', 'NOT_PROCESSABLE_REFUND_NEEDED', 'pending'],
    ['PENDING', 'UNKNOWN_ERROR', 'pending'],
    ['PENDING', 'INTENT_AWAITING_FUNDS', 'pending'],
    ['PENDING', 'INTENT_READY', 'pending'],
    ['PENDING', 'INTENT_EXECUTING', 'pending'],
    ['PENDING', 'INTENT_FAILED_RETRYABLE', 'pending'],
    ['PENDING', 'INTENT_SIMULATION_FAILURE', 'pending'],
    ['DONE', 'COMPLETED', 'completed'],
    ['DONE', 'PARTIAL', 'partial'],
    ['DONE', 'REFUNDED', 'refunded'],
    ['FAILED', null, 'failed'],
    ['FAILED', 'INSUFFICIENT_ALLOWANCE', 'failed'],
    ['FAILED', 'INSUFFICIENT_BALANCE', 'failed'],
    ['FAILED', 'OUT_OF_GAS', 'failed'],
    ['FAILED', 'EXPIRED', 'failed'],
    ['FAILED', 'SLIPPAGE_EXCEEDED', 'failed'],
    ['FAILED', 'NOT_PROCESSABLE_REFUND_NEEDED', 'failed'],
    ['FAILED', 'UNKNOWN_ERROR', 'failed'],
    ['FAILED', 'UNKNOWN_FAILED_ERROR', 'failed'],
  ])('parseLifiStatus maps %s %s to %s', (status, substatus, state) => {
    const parsed = parseLifiStatus(done({ status, substatus: substatus ?? undefined }), query)
    expect(parsed.status.state).toBe(state)
    expect(parsed.unknownWord).toBeNull()
  })

  it.each([
    ['DONE', undefined],
    ['DONE', null],
    ['DONE', 'MOSTLY'],
    ['DONE', 'completed'],
    ['DONE', 'constructor'],
    ['COMPLETED', undefined],
    ['PENDING', 'COMPLETED'],
    ['FAILED', 'SOME_NEW_REASON'],
    ['toString', 'COMPLETED'],
    ['ARCHIVED', 'COMPLETED'],
  ])('parseLifiStatus keeps waiting on the unknown %s %s', (status, substatus) => {
    const parsed = parseLifiStatus(done({ status, substatus }), query)
    expect(parsed.status.state).toBe('pending')
    expect(parsed.unknownWord).toContain(status)
  })

  it('parseLifiStatus distinguishes not found from unavailable', () => {
    const bare = (status: string) => parseLifiStatus({ status }, query).status
    expect(bare('NOT_FOUND')).toEqual({
      state: 'unknown',
      substatus: 'NOT_FOUND',
      sending: null,
      receiving: null,
      explorerUrl: null,
    })
    expect(bare('INVALID')).toMatchObject({ state: 'unknown', substatus: 'INVALID' })
  })

  it('parseLifiStatus reports no arrival while LI.FI returns only the chain', () => {
    const body = done({ status: 'PENDING', substatus: undefined, receiving: { chainId: 8453 } })
    expect(parseLifiStatus(body, query).status.receiving).toEqual({
      txHash: null,
      chainId: 8453,
      token: null,
      units: null,
    })
  })

  it('parseLifiStatus does not report a sent transaction when the source transaction failed', () => {
    const sending = { txHash: HASH, chainId: 10, txLink: '' }
    const body = { status: 'FAILED', substatus: 'EXPIRED', tool: 'across', sending }
    expect(parseLifiStatus(body, query).status).toMatchObject({ state: 'failed', sending: null })
  })

  it('parseLifiStatus reads null as not yet available', () => {
    const bare = { status: 'PENDING', substatus: null, sending: null, receiving: null }
    expect(parseLifiStatus({ ...bare, fromAddress: null }, query).status).toEqual({
      state: 'pending',
      substatus: null,
      sending: null,
      receiving: null,
      explorerUrl: null,
    })
  })

  it('parseLifiStatus rejects the status of another transfer', () => {
    const { sending } = JSON.parse(recording).done
    const other = { ...sending, txHash: `0x${'c'.repeat(64)}` }
    expect(problemOf(done({ sending: other }))).toBe('unsafe')
    expect(problemOf(done({ sending: { ...sending, chainId: 1 } }))).toBe('unsafe')
    expect(problemOf(done({ sending: undefined }))).toBe('malformed')
    expect(
      problemOf(done({ sending: { ...sending, txHash: HASH.toUpperCase().replace('0X', '0x') } })),
    ).toBeNull()
  })

  it('parseLifiStatus reports only the chain of an arrival on a chain with another address format', () => {
    const receiving = {
      chainId: 1_151_111_081_099_710,
      txHash: '5QKxq3nEvB8rXnqk1hTfQm',
      amount: '10000000',
      token: { address: 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v' },
    }
    expect(parseLifiStatus(done({ receiving }), query).status.receiving).toEqual({
      chainId: receiving.chainId,
      txHash: null,
      token: null,
      units: null,
    })
    expect(problemOf(done({ receiving: { ...receiving, chainId: 8453 } }))).toBe('malformed')
    expect(problemOf(done({ receiving: { ...receiving, chainId: 10 } }))).toBe('malformed')
  })

  it.each([
    { amount: '10000000.5' },
    { amount: 10_000_000 },
    { amount: '-1' },
    { token: { address: '0x8335' } },
    { token: 'USDC' },
    { txHash: '0xbb' },
    { chainId: 'BAS' },
  ])('parseLifiStatus rejects an arrival with %j as malformed', (more) => {
    const { receiving } = JSON.parse(recording).done
    expect(problemOf(done({ receiving: { ...receiving, ...more } }))).toBe('malformed')
  })

  it.each([
    ['https://scan.li.fi/tx/0xaa', 'https://scan.li.fi/tx/0xaa'],
    ['http://127.0.0.1:4000/transfers/0xaa', 'http://127.0.0.1:4000/transfers/0xaa'],
    ['http://scan.li.fi/tx/0xaa', null],
    ['javascript:alert(1)', null],
    ['https://scan', 'https://scan/'],
    [`https://scan.li.fi/${'a'.repeat(3_000)}`, null],
    [7, null],
    [undefined, null],
  ])('parseLifiStatus maps the link %j to %j', (lifiExplorerLink, url) => {
    expect(parseLifiStatus(done({ lifiExplorerLink }), query).status.explorerUrl).toBe(url)
  })

  it('parseLifiStatus returns completed only for DONE with COMPLETED, for any response', () => {
    const word = fc.oneof(
      fc.constantFrom('DONE', 'PENDING', 'FAILED', 'COMPLETED', 'PARTIAL', 'REFUNDED', '', null),
      fc.jsonValue({ maxDepth: 1 }),
    )
    const side = fc.oneof(
      fc.constantFrom({ ...JSON.parse(recording).done.sending }, { chainId: 8453 }, {}, null),
      fc.record(
        {
          txHash: fc.constantFrom(HASH, '0x', 1),
          chainId: fc.constantFrom(10, 8453, '10', 1.5),
          amount: fc.oneof(fc.bigInt().map(String), fc.double({ noNaN: true })),
          token: fc.constantFrom({}, null, { address: HASH }),
        },
        { requiredKeys: [] },
      ),
    )
    const body = fc.record(
      { status: word, substatus: word, sending: side, receiving: side, fromAddress: word },
      { requiredKeys: [] },
    )
    fc.assert(
      fc.property(fc.oneof(body, fc.jsonValue()), (answer) => {
        if (problemOf(answer) !== null) return
        const { state, sending } = parseLifiStatus(answer, query).status
        expect(sending === null || sending.txHash === HASH).toBe(true)
        if (state !== 'completed') return
        expect(answer).toMatchObject({ status: 'DONE', substatus: 'COMPLETED' })
      }),
      { numRuns: 5_000 },
    )
  })
})
