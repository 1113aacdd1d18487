import { dieEverywhere } from './support/crash/dieEverywhere.ts'
import { evmKind } from './support/crash/evmKind.ts'
import { test } from './support/story.ts'

const NAME = 'a token, with a permit'
const TOKEN = [{ symbol: 'USDC', amount: '12.5' }]

/** Like crash.spec.ts, but with a signature instead of the approval: the host relays permits. */
test.use({ relaysPermits: true })

test(
  `The payer pays once when the page crashes during a payment of ${NAME}`,
  { tag: '@deep' },
  ({ browser, world }, info) =>
    dieEverywhere(browser, evmKind(world, { name: NAME, items: TOKEN }), info),
)
