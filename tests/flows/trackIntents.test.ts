import { describe, expect, it } from 'vitest'
import type { TransferStatus } from '../../host/src/bridges/bridge.ts'
import { createIntentTracker } from '../../host/src/crosschain/trackIntents.ts'
import { createHolder } from '../../host/src/leases/leases.ts'
import { PAYER, startTestHost, type TestHost } from '../support/testHost.ts'

/** The number of untrackable intents per run. */
const BROKEN = 10
const DAY_MS = 24 * 3_600_000
const FAILED: TransferStatus = {
  state: 'failed',
  substatus: null,
  explorerUrl: null,
  sending: null,
  receiving: null,
}

/** Reports a transaction with a known sender. */
async function report(test: TestHost, txHash: string): Promise<void> {
  const { token } = await test.createPayment()
  const body = { txHash, chain: 'DEVNET-B', token: 'USDC' }
  const { status } = await test.call('POST', `/v2/secure-payments/${token}/intent`, { body })
  expect(status).toBe(200)
  await test.host.context.db.kysely
    .updateTable('intents')
    .set({ sender: PAYER })
    .where('tx_hash', '=', txHash)
    .execute()
}

describe('Payments from other chains that cannot be tracked', () => {
  it('payments from other chains that cannot be tracked do not delay other payments, regardless of their number', async () => {
    await using test = await startTestHost({ PAY_LIFI_URL: 'http://127.0.0.1:1' })
    const { context } = test.host
    if (context.bridge === null) throw new Error('The host has no bridge.')
    const sound = `0x${'cd'.repeat(32)}`
    for (let index = 0; index < BROKEN; index += 1) {
      await report(test, `0x${index.toString(16).padStart(64, '0')}`)
    }
    test.clock.advance(1_000)
    await report(test, sound)
    test.clock.advance(60_000)
    const bridge = {
      ...context.bridge,
      async status({ txHash }: { txHash: string }) {
        if (txHash !== sound) throw new TypeError('A fault of this host')
        return FAILED
      },
    }
    using holder = createHolder(context.random)
    const tracker = createIntentTracker({ ...context, bridge }, { holder, onEvents() {} })

    await expect(tracker.step()).rejects.toThrow('A fault of this host')
    expect(await tracker.step()).toEqual({ more: false })
    const ended = await context.db.kysely
      .selectFrom('intents')
      .select(['tx_hash', 'status'])
      .where('status', '!=', 'tracking')
      .execute()
    expect(ended).toEqual([{ tx_hash: sound, status: 'failed' }])
    await tracker.release()
  })

  it('payments from other chains that cannot be tracked are abandoned after a day, like payments without any report', async () => {
    await using test = await startTestHost({ PAY_LIFI_URL: 'http://127.0.0.1:1' })
    const { context } = test.host
    if (context.bridge === null) throw new Error('The host has no bridge.')
    await report(test, `0x${'ef'.repeat(32)}`)
    const status = async () => {
      throw new TypeError('A fault of this host')
    }
    const bridge = { ...context.bridge, status }
    using holder = createHolder(context.random)
    const tracker = createIntentTracker({ ...context, bridge }, { holder, onEvents() {} })

    await expect(tracker.step()).rejects.toThrow('A fault of this host')
    const intents = context.db.kysely.selectFrom('intents').select(['status', 'note'])
    expect(await intents.execute()).toEqual([{ status: 'tracking', note: null }])
    test.clock.advance(DAY_MS)
    await expect(tracker.step()).rejects.toThrow('A fault of this host')
    const note = expect.stringContaining('has not reported within 24 hours')
    expect(await intents.execute()).toEqual([{ status: 'unanswered', note }])
    await tracker.release()
  })

  it('payments from other chains that cannot be tracked are also abandoned when this host no longer serves their network', async () => {
    await using test = await startTestHost({ PAY_LIFI_URL: 'http://127.0.0.1:1' })
    const { context } = test.host
    if (context.bridge === null) throw new Error('The host has no bridge.')
    await report(test, `0x${'fe'.repeat(32)}`)
    await context.db.kysely
      .updateTable('intents')
      .set({ source_network: 'base', sender: null })
      .execute()
    using holder = createHolder(context.random)
    const { bridge } = context
    const tracker = createIntentTracker({ ...context, bridge }, { holder, onEvents() {} })

    const intents = context.db.kysely.selectFrom('intents').select('status')
    await tracker.step()
    expect(await intents.execute()).toEqual([{ status: 'tracking' }])
    test.clock.advance(DAY_MS)
    await tracker.step()
    expect(await intents.execute()).toEqual([{ status: 'unanswered' }])
    await tracker.release()
  })
})
