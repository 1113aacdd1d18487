import { formatDestinationId } from '@secure-payment/core/destinations'
import { type Checkout, openCheckout, renewElement } from './support/checkout.ts'
import { createPayment } from './support/createPayment.ts'
import { expectPaidOnce, expectUnpaid } from './support/expectPaidOnce.ts'
import type { Wallet } from './support/installWallet.ts'
import { batchLies } from './support/lies/batchLies.ts'
import { conversionLies } from './support/lies/conversionLies.ts'
import { decoys } from './support/lies/decoys.ts'
import type { Lie } from './support/lies/lie.ts'
import { lieAboutCalldata } from './support/lies/lieAboutCalldata.ts'
import { nativeLies } from './support/lies/nativeLies.ts'
import { tokenLies } from './support/lies/tokenLies.ts'
import { createStranger, type Payer } from './support/payer.ts'
import { expect, test as story } from './support/story.ts'
import type { World } from './support/world.ts'

/** No payment completes here, so one funded account is enough. */
const test = story.extend<{ payer: Payer }>({
  payer: async ({ world }, use) => {
    const [, account] = world.devnet.json.accounts
    if (account === undefined) throw new Error('The devnet has no accounts.')
    await use(account)
  },
})

/** Methods that the element may call before it rejects a payment: for the account, the network, and the batch contract's fee. */
const READS = ['eth_requestAccounts', 'eth_accounts', 'eth_chainId', 'eth_call']
const STOPPED = 'This payment was stopped for your safety'
const UNASKED = /your wallet was not asked/

/** One lie takes about as long as a page load, on a slow machine. */
const MS_PER_LIE = 20_000
const MS_BEFORE = 300_000

const KINDS = [
  {
    name: 'a token payment',
    items: [{ symbol: 'USDC', amount: '12.5' }],
    lies: tokenLies(decoys()),
  },
  {
    name: 'a native payment',
    items: [{ symbol: 'ETH', amount: '0.25' }],
    lies: nativeLies(decoys()),
  },
  {
    name: 'a batch',
    items: [
      { symbol: 'USDC', amount: '3' },
      { symbol: 'DAI', amount: '4' },
      { symbol: 'USDC', amount: '5' },
    ],
    lies: batchLies(),
  },
  {
    name: 'a payment in another currency',
    items: [{ symbol: 'USDC', amount: '80', invoiced: { currency: 'USD', arriving: '80' } }],
    lies: conversionLies(decoys()),
  },
] as const

for (const { name, items, lies } of KINDS) {
  test(`The wallet receives no request when the host manipulates ${name}`, {
    tag: '@deep',
  }, async ({ page, world, wallet }) => {
    test.setTimeout(MS_BEFORE + lies.length * MS_PER_LIE)
    const fee = items === KINDS[0].items ? { fee: FEE } : {}
    const payment = await createPayment(world, items, fee)
    const checkout = await openCheckout(page, world, payment)
    for (const lie of lies) {
      await test.step(lie.name, async () => {
        await lieAboutCalldata(page, lie)
        await renewElement(page)
        await checkout.button('Test wallet').click()
        await expectRefused(checkout, wallet, { code: 'calldata_mismatch', reason: lie.reason })
        await checkout.expectState('failed', UNASKED)
        await page.unrouteAll()
      })
    }
    await expectUnpaid(world, { payment, wallet, sends: 0 })
  })
}

test('The wallet receives no request when the host manipulates the payment only after Pay', {
  tag: '@deep',
}, async ({ page, world, wallet }) => {
  const lies = tokenLies(decoys())
  const payment = await createPayment(world, KINDS[0].items, { fee: FEE })
  for (const name of ['another payee', 'one unit more', 'an unlimited approval']) {
    await test.step(name, async () => {
      const lie = findLie(lies, name)
      await lieAboutCalldata(page, lie, 2)
      const checkout = await openCheckout(page, world, payment)
      await checkout.connect()
      await checkout.pay()
      await expectRefused(checkout, wallet, { code: 'calldata_mismatch', reason: lie.reason })
      await page.unrouteAll()
    })
  }
  await expectUnpaid(world, { payment, wallet, sends: 0 })
})

