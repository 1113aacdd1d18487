import { expect, it } from 'vitest'
import { loadConfig } from '../config.ts'
import { createBridge } from './createBridge.ts'

const deps = { now: () => new Date(), log: { info() {}, warn() {} } }

it('the bridge is null while payments from other chains are off', () => {
  expect(createBridge(loadConfig({ PAY_LIFI_URL: 'off' }), deps)).toBeNull()
})

it('the bridge is LI.FI at the configured URL, and can be closed whether it was used or not', async () => {
  const config = loadConfig({ PAY_LIFI_URL: 'http://127.0.0.1:1/v1' })
  const unused = createBridge(config, deps)
  await unused?.[Symbol.asyncDispose]()
  const bridge = createBridge(config, deps)
  expect(bridge?.id).toBe('lifi')
  const asked = bridge?.status({
    txHash: `0x${'a'.repeat(64)}`,
    tool: 'across',
    fromChainId: 10,
    toChainId: 8453,
  })
  await expect(asked).rejects.toMatchObject({ code: 'bridge_unavailable', problem: 'unreachable' })
  await bridge?.[Symbol.asyncDispose]()
})
