import type { Config } from '../config.ts'
import type { Bridge } from './bridge.ts'
import type { BridgeContext } from './openLifiBridge.ts'

/**
 * Opens the bridge at PAY_LIFI_URL; null if payments from other chains are disabled. The first call loads the bridge's code, so that it
 * does not delay the host's start.
 */
export function createBridge(
  config: Pick<Config, 'lifi' | 'networks'>,
  deps: Omit<BridgeContext, 'config'>,
): (Bridge & AsyncDisposable) | null {
  const { lifi, networks } = config
  if (lifi === null) return null
  let opened: Promise<Bridge & AsyncDisposable> | null = null
  const open = async () => {
    const { openLifiBridge } = await import('./openLifiBridge.ts')
    return openLifiBridge({ config: { networks }, ...deps }, lifi)
  }
  const bridge = () => {
    opened ??= open()
    return opened
  }
  return {
    id: 'lifi',
    quote: async (query) => (await bridge()).quote(query),
    status: async (query) => (await bridge()).status(query),
    async [Symbol.asyncDispose]() {
      await (await opened)?.[Symbol.asyncDispose]()
    },
  }
}
