import type { TestWalletOptions } from '@secure-payment/widget/testkit'
import { installWallet, type Wallet } from './installWallet.ts'
import { createPayer, type Payer } from './payer.ts'
import { test as worldTest } from './world.ts'

/** What every story gets, fresh. */
export type StoryFixtures = {
  /** Options of the test wallet beside its key and nodes. */
  walletOptions: Partial<TestWalletOptions>
  payer: Payer
  /** In every page of the story, announced as "Test wallet". */
  wallet: Wallet
}

/** A payer's story: a browser context of its own in the worker's world, and no unexplained problem at its end. */
export const test = worldTest.extend<StoryFixtures>({
  walletOptions: [{}, { option: true }],
  payer: async ({ world }, use) => {
    await use(await createPayer(world))
  },
  wallet: async ({ context, world, payer, walletOptions }, use) => {
    await use(await installWallet(context, world, payer, walletOptions))
  },
})

export { expect } from '@playwright/test'
