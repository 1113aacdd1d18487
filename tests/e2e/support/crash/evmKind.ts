import type { BrowserContext } from '@playwright/test'
import type { TestWalletOptions } from '@secure-payment/widget/testkit'
import { createWalletClient, http } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { createSigner } from '../../../../widget/src/testkit/signer.ts'
import { packCalls, readCalls, upgradeAccount } from '../../../../widget/src/testkit/testCalls.ts'
import { openCheckout } from '../checkout.ts'
import { createPayment, type WantedItem } from '../createPayment.ts'
import { installWallet } from '../installWallet.ts'
import { createPayer, type Payer } from '../payer.ts'
import type { World } from '../world.ts'
import { countPayments, expectWholeAndTold } from './countPayments.ts'
import { openContext } from './openContext.ts'
import { type CrashKind, deathsWhere } from './stage.ts'

/** Returns a payment from an account whose key is in the test wallet. */
export function evmKind(
  world: World,
  facts: {
    name: string
    items: readonly WantedItem[]
    walletOptions?: Partial<TestWalletOptions>
  },
): CrashKind {
  const { name, items, walletOptions } = facts
  return {
    name,
    deathsAt: deathsWhere(/^asked wallet (eth_sendTransaction|wallet_sendCalls)/),
    async open(browser) {
      await using opened = new AsyncDisposableStack()
      const { context, points, problems } = opened.use(await openContext(browser))
      const [payer, payment] = await Promise.all([createPayer(world), createPayment(world, items)])
      await installWallet(context, world, payer, walletOptions)
      const checkout = await openCheckout(await context.newPage(), world, payment)
      const client = world.devnet.chains.client('devnet')
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
        send: (asked) => send(world, context, payer, asked),
        advance: () => world.devnet.mine('devnet', 2),
        knowsNothingSent: () => false,
        expectPaid: () => expectWholeAndTold(world, payment),
        countPayments: () => countPayments(world, payment),
        describe: async () => `${await client.getTransactionCount(payer)} transactions`,
        problems,
        [Symbol.asyncDispose]: () => resources.disposeAsync(),
      }
    },
  }
}

/** Executes the wallet's pending request: one transaction, or a batch from the account itself. */
async function send(
  { devnet }: World,
  context: BrowserContext,
  { address, privateKey }: Payer,
  asked: readonly unknown[] | null,
): Promise<void> {
  const { chain } = devnet.chains.client('devnet')
  const [rpcUrl = ''] = devnet.json.chains.map((one) => one.rpcUrl)
  const batch = asked && readCalls(asked)
  if (batch) {
    const signer = createSigner({ rpcUrl, privateKey, chainId: batch.chainId })
    await upgradeAccount(signer, address)
    const data = packCalls(batch.calls)
    const { raw, hash } = await signer.sign({ from: address, to: address, data })
    await signer.sendRaw(raw)
    // From now on, the wallet on every page finds the batch by its id.
    await context.addInitScript(rememberBatch, { id: batch.id, hash })
    await Promise.all(
      context.pages().map((page) => page.evaluate(rememberBatch, { id: batch.id, hash })),
    )
    return
  }
  const [transaction] = asked ?? []
  if (!isCall(transaction)) return
  const account = privateKeyToAccount(privateKey)
  const wallet = createWalletClient({ account, chain, transport: http(rpcUrl) })
  const { to, data, value } = transaction
  await wallet.sendTransaction({ to, data, value: BigInt(value) })
}

/** Runs in the page. A new tab's empty page has no storage. */
function rememberBatch({ id, hash }: { id: string; hash: string }): void {
  if (location.origin === 'null') return
  localStorage.setItem(`secure-payment:test-wallet-calls:${id}`, hash)
}

type Call = { to: `0x${string}`; data: `0x${string}`; value: string }

function isCall(value: unknown): value is Call {
  return typeof value === 'object' && value !== null && 'to' in value && 'value' in value
}