test.describe('When the host describes another payment', () => {
  const METADATA: readonly { name: string; reason: string; change(item: Item): Partial<Item> }[] = [
    {
      name: 'a known symbol over another token',
      reason: 'wrong_currency',
      change: () => ({ tokenAddress: decoys().dai }),
    },
    { name: 'a shifted point', reason: 'wrong_currency', change: () => ({ decimals: 18 }) },
    {
      name: 'a smaller amount than it asks to sign',
      // The element checks the approval first, which exceeds the displayed amount.
      reason: 'excessive_approval',
      change: () => ({ remainingAmount: '1' }),
    },
  ]
  test('the element rejects a token, decimals or an amount that differ from the calldata', {
    tag: '@deep',
  }, async ({ page, world, wallet }) => {
    const payment = await createPayment(world, KINDS[0].items, { fee: FEE })
    for (const { name, reason, change } of METADATA) {
      await test.step(name, async () => {
        await page.route(`**/v2/secure-payments/${payment.token}*`, async (route) => {
          const response = await route.fetch()
          const answer: { items: Item[] } = await response.json()
          const items = answer.items.map((item) => ({ ...item, ...change(item) }))
          await route.fulfill({ response, json: { ...answer, items } })
        })
        const checkout = await openCheckout(page, world, payment)
        await checkout.button('Test wallet').click()
        await expectRefused(checkout, wallet, { code: 'calldata_mismatch', reason })
        await page.unrouteAll()
      })
    }
    await expectUnpaid(world, { payment, wallet, sends: 0 })
  })

  test('the element rejects a payee that the page did not pin', { tag: '@deep' }, async ({
    page,
    world,
    wallet,
  }) => {
    const payment = await createPayment(world, KINDS[0].items)
    // Metadata and calldata agree: only the page has the correct payee.
    const checkout = await openCheckout(page, world, payment, {
      destination: destinationOf(world, { ...payment, payee: createStranger().address }),
    })
    await checkout.button('Test wallet').click()
    await expectRefused(checkout, wallet, { code: 'destination_mismatch' })
    await checkout.expectState('failed', /a different recipient than this shop named/)
    await expectUnpaid(world, { payment, wallet, sends: 0 })
  })

  story(
    'accepts the payee that the page pinned',
    { tag: '@deep' },
    async ({ page, world, payer, wallet }) => {
      const payment = await createPayment(world, KINDS[0].items)
      const [item] = payment.items
      const destination = destinationOf(world, { ...payment, payee: item?.payee ?? '0x' })
      const checkout = await openCheckout(page, world, payment, { destination })
      await checkout.connect()
      await checkout.pay()
      await checkout.expectState('confirming')
      await world.devnet.mine('devnet', 2)
      await expectPaidOnce(world, { payment, checkout, payer, wallet, sends: 2 })
    },
  )
})

type Item = { tokenAddress: string | null; decimals: number; remainingAmount: string }

/** Stories about a token payment have this fee, so that the host can manipulate it. */
const FEE = { percentage: '2', address: createStranger().address }

async function expectRefused(
  checkout: Checkout,
  wallet: Wallet,
  error: { code: string; reason?: string },
): Promise<void> {
  await checkout.expectState('failed', STOPPED)
  await checkout.expectState('failed', /Nothing was charged\./)
  await expect(checkout.button(/^Pay/)).toHaveCount(0)
  const told = await checkout.element.evaluate((element) => {
    const { error } = element as HTMLElementTagNameMap['secure-payment']
    return { code: error?.code, reason: error?.params?.['reason'] }
  })
  expect(told).toMatchObject(error)
  const methods = new Set(wallet.calls.map(({ method }) => method))
  expect([...methods].filter((method) => !READS.includes(method))).toEqual([])
}

function findLie(lies: readonly Lie[], name: string): Lie {
  const lie = lies.find((one) => one.name === name)
  if (lie === undefined) throw new Error(`There is no lie called ${name}.`)
  return lie
}

function destinationOf(world: World, { payee }: { payee: string }): string {
  const { address } = world.devnet.chains.token('devnet', 'USDC')
  const { chainId } = world.devnet.chains.chain('devnet').network
  return formatDestinationId({ walletAddress: payee, chainId, tokenAddress: address }).destinationId
}
