import { describe, expect, test } from 'vitest'
import { ChainUnavailableError } from '../chains/errors.ts'
import { broadcastStored } from './broadcastStored.ts'
import type { Notices } from './createNotices.ts'
import { forEachAnswered } from './forEachAnswered.ts'

const unavailable = new ChainUnavailableError('devnet', 'no node responds')

/** Notices that record their log calls. */
function keepNotices() {
  const kept: string[] = []
  const notices: Notices = {
    info: (_, msg) => kept.push(msg),
    warn: (_, msg) => kept.push(msg),
    standing: (key, _, msg) => kept.push(`${key}: ${msg}`),
    end: (key) => kept.push(`${key} ended`),
  }
  return { kept, notices }
}

describe('forEachAnswered', () => {
  test('forEachAnswered returns the results of the items with a response, in order, and reports the others', async () => {
    const { kept, notices } = keepNotices()
    const act = async (item: number) => {
      if (item === 2) throw unavailable
      return item * 10
    }
    expect(await forEachAnswered({ notices }, [1, 2, 3], act)).toEqual([10, 30])
    expect(kept).toEqual(['unanswered: Postponed work because no node responded'])
  })

  test('forEachAnswered ends the report once all items have a response', async () => {
    const { kept, notices } = keepNotices()
    expect(await forEachAnswered({ notices }, [1], async (item) => item)).toEqual([1])
    expect(kept).toEqual(['unanswered ended'])
  })

  test('forEachAnswered throws any other error', async () => {
    const { notices } = keepNotices()
    const fault = new TypeError('broken')
    const act = () => Promise.reject(fault)
    await expect(forEachAnswered({ notices }, [1], act)).rejects.toBe(fault)
  })
})

describe('broadcastStored', () => {
  const row = { hash: '0xab', nonce: 7n, raw: '0x00' } as never
  const send = async (broadcast: () => Promise<unknown>) => {
    const { kept, notices } = keepNotices()
    const context = { chain: { broadcast }, relayer: { address: '0x1' }, notices } as never
    return { outcome: await broadcastStored(context, row), kept }
  }

  test.each(['accepted', 'nonce_used'])(
    'broadcastStored reports nothing when a node returns %s',
    async (answer) => {
      expect(await send(async () => answer)).toEqual({ outcome: answer, kept: [] })
    },
  )

  test('broadcastStored reports a transaction that no node accepts, by its hash', async () => {
    const { outcome, kept } = await send(async () => 'underpriced')
    expect(outcome).toBe('underpriced')
    expect(kept).toEqual(['underpriced 0xab: Kept a transaction that no node accepted'])
  })

  test('broadcastStored also reports that the relayer has no coins left', async () => {
    const { outcome, kept } = await send(async () => 'no_funds')
    expect(outcome).toBe('no_funds')
    expect(kept.map((line) => line.split(':')[0])).toEqual(['out_of_coins', 'no_funds 0xab'])
  })

  test('broadcastStored returns unknown if no node responds, and reports the nonce', async () => {
    const { outcome, kept } = await send(() => Promise.reject(unavailable))
    expect(outcome).toBe('unknown')
    expect(kept).toEqual(['unknown 7: Kept a transaction that no node accepted'])
  })

  test('broadcastStored throws any other error', async () => {
    const fault = new TypeError('broken')
    await expect(send(() => Promise.reject(fault))).rejects.toBe(fault)
  })
})
