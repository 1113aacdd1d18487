import { dieEverywhere } from './support/crash/dieEverywhere.ts'
import { tronKind } from './support/crash/tronKind.ts'
import { test } from './support/tronStory.ts'

const NAME = 'USDT on Tron, with its permission'

/** As crash.spec.ts, on Tron. */
test(
  `A page that dies while ${NAME} is paid pays once`,
  { tag: '@deep' },
  ({ browser, world }, info) => dieEverywhere(browser, tronKind(world, { name: NAME }), info),
)
