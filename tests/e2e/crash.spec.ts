import { dieEverywhere } from './support/crash/dieEverywhere.ts'
import { evmKind } from './support/crash/evmKind.ts'
import { safeKind } from './support/crash/safeKind.ts'
import type { CrashKind } from './support/crash/stage.ts'
import { test } from './support/story.ts'
import type { World } from './support/world.ts'

/**
 * A page that dies at any moment of a payment: right before and right after each call to the wallet, the service, the node and the
 * device's storage. The payer opens it again and presses what it offers. Whatever the moment: one payment, and a screen that says so.
 *
 * `CRASH_POINTS=all` dies at every point; otherwise at every 45th (`CRASH_EVERY`), from the one that `CRASH_SEED` names.
 * `CRASH_POINTS=<name>` dies at the points whose name contains it.
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
    `A page that dies while ${name} is paid pays once`,
    { tag: '@deep' },
    ({ browser, world }, info) => dieEverywhere(browser, kindOf(world, name), info),
  )
}
