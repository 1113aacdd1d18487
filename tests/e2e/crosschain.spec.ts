import type { Page } from '@playwright/test'
import { type Checkout, openCheckout, openHosted } from './support/checkout.ts'
import type { Payment } from './support/createPayment.ts'
import {
  choose,
  createPaymentOver,
  fundHere,
  HERE,
  select,
  switchBridge,
  THERE,
  tokensOf,
} from './support/crosschain.ts'
import { expectOneWebhook, fieldOf } from './support/expectPaidOnce.ts'
import { inspectScreen } from './support/inspectScreen.ts'
import type { Wallet } from './support/installWallet.ts'
import { createStranger } from './support/payer.ts'
import { expect, test as story } from './support/story.ts'
import type { World } from './support/world.ts'

/** The bridge of a worker's world is everybody's: each story begins with one that does what it shall, and with a wallet. */
const test = story.extend<{ ready: Wallet }>({
  ready: [
    async ({ world, wallet }, use) => {
      await switchBridge(world, { mode: 'normal' })
      await use(wallet)
      await switchBridge(world, { mode: 'normal' })
    },
    { auto: true },
  ],
})

for (const symbol of ['USDC', 'USDT']) {
  test(`${symbol} on one chain pays USDC on another`, async ({ page, world, payer, wallet }) => {
    const payment = await createPaymentOver(world)
    const checkout = await openHosted(page, world, payment)
    const before = await tokensOf(world, THERE, symbol, payer.address)
    await choose(checkout, symbol)
    await checkout.expectState('review', new RegExp(`Allow 12.525.${symbol}, Pay 12.525.${symbol}`))
    await checkout.pay()
    await arrive(world, checkout)
    await checkout.expectState('succeeded', 'Payment complete')
    const [item] = payment.items
    expect(await tokensOf(world, HERE, 'USDC', item?.payee ?? '0x')).toBe(item?.units)
    // 12.5 and 0.2 % of it, by the bridge's own price list.
    const spent = before - (await tokensOf(world, THERE, symbol, payer.address))
    expect(spent).toBe(12_525_000n)
    expect(wallet.count('eth_sendTransaction')).toBe(2)
    await expectOneWebhook(world, payment.requestIds[0] ?? '')
  })
}

test.describe('A wallet on another network than the tokens', () => {
  test.use({ walletOptions: { chainId: 31_338 } })

  test('is asked to switch, and believed only when it has', async ({ page, world, wallet }) => {
    const payment = await createPaymentOver(world)
    const checkout = await openHosted(page, world, payment)
    await choose(checkout, 'USDC')
    await wallet.setMode('wrong-chain')
    await checkout.pay()
    await checkout.expectState('review', /did not switch|not changed|switch/i)
    expect(wallet.count('eth_sendTransaction')).toBe(0)

    await wallet.setMode('accept')
    await checkout.pay()
    await arrive(world, checkout)
    await checkout.expectState('succeeded')
    expect(wallet.count('eth_sendTransaction')).toBe(2)
  })
})

test('Who has the tokens on the payment’s own chain pays directly, and may go back for another way', async ({
  page,
  world,
  payer,
  wallet,
}) => {
  await fundHere(world, payer)
  const payment = await createPaymentOver(world)
  const checkout = await openHosted(page, world, payment)
  await checkout.connect()
  await checkout.expectState('review', 'Decoded on this device')
  await checkout.button('Back').click()
  await checkout.expectState('options', 'Direct')
  const rows = checkout.element.locator('[part="option"]')
  await expect(rows).toHaveCount(3)
  await expect(rows.first()).toContainText('Direct')
  expect(wallet.count('eth_sendTransaction')).toBe(0)
})

test('What the account cannot afford says what is missing and cannot be chosen', async ({
  page,
  world,
}) => {
  const payment = await createPaymentOver(world, { amount: '2000' })
  const checkout = await openHosted(page, world, payment)
  await checkout.button('Test wallet').click()
  // 2000 and 0.2 % of it, of which the payer has 1000.
  await checkout.expectState('options', /1,004(\.00)?.USDC more needed/)
  const rows = checkout.element.locator('[part="option"]')
  await expect(rows).toHaveCount(3)
  for (const row of await rows.all()) await expect(row).toBeDisabled()
})

