import type { Locator } from '@playwright/test'
import { formatDestinationId } from '@secure-payment/core/destinations'
import { type Checkout, openCheckout, openHosted } from './support/checkout.ts'
import { createPayment } from './support/createPayment.ts'
import { createPayoutLink } from './support/createPayoutLink.ts'
import { expectPaidOnce, expectUnpaid } from './support/expectPaidOnce.ts'
import { inspectScreen } from './support/inspectScreen.ts'
import type { Wallet } from './support/installWallet.ts'
import { batchLies } from './support/lies/batchLies.ts'
import { onToken } from './support/lies/changeCalls.ts'
import { type Lie, lie, THIEF } from './support/lies/lie.ts'
import { lieAboutCalldata } from './support/lies/lieAboutCalldata.ts'
import { finish } from './support/payThrough.ts'
import { expect, test } from './support/story.ts'

const ONE = [{ symbol: 'USDC', amount: '12.5' }]
const THREE = [
  { symbol: 'USDC', amount: '10.02' },
  { symbol: 'USDC', amount: '0.000001' },
  { symbol: 'DAI', amount: '7.000000000000000001' },
]
const FIVE = Array.from({ length: 5 }, () => ({ symbol: 'USDC', amount: '1.5' }))
const PAID_OUT = 'Payout complete'

/** Returns the complete addresses on the screen, in their order. */
const shownAddresses = ({ element }: Checkout) =>
  element.locator('.fold > [part~="address"]').allTextContents()

/** Returns the label and the value of each row of the summary. */
const summaryRows = async ({ element }: Checkout) => {
  const rows = await element.locator('[part~="summary-row"]').allInnerTexts()
  return rows.map((row) => row.replaceAll('\u00a0', ' ').split('\n').slice(0, 2))
}

test.describe('A payout link', () => {
  test('a payout link for one recipient shows the payee before a wallet is chosen, and pays that payee', async ({
    page,
    world,
    payer,
    wallet,
  }) => {
    const payment = await createPayoutLink(world, ONE)
    const payees = payment.items.map(({ payee }) => payee)
    const checkout = await openHosted(page, world, payment)
    await checkout.expectState('connect', 'Choose the wallet to pay from')
    await checkout.expectState('connect', 'You pay')
    await checkout.expectState('connect', 'Payout to 1 recipient')
    await checkout.expectState('connect', 'Payroll November')
    await expect.poll(() => shownAddresses(checkout)).toEqual(payees)
    await checkout.connect()
    await checkout.expectState('review', 'Check and pay out')
    await checkout.expectState('review', 'Recipient receives')
    await expect.poll(() => shownAddresses(checkout)).toEqual(payees)
    await expect(checkout.button('Pay out 12.50 USDC')).toBeVisible()
    await finish(world, checkout)
    await expectPaidOnce(world, { payment, checkout, payer, wallet, sends: 2, title: PAID_OUT })
    await checkout.expectState('succeeded', 'Paid out')
    await expect.poll(() => shownAddresses(checkout)).toEqual(payees)
    const receipt = await checkout.element.evaluate((element) =>
      (element as HTMLElementTagNameMap['secure-payment']).receipt(),
    )
    expect(JSON.parse(receipt ?? '')).toMatchObject({ flow: 'pay', items: [{ payee: payees[0] }] })
  })

  test('a payout link for three recipients lists the amounts and the sum, and pays all of them at once', async ({
    page,
    world,
    payer,
    wallet,
  }) => {
    const payment = await createPayoutLink(world, THREE)
    const payees = payment.items.map(({ payee }) => payee)
    const checkout = await openCheckout(page, world, payment)
    await checkout.expectState('connect', 'Payout to 3 recipients')
    await expect.poll(() => shownAddresses(checkout)).toEqual(payees)
    await checkout.connect()
    await expect.poll(() => shownAddresses(checkout)).toEqual(payees)
    await expect
      .poll(() => summaryRows(checkout))
      .toEqual(
        expect.arrayContaining([
          ['Recipient 1', '10.02 USDC'],
          ['Recipient 2', '0.000001 USDC'],
          ['Recipient 3', '7.000000000000000001 DAI'],
          [
            'Total',
            expect.stringMatching(/^≈ 10\.020001 USDC \+ 7\.000000000000000001 DAI \+ 0\.\d+ ETH$/),
          ],
        ]),
      )
    await finish(world, checkout)
    await expectPaidOnce(world, { payment, checkout, payer, wallet, sends: 3, title: PAID_OUT })
  })

  test('a payout link starts over after a reload at the review, and is paid once', {
    tag: '@deep',
  }, async ({ page, world, payer, wallet }) => {
    const payment = await createPayoutLink(world, THREE)
    const checkout = await openHosted(page, world, payment)
    await checkout.connect()
    await page.reload()
    await checkout.expectState('connect', 'Last used')
    await checkout.expectState('connect', 'Payout to 3 recipients')
    await checkout.connect()
    await finish(world, checkout)
    await expectPaidOnce(world, { payment, checkout, payer, wallet, sends: 3, title: PAID_OUT })
  })

  test('a payout link’s screens are accessible from the wallet choice to the receipt', {
    tag: '@deep',
  }, async ({ page, world, wallet }) => {
    test.slow()
    const payment = await createPayoutLink(world, FIVE)
    const checkout = await openHosted(page, world, payment)
    await checkout.expectState('connect', 'Show all 5 recipients')
    await checkout.element.getByText('Show all 5 recipients').click()
    await expect
      .poll(() => shownAddresses(checkout))
      .toEqual(payment.items.map(({ payee }) => payee))
    await inspectScreen(page, 'connect to a payout')
    await checkout.connect()
    await inspectScreen(page, 'review of a payout')
    await finish(world, checkout)
    await checkout.expectState('succeeded', PAID_OUT)
    await inspectScreen(page, 'receipt of a payout')
    expect(wallet.count('eth_sendTransaction')).toBe(2)
  })
})

