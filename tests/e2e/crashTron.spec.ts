import { dieEverywhere } from './support/crash/dieEverywhere.ts'
import { tronKind } from './support/crash/tronKind.ts'
import { test } from './support/tronStory.ts'

const NAME = 'USDT on Tron, with its permission'

/** Like crash.spec.ts, but on Tron. */
test(
  `The payer pays once when the page crashes during a payment of ${NAME}`,
  { tag: '@deep' },
  ({ browser, world }, info) => dieEverywhere(browser, tronKind(world, { name: NAME }), info),
)