test('A higher price is shown, and asked for, before the wallet is', async ({
  page,
  world,
  payer,
  wallet,
}) => {
  const payment = await createPaymentOver(world)
  const checkout = await openHosted(page, world, payment)
  await choose(checkout, 'USDC')
  await checkout.expectState('review', /12\.525.USDC/)
  await switchBridge(world, { mode: 'price_change' })
  const params = { token: payment.token }
  const query = { wallet: payer.address, chain: 'DEVNET', token: 'USDC' }
  // A host answers with a price that it has while that price is young.
  await expect
    .poll(async () => {
      const answer = await world.devnet.client.securePayments.pay({ params, query })
      return 'transactions' in answer ? answer.metadata.sourceAmount : null
    })
    .toBe('12.625')
  await checkout.pay()
  await checkout.expectState('review', /The payment has changed/)
  // Five times the fee: 1 % of 12.5.
  await expect(checkout.button(/Pay 12\.625.USDC on Devnet/)).toBeVisible()
  expect(wallet.count('eth_sendTransaction')).toBe(0)

  await checkout.pay()
  await checkout.expectState('confirming')
  expect(wallet.count('eth_sendTransaction')).toBe(2)
})

test('A price that ends while the wallet approves is asked for again, and taken when it is the same', async ({
  page,
  world,
  wallet,
}) => {
  const payment = await createPaymentOver(world)
  const quotes = await endPricesAtOnce(page)
  const checkout = await openCheckout(page, world, payment)
  await choose(checkout, 'USDC')
  await checkout.expectState('review', 'This price has ended')
  await checkout.pay()
  await arrive(world, checkout)
  await checkout.expectState('succeeded')
  // One for the review, one when Pay was pressed, one before the payment was signed.
  expect(quotes.count).toBe(3)
  expect(wallet.count('eth_sendTransaction')).toBe(2)
})

test.describe('How a bridge may end', () => {
  test('the money sent back', async ({ page, world, payer }) => {
    await switchBridge(world, { mode: 'refunded' })
    const { checkout, payment } = await send(page, world)
    await checkout.expectState('failed', 'The bridge sent your money back')
    await checkout.expectState('failed', /Your money was sent back to you/)
    await waitForEvent(world, payment, 'payment.refunded')
    await expect.poll(() => tokensOf(world, THERE, 'USDC', payer.address)).toBe(1_000_000_000n)

    await switchBridge(world, { mode: 'normal' })
    await checkout.button('Try again').click()
    await checkout.expectState('options')
    await select(checkout, 'USDC')
    await checkout.expectState('review')
    await checkout.pay()
    await arrive(world, checkout)
    await checkout.expectState('succeeded')
    const [item] = payment.items
    expect(await tokensOf(world, HERE, 'USDC', item?.payee ?? '0x')).toBe(item?.units)
  })

  test('a part of it delivered', async ({ page, world }) => {
    await switchBridge(world, { mode: 'partial', deliver: 'less' })
    const { checkout } = await send(page, world)
    await mineUntil(world, checkout, 'partial')
    await checkout.expectState('partial', 'Part of it is paid')
  })

  test('another token delivered', async ({ page, world }) => {
    await switchBridge(world, { mode: 'partial', deliver: 'other_token' })
    const { checkout, payment } = await send(page, world)
    await mineUntil(world, checkout, 'failed')
    await checkout.expectState('failed', 'Something else arrived than was asked for')
    await waitForEvent(world, payment, 'payment.failed')
  })

  test('a destination call that fails, and the payee paid all the same', async ({
    page,
    world,
  }) => {
    await switchBridge(world, { mode: 'call_fails' })
    const { checkout, payment } = await send(page, world)
    await mineUntil(world, checkout, 'succeeded')
    const [item] = payment.items
    expect(await tokensOf(world, HERE, 'USDC', item?.payee ?? '0x')).toBe(item?.units)
    await expectOneWebhook(world, payment.requestIds[0] ?? '')
  })

  test('a deposit that comes too late', async ({ page, world }) => {
    await switchBridge(world, { mode: 'expired' })
    const payment = await createPaymentOver(world)
    const checkout = await openHosted(page, world, payment)
    await choose(checkout, 'USDC')
    await checkout.pay()
    await checkout.expectState('failed', 'The network rejected the payment')
    await checkout.expectState('failed', /Only the network fee was spent/)
  })

  test('a bridge that is slow, and a page that is left and opened in each leg', async ({
    page,
    world,
    wallet,
  }) => {
    await switchBridge(world, { mode: 'slow' })
    const payment = await createPaymentOver(world)
    const checkout = await openHosted(page, world, payment)
    await choose(checkout, 'USDC')
    await checkout.pay()
    await checkout.expectState('confirming', 'You can close this page')
    await page.reload()
    await checkout.expectState('confirming', 'Payment sent, waiting for Devnet')
    await world.devnet.mine(THERE, 2)
    await checkout.expectState('settling', 'Your money is on its way to Devnet B')
    await page.reload()
    await checkout.expectState('settling', 'Your money is on its way to Devnet B')

    await switchBridge(world, { mode: 'normal' })
    await checkout.expectState('settling', /Arrived on/)
    await page.reload()
    await checkout.expectState('settling', /Arrived on/)
    await world.devnet.mine(HERE, 2)
    await checkout.expectState('succeeded')
    expect(wallet.count('eth_sendTransaction')).toBe(2)
  })
})