test.describe('When the host manipulates a payout', () => {
  const swapped = lie('another recipient', 'wrong_payee', onToken({ to: THIEF }))
  const one: readonly Lie[] = [
    swapped,
    lie('one unit more', 'wrong_amount', onToken({ amount: (units) => units + 1n })),
  ]
  const several = batchLies().filter(({ reason }) => reason === 'wrong_payee')
  for (const [items, lies] of [
    [ONE, one],
    [THREE, several],
  ] as const) {
    for (const untruth of lies) {
      test(`the wallet receives no request for ${untruth.name}, in a link with ${items.length} recipients`, {
        tag: '@deep',
      }, async ({ page, world, wallet }) => {
        const payment = await createPayoutLink(world, items)
        await lieAboutCalldata(page, untruth)
        const checkout = await openCheckout(page, world, payment)
        await checkout.button('Test wallet').click()
        await expectRefused(checkout, wallet, {
          code: 'calldata_mismatch',
          reason: untruth.reason,
        })
        await expectUnpaid(world, { payment, wallet, sends: 0 })
      })
    }
  }

  test('the wallet receives no request for another recipient once Pay is pressed', {
    tag: '@deep',
  }, async ({ page, world, wallet }) => {
    const payment = await createPayoutLink(world, ONE)
    await lieAboutCalldata(page, swapped, 2)
    const checkout = await openCheckout(page, world, payment)
    await checkout.connect()
    await checkout.pay()
    await expectRefused(checkout, wallet, { code: 'calldata_mismatch', reason: 'wrong_payee' })
    await expectUnpaid(world, { payment, wallet, sends: 0 })
  })

  test('the wallet receives no request for a payment that is labelled as a payout', {
    tag: '@deep',
  }, async ({ page, world, wallet }) => {
    const payment = await createPayment(world, ONE)
    await lieAboutCalldata(page, swapped)
    await page.route(`**/v2/secure-payments/${payment.token}*`, async (route) => {
      const response = await route.fetch()
      await route.fulfill({ response, json: { ...(await response.json()), flow: 'pay' } })
    })
    const checkout = await openCheckout(page, world, payment)
    await checkout.button('Test wallet').click()
    await expectRefused(checkout, wallet, { code: 'calldata_mismatch', reason: 'wrong_payee' })
  })

  test('the wallet receives no request for a recipient that the page did not pin', {
    tag: '@deep',
  }, async ({ page, world, wallet }) => {
    const payment = await createPayoutLink(world, ONE)
    const { address } = world.devnet.chains.token('devnet', 'USDC')
    const { chainId } = world.devnet.chains.chain('devnet').network
    const { destinationId } = formatDestinationId({
      walletAddress: THIEF,
      chainId,
      tokenAddress: address,
    })
    const checkout = await openCheckout(page, world, payment, { destination: destinationId })
    await checkout.button('Test wallet').click()
    await expectRefused(checkout, wallet, { code: 'destination_mismatch' })
    await expectUnpaid(world, { payment, wallet, sends: 0 })
  })
})

test.describe('The Pay button is visible at the review without scrolling', () => {
  for (const [width, height] of [
    [390, 844],
    [320, 568],
  ] as const) {
    for (const [name, create] of [
      ['a payment', (world: Parameters<typeof createPayment>[0]) => createPayment(world, ONE)],
      [
        'a payout to five',
        (world: Parameters<typeof createPayment>[0]) => createPayoutLink(world, FIVE),
      ],
    ] as const) {
      test(`the Pay button of ${name} is visible without scrolling, at ${width} by ${height} pixels`, {
        tag: '@deep',
      }, async ({ page, world, wallet }) => {
        await page.setViewportSize({ width, height })
        const checkout = await openHosted(page, world, await create(world))
        await checkout.connect()
        const button = checkout.button(/^Pay /)
        await expect(button).toBeInViewport({ ratio: 1 })
        // The button covers neither a focused element nor the bottom of the page.
        const details = checkout.element.locator('details[part="details"] summary')
        await details.focus()
        expect(await bottomOf(details)).toBeLessThanOrEqual(await topOf(button))
        await checkout.button('Back').scrollIntoViewIfNeeded()
        expect(await bottomOf(button)).toBeLessThanOrEqual(await topOf(checkout.button('Back')))
        expect(wallet.count('eth_sendTransaction')).toBe(0)
      })
    }
  }
})

const topOf = (locator: Locator) => locator.evaluate((one) => one.getBoundingClientRect().top)
const bottomOf = (locator: Locator) => locator.evaluate((one) => one.getBoundingClientRect().bottom)

/** Expects a rejected payout, and only reads among the wallet requests. */
async function expectRefused(
  checkout: Checkout,
  wallet: Wallet,
  error: { code: string; reason?: string },
): Promise<void> {
  await checkout.expectState('failed', 'This payout was stopped for your safety')
  await checkout.expectState('failed', /Nothing was charged\./)
  await expect(checkout.button(/^Pay/)).toHaveCount(0)
  const told = await checkout.element.evaluate((element) => {
    const { error } = element as HTMLElementTagNameMap['secure-payment']
    return { code: error?.code, reason: error?.params?.['reason'] }
  })
  expect(told).toMatchObject(error)
  const asked = wallet.calls.map(({ method }) => method)
  expect(asked.filter((method) => !READS.includes(method))).toEqual([])
}

/** Methods that the element may call before it rejects a payment: for the account, the network, and the batch contract's fee. */
const READS = ['eth_requestAccounts', 'eth_accounts', 'eth_chainId', 'eth_call']
