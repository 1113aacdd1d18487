import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { openCheckout } from './support/checkout.ts'
import { createPayment } from './support/createPayment.ts'
import { expectPaidOnce, expectUnpaid } from './support/expectPaidOnce.ts'
import { failService, type Missing, takeAway } from './support/matrix/troubles.ts'
import { createPayer } from './support/payer.ts'
import { finish } from './support/payThrough.ts'
import { expect, test } from './support/story.ts'
import { walletDialog } from './support/walletDialog.ts'
import type { Problems } from './support/watchProblems.ts'

/*
 * The matrix of wallets, devices and services, and where each row is told. Every story ends with the state, the number of
 * `eth_sendTransaction`, the payees' balances and the webhooks; those below count the calls of `/pay` and look with axe as well.
 *
 * Paid: coins, tokens, batches, both pages (paying), USDT with reset, allowance, fees, partial (tokens), conversions, crosschain, Tron
 * (tron), all calls at once (batchCalls).
 * Declined, busy, locked, sped up, cancelled, reverted, another account at review (wallets); switch declined, hung, lied about; no answer
 * to connecting and paying (unansweringWallets); declined and lied to on Tron (tronWallets).
 * Reload at every state, a tab that is closed, the next day (reloads), two tabs, two devices (tabs), death at every call (crash).
 * Paid, expired, unknown, refused, limited, failing, no rate, offline at loading and at Pay (unavailable); lies of the service (lyingHost).
 * Strict policy and Trusted Types: the merchant's page of every story, and contentSecurity. Below: what is left.
 */

const COINS = [{ symbol: 'ETH', amount: '0.2' }]
const TOKENS = [{ symbol: 'USDC', amount: '20' }]
const FIRST_CHAIN = 31337
const OTHER_CHAIN = 31338

/** Counts the readings of what is to be signed. */
function countPay(page: Page): () => number {
  let count = 0
  page.on('request', (request) => {
    if (/\/pay\?/.test(request.url()) && request.method() === 'GET') count += 1
  })
  return () => count
}