test.describe('When the host lies, the wallet is not asked:', () => {
  const STRANGER = createStranger().address.slice(2).toLowerCase()
  const BRIDGE = '5ecc000000000000000000000000000000000009'
  const LIES: { name: string; reason: string; change(answer: PayAnswer): void }[] = [
    {
      name: 'another spender',
      reason: 'wrong_spender',
      change: ({ transactions: [approval] }) => replace(approval, BRIDGE, STRANGER),
    },
    {
      name: 'another contract',
      reason: 'wrong_contract',
      change: ({ transactions: [, payment] }) => {
        if (payment) payment.to = `0x${STRANGER}`
      },
    },
    {
      name: 'more than is shown',
      reason: 'insufficient_approval',
      change: (answer) => {
        answer.metadata.sourceAmount = '12.526'
      },
    },
    {
      name: 'a price beyond all reason',
      reason: 'wrong_source_amount',
      change: (answer) => {
        answer.metadata.sourceAmount = '999'
      },
    },
    {
      name: 'another payee on the destination',
      reason: 'wrong_fallback',
      change: ({ transactions: [, payment] }) => {
        if (payment) payment.data = payment.data.replaceAll(payeeOf(payment.data), STRANGER)
      },
    },
    {
      name: 'another payee in the destination call alone',
      reason: 'wrong_payee',
      change: ({ transactions: [, payment] }) => {
        if (!payment) return
        const at = payment.data.lastIndexOf(payeeOf(payment.data))
        payment.data = payment.data.slice(0, at) + STRANGER + payment.data.slice(at + 40)
      },
    },
  ]
  for (const { name, reason, change } of LIES) {
    test(name, async ({ page, world, wallet }) => {
      const payment = await createPaymentOver(world)
      await changePay(page, change)
      const checkout = await openCheckout(page, world, payment)
      await checkout.button('Test wallet').click()
      await checkout.expectState('options')
      await select(checkout, 'USDC')
      await checkout.expectState('failed', 'This payment was stopped for your safety')
      const error = await checkout.element.evaluate((element) => Reflect.get(element, 'error'))
      expect(error).toMatchObject({ code: 'calldata_mismatch', params: { reason } })
      expect(wallet.count('eth_sendTransaction')).toBe(0)
      expect(wallet.count('wallet_switchEthereumChain')).toBe(0)
    })
  }
})

