import type { Page } from '@playwright/test'
import { createPayment, type Payment } from './support/createPayment.ts'
import { balanceOf } from './support/expectPaidOnce.ts'
import { COINS, expect, TOKENS, test } from './support/matrix/rowStory.ts'
import {
  APPROVED,
  ASKED,
  FOUND,
  inOrder,
  OPENED,
  PAID,
  REVIEWED,
  SENT,
} from './support/matrix/transcript.ts'
import { type Missing, takeAway } from './support/matrix/troubles.ts'
import { createPayer } from './support/payer.ts'
import { sendAs } from './support/sendAs.ts'
import { untilMined } from './support/untilMined.ts'
import { walletDialog } from './support/walletDialog.ts'
import type { World } from './support/world.ts'

const FIRST_CHAIN = 31337
const OTHER_CHAIN = 31338

test.describe('A wallet that throws', () => {
  const DECLINED = 'You declined in your wallet. Nothing was charged.'
  const REFUSALS = [
    [
      'a rejection inside an internal error',
      { code: -32603, data: { originalError: { code: 4001 } } },
      DECLINED,
    ],
    ['WalletConnect’s rejection', { code: 5000 }, DECLINED],
    ['ethers’s rejection', { code: 'ACTION_REJECTED' }, DECLINED],
    ['viem’s rejection', { name: 'Outer', cause: { name: 'UserRejectedRequestError' } }, DECLINED],
    ['an unsupported method', { code: -32601 }, 'Your wallet reported a problem.'],
    ['an unauthorized account', { code: 4100 }, 'Your wallet is locked.'],
  ] as const

  test('an error that means that nothing was sent lets the payer pay again', {
    tag: '@deep',
  }, async ({ page, row }) => {
    const checkout = await row.review(COINS)
    const steps = [OPENED, REVIEWED]
    for (const [index, [name, failure, text]] of REFUSALS.entries()) {
      await test.step(name, async () => {
        await setFailure(page, failure)
        await checkout.pay()
        steps.push(ASKED, 'review')
        await row.expectStep({ state: 'review', text, sends: index + 1, transcript: steps })
      })
    }
    await setFailure(page, null)
    await row.finish()
    const sends = REFUSALS.length + 1
    const transcript = inOrder(...steps, ASKED, SENT, PAID)
    await row.end({ sends, mined: 1, payCalls: 1 + sends, transcript })
  })

  const RIDDLES = [
    ['an internal error', { code: -32603, message: 'Internal error' }],
    ['a text', 'Something went wrong'],
    ['a disconnection', { code: 4900 }],
  ] as const

  test('an unclear error makes the page check the chain before the payer pays again', {
    tag: '@deep',
  }, async ({ page, row }) => {
    const checkout = await row.review(COINS)
    const text = 'The network shows that nothing was sent.'
    const steps = [OPENED, REVIEWED]
    for (const [index, [name, failure]] of RIDDLES.entries()) {
      await test.step(name, async () => {
        await setFailure(page, failure)
        await checkout.pay()
        steps.push(ASKED, 'unknown')
        await row.expectStep({ state: 'unknown', text, sends: index + 1, transcript: steps })
        await checkout.button('It was not sent, start over').click()
        await checkout.expectState('review')
        steps.push('connecting review')
      })
    }
    await setFailure(page, null)
    await row.finish()
    const sends = RIDDLES.length + 1
    const transcript = inOrder(...steps, ASKED, SENT, PAID)
    // Each error causes another review, which requests the calldata again.
    await row.end({ sends, mined: 1, payCalls: 1 + sends + RIDDLES.length, transcript })
  })
})

