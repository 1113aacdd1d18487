import { openCheckout } from '../checkout.ts'
import { expectOneWebhook } from '../expectPaidOnce.ts'
import { createTronPayment, usdtOf } from '../tronPayment.ts'
import { createTronPayer, installTronWallet, type TronWorld } from '../tronStory.ts'
import { countEvents } from './countPayments.ts'
import { openContext } from './openContext.ts'
import { type CrashKind, deathsWhere } from './stage.ts'

/**
 * Returns a payment of USDT on Tron, including the approval. Wallets on Tron only sign, so a transaction that is lost with the page was
 * never sent.
 */
export function tronKind(world: TronWorld, { name }: { name: string }): CrashKind {
  return {
    name,
    deathsAt: deathsWhere(/^never/),
    async open(browser) {
      await using opened = new AsyncDisposableStack()
      const { context, points, problems } = opened.use(await openContext(browser))
      const [payer, payment] = await Promise.all([createTronPayer(world), createTronPayment(world)])
      await installTronWallet(context, payer, {})
      const checkout = await openCheckout(await context.newPage(), world, payment)
      const client = world.devnet.chains.client('tron')
      const { items } = await world.devnet.client.securePayments.get({
        params: { token: payment.token },
      })
      const [item] = items
      const resources = opened.move()
      return {
        checkout,
        points,
        walletName: 'Test wallet',
        async reopen() {
          const page = await context.newPage()
          await page.clock.install()
          return openCheckout(page, world, payment)
        },
        send: async () => undefined,
        // The chain mines a block every second, independent of the page's clock.
        async advance() {
          const before = await client.getBlockNumber({ cacheTime: 0 })
          while ((await client.getBlockNumber({ cacheTime: 0 })) === before) {
            await new Promise((resolve) => setTimeout(resolve, BLOCK_POLL_MS))
          }
        },
        knowsNothingSent: () => false,
        async expectPaid() {
          const units = await usdtOf(world, payment.payee)
          if (units !== payment.units) throw new Error(`The payee has ${units} units.`)
          await expectOneWebhook(world, payment.requestId)
        },
        async countPayments() {
          const logs = await client.getLogs({ fromBlock: 0n })
          return countEvents(logs, `0x${item?.paymentReference.slice(2) ?? ''}`)
        },
        describe: async () => '',
        problems,
        [Symbol.asyncDispose]: () => resources.disposeAsync(),
      }
    },
  }
}

const BLOCK_POLL_MS = 50
