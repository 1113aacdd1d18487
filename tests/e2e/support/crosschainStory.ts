import { switchBridge } from './crosschain.ts'
import type { Wallet } from './installWallet.ts'
import { test as story } from './story.ts'

/** Stories with a bridge in normal mode and a wallet; all of a worker's stories share one bridge. */
export const crosschainTest = story.extend<{ ready: Wallet }>({
  ready: [
    async ({ world, wallet }, use) => {
      await switchBridge(world, { mode: 'normal' })
      await use(wallet)
      await switchBridge(world, { mode: 'normal' })
    },
    { auto: true },
  ],
})