test.describe('In the middle of a payment', () => {
  test.use({ walletOptions: { confirm: 'dialog' } })

  test('a switch to another account during the approval restarts the payment with that account', {
    tag: '@deep',
  }, async ({ page, world, row }) => {
    const other = await createPayer(world)
    const checkout = await row.review(TOKENS)
    await checkout.pay()
    await expect(walletDialog(page).confirm).toBeVisible()
    await page.evaluate((key) => window.__testWallet?.setAccounts([key]), other.privateKey)
    await checkout.expectState('review', 'The account in your wallet changed. Nothing was charged.')
    await walletDialog(page).reject.click()
    await row.expectUnpaid(1)
    await checkout.pay()
    await walletDialog(page).confirm.click()
    await checkout.expectState('signing')
    await walletDialog(page).confirm.click()
    await row.confirm()
    const changed = '+before-pay preparing approving connecting +connect review'
    const transcript = inOrder(OPENED, REVIEWED, changed, APPROVED, SENT, PAID)
    await row.end({ sends: 3, mined: 2, payCalls: 4, transcript, payer: other })
  })

  test('an account that is removed during the approval ends the attempt', {
    tag: '@deep',
  }, async ({ page, row }) => {
    const checkout = await row.review(TOKENS)
    await checkout.pay()
    await expect(walletDialog(page).confirm).toBeVisible()
    await page.evaluate(() => window.__testWallet?.setAccounts([]))
    const title = 'This wallet is no longer available.'
    const gone = '+before-pay preparing approving connect +disconnect'
    const transcript = inOrder(OPENED, REVIEWED, gone)
    await row.end({ state: 'connect', title, sends: 1, payCalls: 2, transcript })
  })

  for (const name of ['another account', 'no account', 'another network'] as const) {
    test(`${name} during or after the payment request has no effect`, {
      tag: '@deep',
    }, async ({ page, world, payer, row }) => {
      const other = await createPayer(world)
      const checkout = await row.review(COINS)
      await checkout.pay()
      await checkout.expectState('signing')
      await expect(walletDialog(page).confirm).toBeVisible()
      await changeWallet(page, name, other.privateKey)
      await checkout.expectState('signing')
      await walletDialog(page).confirm.click()
      await checkout.expectState('confirming')
      await restoreWallet(page, payer.privateKey)
      await changeWallet(page, name, other.privateKey)
      await row.confirm()
      const transcript = inOrder(OPENED, REVIEWED, ASKED, SENT, PAID)
      await row.end({ sends: 1, payCalls: 2, transcript })
    })
  }

  test('a payment by another payer makes the page ask this payer to decline, and is not paid again', {
    tag: '@deep',
  }, async ({ page, world, row }) => {
    const checkout = await row.review(COINS)
    await checkout.pay()
    await checkout.expectState('signing')
    await expect(walletDialog(page).confirm).toBeVisible()
    await payAsOther(world, row.payment)
    await checkout.expectState('settling', 'Decline the request that is open in your wallet.')
    await world.devnet.mine('devnet', 2)
    await checkout.expectState('succeeded', 'Payment complete')
    await walletDialog(page).reject.click()
    const transcript = inOrder(OPENED, REVIEWED, ASKED, PAID)
    await row.end({ sends: 1, mined: 0, payCalls: 2, transcript })
  })

  test('a payment that the wallet sends after another payer has paid is shown as a second payment', {
    tag: '@deep',
  }, async ({ page, world, payer, row }) => {
    const checkout = await row.review(COINS)
    await checkout.pay()
    await checkout.expectState('signing')
    await expect(walletDialog(page).confirm).toBeVisible()
    await payAsOther(world, row.payment)
    await row.confirm()
    await checkout.expectState('succeeded')
    await walletDialog(page).confirm.click()
    await untilMined(world, payer)
    await row.mine()
    // The merchant has received both payments, and decides about a refund.
    const title =
      'A second payment was sent after this one was paid. Contact the merchant for a refund.'
    const transcript = inOrder(OPENED, REVIEWED, ASKED, PAID)
    await row.end({ sends: 1, times: 2, title, payCalls: 2, transcript })
  })
})