/** How often the element came to a state. */
function countStates({ transcript }: Problems, state: string): number {
  return transcript.filter((line) => /^\w+ -> (\w+) \(/.exec(line)?.[1] === state).length
}

async function expectAccessible(page: Page): Promise<void> {
  const { violations } = await new AxeBuilder({ page }).analyze()
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.target}`)).toEqual([])
}

test.describe('When Pay is pressed and the service', () => {
  const SILENT = 'The payment service did not answer. Nothing was charged.'
  const TROUBLES = [
    ['attempts', { status: 500 }, 'fails to lock the payment', SILENT],
    ['attempts', null, 'cannot be reached to lock the payment', SILENT],
    ['attempts', { status: 429 }, 'has no room for another attempt', 'Too many requests.'],
    ['pay', { status: 503 }, 'fails to say what to sign', SILENT],
    ['pay', null, 'cannot be reached for what to sign', SILENT],
    ['pay', { status: 429 }, 'limits who asks what to sign', 'Too many requests.'],
    ['pay', { status: 200, body: '{"transactions":' }, 'answers half a document', SILENT],
    ['pay', { status: 200, body: '[]' }, 'answers another shape', SILENT],
    ['payment', { status: 502, body: 'Bad gateway' }, 'fails to describe the payment', SILENT],
  ] as const

  test('does not do its part, nothing is asked of the wallet, and it is paid later', async ({
    page,
    world,
    payer,
    wallet,
    problems,
  }) => {
    test.slow()
    problems.allow(/Failed to load resource/)
    const pays = countPay(page)
    const payment = await createPayment(world, COINS)
    const checkout = await openCheckout(page, world, payment)
    await checkout.connect()
    expect(pays()).toBe(1)
    for (const [call, answer, name, text] of TROUBLES) {
      await test.step(name, async () => {
        const [reviews, before] = [countStates(problems, 'review'), pays()]
        await failService(page, call, answer)
        await checkout.pay()
        await expect.poll(() => countStates(problems, 'review')).toBe(reviews + 1)
        await checkout.expectState('review', text)
        await expectUnpaid(world, { payment, wallet, sends: 0 })
        await expectAccessible(page)
        expect(pays()).toBeLessThanOrEqual(before + 2)
        await page.unrouteAll()
      })
    }
    await finish(world, checkout)
    await expectPaidOnce(world, { payment, checkout, payer, wallet, sends: 1 })
    expect(countStates(problems, 'signing')).toBe(1)
  })

  test('knows no leases, the payment goes on without', async ({
    page,
    world,
    payer,
    wallet,
    problems,
  }) => {
    problems.allow(/Failed to load resource/)
    const payment = await createPayment(world, COINS)
    const checkout = await openCheckout(page, world, payment)
    await checkout.connect()
    await failService(page, 'attempts', { status: 404 })
    await finish(world, checkout)
    await expectPaidOnce(world, { payment, checkout, payer, wallet, sends: 1 })
  })
})

test.describe('A wallet that throws', () => {
  const DECLINED = 'You declined in your wallet. Nothing was charged.'
  const REFUSALS = [
    [
      'a rejection inside an internal error',
      { code: -32603, data: { originalError: { code: 4001 } } },
      DECLINED,
    ],
    ['the rejection of WalletConnect', { code: 5000 }, DECLINED],
    ['the rejection of ethers', { code: 'ACTION_REJECTED' }, DECLINED],
    [
      'the rejection of viem',
      { name: 'Outer', cause: { name: 'UserRejectedRequestError' } },
      DECLINED,
    ],
    ['that it does not know the method', { code: -32601 }, 'Your wallet reported a problem.'],
    ['that it does not know the account', { code: 4100 }, 'Your wallet is locked.'],
  ] as const

  test('what means that nothing was sent is asked again', async ({
    page,
    world,
    payer,
    wallet,
    problems,
  }) => {
    const payment = await createPayment(world, COINS)
    const checkout = await openCheckout(page, world, payment)
    await checkout.connect()
    for (const [index, [name, failure, text]] of REFUSALS.entries()) {
      await test.step(name, async () => {
        const reviews = countStates(problems, 'review')
        await setFailure(page, failure)
        await checkout.pay()
        await expect.poll(() => countStates(problems, 'review')).toBe(reviews + 1)
        await checkout.expectState('review', text)
        await expectUnpaid(world, { payment, wallet, sends: index + 1 })
        await expectAccessible(page)
      })
    }
    await setFailure(page, null)
    await finish(world, checkout)
    const sends = REFUSALS.length + 1
    await expectPaidOnce(world, { payment, checkout, payer, wallet, sends, mined: 1 })
  })

  const RIDDLES = [
    ['an internal error', { code: -32603, message: 'Internal error' }],
    ['a text', 'Something went wrong'],
    ['that it is disconnected', { code: 4900 }],
  ] as const

  test('what says nothing has the chain asked before the payer pays', async ({
    page,
    world,
    payer,
    wallet,
  }) => {
    const payment = await createPayment(world, COINS)
    const checkout = await openCheckout(page, world, payment)
    await checkout.connect()
    for (const [index, [name, failure]] of RIDDLES.entries()) {
      await test.step(name, async () => {
        await setFailure(page, failure)
        await checkout.pay()
        await checkout.expectState('unknown', 'The network shows that nothing was sent.')
        await expectUnpaid(world, { payment, wallet, sends: index + 1 })
        await expectAccessible(page)
        await checkout.button('It was not sent, start over').click()
        await checkout.expectState('review')
      })
    }
    await setFailure(page, null)
    await finish(world, checkout)
    const sends = RIDDLES.length + 1
    await expectPaidOnce(world, { payment, checkout, payer, wallet, sends, mined: 1 })
  })
})

test.describe('In the middle of a payment', () => {
  test.use({ walletOptions: { confirm: 'dialog' } })

  test('another account while the permission is asked for begins again with that account', async ({
    page,
    world,
    wallet,
  }) => {
    const other = await createPayer(world)
    const payment = await createPayment(world, TOKENS)
    const checkout = await openCheckout(page, world, payment)
    await checkout.connect()
    await checkout.pay()
    await checkout.expectState('approving')
    await page.evaluate((key) => window.__testWallet?.setAccounts([key]), other.privateKey)
    await checkout.expectState('review', 'The account in your wallet changed. Nothing was charged.')
    await walletDialog(page).reject.click()
    await expectUnpaid(world, { payment, wallet, sends: 1 })
    await expectAccessible(page)
    await checkout.pay()
    await walletDialog(page).confirm.click()
    await checkout.expectState('signing')
    await walletDialog(page).confirm.click()
    await checkout.expectState('confirming')
    await world.devnet.mine('devnet', 2)
    await expectPaidOnce(world, { payment, checkout, payer: other, wallet, sends: 3, mined: 2 })
  })

  test('an account that is taken away while the permission is asked for ends the attempt', async ({
    page,
    world,
    wallet,
  }) => {
    const payment = await createPayment(world, TOKENS)
    const checkout = await openCheckout(page, world, payment)
    await checkout.connect()
    await checkout.pay()
    await checkout.expectState('approving')
    await page.evaluate(() => window.__testWallet?.setAccounts([]))
    await checkout.expectState('connect', 'This wallet is no longer available.')
    await expectUnpaid(world, { payment, wallet, sends: 1 })
    await expectAccessible(page)
  })

  for (const name of ['another account', 'no account', 'another network'] as const) {
    test(`${name} while the payment is asked for or after it was sent changes nothing`, async ({
      page,
      world,
      payer,
      wallet,
    }) => {
      const other = await createPayer(world)
      const payment = await createPayment(world, COINS)
      const checkout = await openCheckout(page, world, payment)
      await checkout.connect()
      await checkout.pay()
      await checkout.expectState('signing')
      await expect(walletDialog(page).confirm).toBeVisible()
      await changeWallet(page, name, other.privateKey)
      await checkout.expectState('signing')
      await walletDialog(page).confirm.click()
      await checkout.expectState('confirming')
      await restoreWallet(page, payer.privateKey)
      await changeWallet(page, name, other.privateKey)
      await world.devnet.mine('devnet', 2)
      await expectPaidOnce(world, { payment, checkout, payer, wallet, sends: 1 })
      await expectAccessible(page)
    })
  }
})

test.describe('A browser without', () => {
  const ROWS: readonly (readonly Missing[])[] = [
    ['IndexedDB'],
    ['local storage'],
    ['Web Locks'],
    ['channels'],
    ['IndexedDB', 'local storage', 'session storage'],
    ['IndexedDB', 'local storage', 'session storage', 'Web Locks', 'channels'],
  ]
  for (const missing of ROWS) {
    const name = missing.join(', ')
    test(`${name} pays once, also after a reload and with a second tab`, async ({
      page,
      world,
      payer,
      wallet,
      problems,
    }) => {
      await takeAway(page, missing)
      const payment = await createPayment(world, TOKENS)
      const checkout = await openCheckout(page, world, payment)
      await checkout.connect()
      await checkout.pay()
      await checkout.expectState('confirming')
      const second = await openCheckout(await page.context().newPage(), world, payment)
      await expect(second.element).toHaveAttribute('state', /^(locked|confirming|settling)$/)
      await expect(second.button(/^Pay /)).toHaveCount(0)
      await page.reload()
      await expect(checkout.element).toHaveAttribute('state', /^(locked|confirming|settling)$/)
      await expect(checkout.button(/^Pay /)).toHaveCount(0)
      await world.devnet.mine('devnet', 2)
      await expectPaidOnce(world, { payment, checkout, payer, wallet, sends: 2 })
      await second.expectState('succeeded')
      await expectAccessible(page)
      expect(countStates(problems, 'succeeded')).toBeGreaterThan(0)
    })
  }
})

async function setFailure(page: Page, failure: unknown): Promise<void> {
  await page.evaluate((thrown) => {
    if (window.__testWallet) window.__testWallet.failure = thrown
  }, failure)
}

/** What a payer may do in the wallet's own window. */
async function changeWallet(
  page: Page,
  what: 'another account' | 'no account' | 'another network',
  key: string,
): Promise<void> {
  const keys = what === 'another account' ? [key] : []
  if (what === 'another network') {
    await page.evaluate((chain) => window.__testWallet?.setChain(chain), OTHER_CHAIN)
  } else await page.evaluate((list) => window.__testWallet?.setAccounts(list), keys)
}

/** Back to the account and the network of the beginning. */
async function restoreWallet(page: Page, key: string): Promise<void> {
  await page.evaluate(
    ([chain, own]) => {
      window.__testWallet?.setChain(chain)
      window.__testWallet?.setAccounts([own])
    },
    [FIRST_CHAIN, key] as const,
  )
}
