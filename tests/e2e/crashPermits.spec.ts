import { dieEverywhere } from './support/crash/dieEverywhere.ts'
import { evmKind } from './support/crash/evmKind.ts'
import { test } from './support/story.ts'

const NAME = 'a token, with a permit'
const TOKEN = [{ symbol: 'USDC', amount: '12.5' }]

/** As crash.spec.ts, where a signature stands for the approval: the host sends permits. */
test.use({ relaysPermits: true })

test(
  `A page that dies while ${NAME} is paid pays once`,
  { tag: '@deep' },
  ({ browser, world }, info) =>
    dieEverywhere(browser, evmKind(world, { name: NAME, items: TOKEN }), info),
)
