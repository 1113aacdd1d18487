import type { TestWalletOptions } from '@secure-payment/widget/testkit'
import { installWallet, type Wallet } from './installWallet.ts'
import { createPayer, type Payer } from './payer.ts'
import { test as worldTest } from './world.ts'

/** The fixtures of every story, created fresh. */
export type StoryFixtures = {
  /** Options of the test wallet, in addition to its key and nodes. */
  walletOptions: Partial<TestWalletOptions>
  payer: Payer
  /** The wallet that every page in the story has, announced as "Test wallet". */
  wallet: Wallet
}

/** A payer's story, in a fresh browser context and the worker's world. The story fails on an unexpected problem in a page. */
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
