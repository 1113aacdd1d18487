import { dieEverywhere } from './support/crash/dieEverywhere.ts'
import { evmKind } from './support/crash/evmKind.ts'
import { safeKind } from './support/crash/safeKind.ts'
import type { CrashKind } from './support/crash/stage.ts'
import { test } from './support/story.ts'
import type { World } from './support/world.ts'

/**
 * Kills a page at any moment of a payment: just before or just after a call to the wallet, service, node or storage. The payer opens the
 * payment again and presses the offered buttons. At every point, the result must be one payment, and a screen that shows the payment.
 *
 * `CRASH_POINTS=all` kills at every point; the default is every 45th (`CRASH_EVERY`), starting at the point that `CRASH_SEED` selects.
 * `CRASH_POINTS=<name>` kills at the points whose names contain that text.
 */
const TOKEN = [{ symbol: 'USDC', amount: '12.5' }]
const COIN = [{ symbol: 'ETH', amount: '0.015' }]
const KINDS: Readonly<Record<string, (world: World, name: string) => CrashKind>> = {
  'a token, with its approval': (world, name) => evmKind(world, { name, items: TOKEN }),
  'the native coin': (world, name) => evmKind(world, { name, items: COIN }),
  'a token, with its approval in one request': (world, name) =>
    evmKind(world, { name, items: TOKEN, walletOptions: { atomic: true } }),
  'a token, by the signers of a Safe': (world, name) => safeKind(world, { name, items: TOKEN }),
  'the native coin, by the signers of a Safe': (world, name) =>
    safeKind(world, { name, items: COIN }),
}

for (const [name, kindOf] of Object.entries(KINDS)) {
  test(
    `The payer pays once when the page crashes during a payment of ${name}`,
    { tag: '@deep' },
    ({ browser, world }, info) => dieEverywhere(browser, kindOf(world, name), info),
  )
}
