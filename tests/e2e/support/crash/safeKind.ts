import { createSafe, type Safe, type SafeCall } from '../../../support/createSafe.ts'
import { checkoutUrl } from '../checkout.ts'
import { createPayment, type WantedItem } from '../createPayment.ts'
import { installSafePage, openInSafe } from '../safe/openInSafe.ts'
import type { World } from '../world.ts'
import { countPayments, expectWholeAndTold } from './countPayments.ts'
import { openContext } from './openContext.ts'
import { type CrashKind, deathsWhere } from './stage.ts'

/** Returns a payment that is proposed to the signers of the Safe around the page, who sign every proposal as soon as they see it. */
export function safeKind(
  world: World,
  { name, items }: { name: string; items: readonly WantedItem[] },
): CrashKind {
  return {
    name,
    deathsAt: deathsWhere(/^asked safe sendTransactions/),
    async open(browser) {
      await using opened = new AsyncDisposableStack()
      const { context, points, problems } = opened.use(await openContext(browser))
      const [safe, payment] = await Promise.all([
        createSafe(world.devnet.chains),
        createPayment(world, items),
      ])
      const page = await context.newPage()
      await installSafePage(page, world, safe)
      const url = checkoutUrl(world, payment)
      const checkout = await openInSafe(page, url)
      const resources = opened.move()
      return {
        checkout,
        points,
        walletName: /^Safe/,
        async reopen() {
          const other = await context.newPage()
          await other.clock.install()
          return openInSafe(other, url)
        },
        async send(asked) {
          const [calls] = asked ?? []
          if (isCalls(calls)) await safe.propose(calls)
        },
        async advance() {
          await agree(safe)
          await world.devnet.mine('devnet', 2)
        },
        // A Safe's owners see its proposals, so the payer can rule out a sent transaction.
        knowsNothingSent: () => safe.proposals.every(({ status }) => status !== 'SUCCESS'),
        expectPaid: () => expectWholeAndTold(world, payment),
        countPayments: () => countPayments(world, payment),
        describe: async () => `${safe.proposals.map(({ status }) => status)}`,
        problems,
        [Symbol.asyncDispose]: () => resources.disposeAsync(),
      }
    },
  }
}

/** Signs all pending proposals as both signers, and sends them. */
async function agree({ proposals, sign, execute }: Safe): Promise<void> {
  for (const { safeTxHash, status } of proposals) {
    if (status === 'SUCCESS') continue
    await sign(safeTxHash)
    await execute(safeTxHash)
  }
}

function isCalls(value: unknown): value is readonly SafeCall[] {
  return Array.isArray(value)
}
