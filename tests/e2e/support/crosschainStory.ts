import { switchBridge } from './crosschain.ts'
import type { Wallet } from './installWallet.ts'
import { test as story } from './story.ts'

/** The bridge of a worker's world is everybody's: each story begins with one that does what it shall, and with a wallet. */
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