test.describe('While the wallet has the payment request, an element', () => {
  test.use({ walletOptions: { confirm: 'dialog' } })

  test('an element that is moved in its page keeps its payment', { tag: '@deep' }, async ({
    page,
    row,
  }) => {
    const checkout = await row.review(COINS)
    await checkout.pay()
    await expect(walletDialog(page).confirm).toBeVisible()
    await page.evaluate(() => {
      const aside = document.body.appendChild(document.createElement('aside'))
      const [element] = document.getElementsByTagName('secure-payment')
      if (element) aside.append(element)
    })
    await checkout.expectState('signing')
    await walletDialog(page).confirm.click()
    await row.confirm()
    const transcript = inOrder(OPENED, REVIEWED, ASKED, SENT, PAID)
    await row.end({ sends: 1, payCalls: 2, transcript })
  })

  test('an element that is removed, and put back after the wallet has sent, finds its payment', {
    tag: '@deep',
  }, async ({ page, world, payer, row }) => {
    const checkout = await row.review(COINS)
    await checkout.pay()
    await expect(walletDialog(page).confirm).toBeVisible()
    const removed = await checkout.element.evaluateHandle((element) => {
      element.remove()
      return element
    })
    await walletDialog(page).confirm.click()
    await untilMined(world, payer)
    await removed.evaluate((element) => document.querySelector('main')?.append(element))
    await row.confirm()
    const transcript = inOrder(OPENED, REVIEWED, ASKED, FOUND, PAID)
    await row.end({ sends: 1, payCalls: 2, transcript })
  })

  test('an element that gets another token leaves its first payment unchanged, and finds it again', {
    tag: '@deep',
  }, async ({ page, world, payer, row }) => {
    const other = await createPayment(world, COINS)
    const checkout = await row.review(COINS)
    await checkout.pay()
    await expect(walletDialog(page).confirm).toBeVisible()
    await setToken(page, other.token)
    await checkout.expectState('connect')
    await walletDialog(page).confirm.click()
    await untilMined(world, payer)
    await setToken(page, row.payment.token)
    await row.confirm()
    const transcript = inOrder(OPENED, REVIEWED, ASKED, OPENED, FOUND, PAID)
    await row.end({ sends: 1, payCalls: 2, transcript })
    await expectUnpaidPayees(world, other)
  })
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
  /** States of a page whose payment is made elsewhere, or that has no stored record of the payment. */
  const FOLLOWED = /^(locked|confirming|settling)$/
  for (const missing of ROWS) {
    test(`a browser without ${missing.join(', ')} pays once, even after a reload and with a second tab`, {
      tag: '@deep',
    }, async ({ page, row }) => {
      await takeAway(page, missing)
      const checkout = await row.review(TOKENS)
      await checkout.pay()
      await checkout.expectState('confirming')
      const second = await row.openAgain()
      await expect(second.element).toHaveAttribute('state', FOLLOWED)
      await expect(second.button(/^Pay /)).toHaveCount(0)
      await page.reload()
      await expect(checkout.element).toHaveAttribute('state', FOLLOWED)
      await expect(checkout.button(/^Pay /)).toHaveCount(0)
      await row.mine()
      await second.expectState('succeeded')
      const paid = inOrder(OPENED, REVIEWED, APPROVED, SENT)
      const followed = inOrder('loading …', PAID)
      const transcript = [`${paid} | ${followed}`, followed]
      await row.end({ sends: 2, payCalls: 2, transcript })
    })
  }
})

async function setFailure(page: Page, failure: unknown): Promise<void> {
  await page.evaluate((thrown) => {
    if (window.__testWallet) window.__testWallet.failure = thrown
  }, failure)
}

/** Makes a change that a payer can make in the wallet's own window. */
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

/** Restores the initial account and network. */
async function restoreWallet(page: Page, key: string): Promise<void> {
  await page.evaluate(
    ([chain, own]) => {
      window.__testWallet?.setChain(chain)
      window.__testWallet?.setAccounts([own])
    },
    [FIRST_CHAIN, key] as const,
  )
}

async function setToken(page: Page, token: string): Promise<void> {
  await page.evaluate((next) => {
    const [element] = document.getElementsByTagName('secure-payment')
    if (element) element.setAttribute('token', next)
  }, token)
}

/** Pays from another payer's wallet: the payment is on chain without enough confirmations. */
async function payAsOther(world: World, { token }: Payment): Promise<void> {
  const other = await createPayer(world)
  const query = { wallet: other.address }
  const read = await world.devnet.client.securePayments.pay({ params: { token }, query })
  const [call] = 'transactions' in read ? read.transactions : []
  await sendAs(world, other, call)
}

/** Expects that no payee of another payment received money. */
async function expectUnpaidPayees(world: World, { items }: Payment): Promise<void> {
  for (const { token, payee } of items) expect(await balanceOf(world, token, payee)).toBe(0n)
}