test('Axe finds nothing on these screens, light and dark, and nothing overflows at 320 px', async ({
  page,
  world,
}) => {
  test.slow()
  await switchBridge(world, { mode: 'slow' })
  const payment = await createPaymentOver(world)
  const checkout = await openHosted(page, world, payment)
  await checkout.button('Test wallet').click()
  await checkout.expectState('options', 'Over a bridge')
  await inspectScreen(page, 'options')
  await select(checkout, 'USDT')
  await checkout.expectState('review', 'Leaves your wallet')
  await inspectScreen(page, 'review')
  await checkout.pay()
  await checkout.expectState('confirming')
  await inspectScreen(page, 'confirming')
  await world.devnet.mine(THERE, 2)
  await checkout.expectState('settling')
  await inspectScreen(page, 'settling')
  await switchBridge(world, { mode: 'refunded' })
  await checkout.expectState('failed')
  await inspectScreen(page, 'failed')
})

// Last: the host leaves a bridge alone for a while that did not answer.
test('A bridge that does not answer is named, and nothing is offered over it', async ({
  page,
  world,
}) => {
  await switchBridge(world, { mode: 'down' })
  const payment = await createPaymentOver(world)
  const checkout = await openHosted(page, world, payment)
  await checkout.button('Test wallet').click()
  await checkout.expectState('options', /Devnet did not answer/)
  await expect(checkout.element.locator('[part="option"]')).toHaveCount(1)
})

/** Pays USDC from the other chain and confirms the first leg. */
async function send(page: Page, world: World): Promise<{ checkout: Checkout; payment: Payment }> {
  const payment = await createPaymentOver(world)
  const checkout = await openHosted(page, world, payment)
  await choose(checkout, 'USDC')
  await checkout.pay()
  await checkout.expectState('confirming')
  await world.devnet.mine(THERE, 2)
  return { checkout, payment }
}

/** Blocks on the payment's chain until the element is in a state: when the bridge delivers, the page need not tell. */
async function mineUntil(world: World, { element }: Checkout, state: string): Promise<void> {
  await expect(async () => {
    await world.devnet.mine(HERE, 1)
    await expect(element).toHaveAttribute('state', state, { timeout: 1_000 })
  }).toPass({ timeout: 30_000 })
}

async function waitForEvent(world: World, payment: Payment, event: string): Promise<void> {
  const [requestId] = payment.requestIds
  await world.devnet.sink.waitFor(
    (delivery) =>
      fieldOf(delivery, 'requestId') === requestId && fieldOf(delivery, 'event') === event,
  )
}

type PayAnswer = {
  transactions: { to: string; data: string }[]
  metadata: { sourceAmount: string; quoteExpiresAt: number }
}

/** Answers `/pay` with a changed answer. */
async function changePay(page: Page, change: (answer: PayAnswer) => void): Promise<void> {
  await page.route('**/v2/secure-payments/*/pay?*', async (route) => {
    const response = await route.fetch()
    if (!response.ok()) return route.fulfill({ response })
    const json: PayAnswer = await response.json()
    const truth = JSON.stringify(json)
    change(json)
    if (JSON.stringify(json) === truth) throw new Error('This lie is the truth.')
    return route.fulfill({ response, json })
  })
}

/** Says of every price that it ends now; counts them. */
async function endPricesAtOnce(page: Page): Promise<{ count: number }> {
  const quotes = { count: 0 }
  await changePay(page, ({ metadata }) => {
    quotes.count += 1
    metadata.quoteExpiresAt = Math.floor(Date.now() / 1_000) - 1
  })
  return quotes
}

function replace(call: { data: string } | undefined, what: string, by: string): void {
  if (call) call.data = call.data.toLowerCase().replace(what, by)
}

/** Place of the fallback address, which is the payee, among the words of a deposit of the devnet's bridge. */
const FALLBACK_WORD = 9

function payeeOf(data: string): string {
  const word = data.slice(2 + 8 + 64 * FALLBACK_WORD).slice(24, 64)
  if (!/^[0-9a-f]{40}$/i.test(word)) throw new Error('No address there.')
  return word
}

/** Confirms the first leg, and the second once the bridge has delivered. */
async function arrive(world: World, checkout: Checkout): Promise<void> {
  await checkout.expectState('confirming', 'Payment sent, waiting for Devnet')
  await world.devnet.mine(THERE, 2)
  await checkout.expectState('settling')
  await checkout.expectState('settling', /Arrived on/)
  await world.devnet.mine(HERE, 2)
}
