import type { Page, Route } from '@playwright/test'
import type { TestWalletMode } from '@secure-payment/widget/testkit'
import { type BankPayout, type Heard, openBankPayout } from './support/bankPayout.ts'
import { inspectScreen } from './support/inspectScreen.ts'
import { expect, test } from './support/story.ts'

const WAY = ['initiated', 'pending_internal_assessment', 'ongoing_checks'] as const
const TO_BANK = ['sending_fiat', 'fiat_sent'] as const
/** The URL of the call that reads a payer. */
const READING = /\/api\/fiat\/payers\/[^/]+$/

test('A payer passes the check, adds a bank account and pays USDC, and the money arrives', async ({
  page,
  world,
}) => {
  const payout = await openBankPayout(page, world)
  await inspectScreen(page, 'empty form of a payer')
  await payout.becomeCompliant()
  await inspectScreen(page, 'approved payer')
  await payout.addAccount('Arrives', 'approved')
  await payout.pay('25')
  await expect(page.getByText('The money is in the bank account')).toBeVisible()
  await inspectScreen(page, 'delivered')

  await expectMoney(payout, [
    ...[...WAY, ...TO_BANK].map((subStatus) => ['payment.processing', subStatus]),
    ['payment.confirmed', ''],
  ])
  const heard = await expectVerified(payout)
  expect(heard.filter(({ event }) => event === 'compliance.updated').map(compliance)).toEqual([
    ['initiated', 'not_started', false],
    ['pending', 'not_started', false],
    ['approved', 'not_started', false],
    ['approved', 'pending', false],
    ['approved', 'completed', true],
  ])
  expect(heard.filter(({ event }) => event === 'payment_detail.updated')).toMatchObject([
    { status: 'approved', clientUserId: payout.ids().payerId, requestId: null },
  ])
  expect(heard.at(-1)).toMatchObject({
    event: 'payment.confirmed',
    isCryptoToFiat: true,
    amount: '25',
    totalAmountPaid: '25',
    sequence: 6,
  })

  // After a reload, the page restores the payment from its URL, and receives every webhook again.
  await page.reload()
  await expect(page.getByText('The money is in the bank account')).toBeVisible()
})

test('A payer whom the check rejects cannot continue', { tag: '@deep' }, async ({
  page,
  world,
}) => {
  const payout = await openBankPayout(page, world)
  await payout.submit('Rejected', 'Submit to the identity check')
  await expect(page.getByText('The provider has permanently rejected this payer')).toBeVisible()
  await inspectScreen(page, 'rejected payer')
  await expect(page.getByRole('button', { name: 'Add bank account' })).toHaveCount(0)
  await expect
    .poll(async () => (await expectVerified(payout)).map(compliance))
    .toEqual([
      ['initiated', 'not_started', false],
      ['pending', 'not_started', false],
      ['rejected', 'not_started', false],
    ])
  await page.getByRole('button', { name: 'Start over with another payer' }).click()
  await expect(page.getByRole('button', { name: 'Submit to the identity check' })).toBeVisible()
})

test('A payer whose check failed can submit again', { tag: '@deep' }, async ({ page, world }) => {
  const payout = await openBankPayout(page, world)
  await payout.submit('Fails once', 'Submit to the identity check')
  await page.getByRole('button', { name: 'Submit again' }).click()
  await expect(page.getByText('The provider has verified the payer.')).toBeVisible()
  // Webhooks about the agreement may still be in transit.
  await expect
    .poll(async () => (await expectVerified(payout)).slice(0, 6).map(({ kycStatus }) => kycStatus))
    .toEqual(['initiated', 'pending', 'failed', 'initiated', 'pending', 'approved'])
})

test('A payer approves a pending check on the check’s page', { tag: '@deep' }, async ({
  page,
  world,
}) => {
  const payout = await openBankPayout(page, world)
  await payout.submit('Stays pending', 'Submit to the identity check')
  const check = page.frameLocator('iframe[title="Identity check"]')
  await check.getByRole('button', { name: 'Approve' }).click()
  await expect(page.getByText('The provider has verified the payer.')).toBeVisible()
})

test('An account that the bank rejects cannot receive a payment, but another account can', {
  tag: '@deep',
}, async ({ page, world }) => {
  const payout = await openBankPayout(page, world)
  await payout.becomeCompliant()
  await payout.addAccount('Refused account', 'refused')
  await inspectScreen(page, 'refused account')
  await expect(page.getByRole('button', { name: 'Create request' })).toHaveCount(0)
  await page.getByRole('button', { name: 'Add another account' }).click()
  await payout.addAccount('Arrives', 'approved')
  await expect(page.getByRole('button', { name: 'Create request' })).toBeVisible()
  const accounts = async () =>
    (await expectVerified(payout)).filter(({ event }) => event === 'payment_detail.updated')
  await expect
    .poll(accounts)
    .toMatchObject([
      { status: 'failed', rejectionMessage: expect.anything() },
      { status: 'approved' },
    ])
})

test('A late response does not overwrite the newer state from a webhook', {
  tag: '@deep',
}, async ({ page, world }) => {
  const payout = await openBankPayout(page, world)
  /** Records the page's reads and the late responses, in order. */
  const steps: string[] = []
  page.on('request', (request) => {
    if (request.method() === 'GET' && READING.test(request.url())) steps.push('reading')
  })
  /** Holds back the next response from this URL until a webhook has reported a newer state. */
  const holdNext = async (
    path: RegExp,
    isNewer: (body: Heard['body']) => boolean,
  ): Promise<void> => {
    const hold = async (route: Route): Promise<void> => {
      const response = await route.fetch()
      const isHeard = async () => (await payout.heard()).some(({ body }) => isNewer(body))
      await expect.poll(isHeard).toBe(true)
      steps.push('late')
      await route.fulfill({ response })
    }
    await page.route(path, hold, { times: 1 })
  }
  await holdNext(READING, ({ agreementStatus }) => agreementStatus === 'pending')
  await payout.becomeCompliant()
  await holdNext(/\/accounts$/, ({ event }) => event === 'payment_detail.updated')
  await payout.addAccount('Arrives', 'approved')
  await expect.poll(() => steps.join(' ')).toMatch(/late .*late( reading)+$/)
  await expect(page.getByRole('button', { name: 'Create request' })).toBeVisible()
})

test.describe('A payment that does not go straight to the bank', () => {
  for (const { example, way, end, text } of [
    {
      example: 'Bounces once',
      way: [...WAY, ...TO_BANK, 'bounced', ...TO_BANK],
      end: ['payment.confirmed', ''],
      text: 'The money is in the bank account',
    },
    {
      example: 'Sent again',
      way: [...WAY, 'retry_required', ...TO_BANK],
      end: ['payment.confirmed', ''],
      text: 'The money is in the bank account',
    },
    {
      example: 'Returned',
      way: [...WAY, ...TO_BANK, 'bounced'],
      end: ['payment.failed', 'bounced'],
      text: 'The payment has failed.',
    },
    {
      example: 'Fails',
      way: [...WAY],
      end: ['payment.failed', 'failed'],
      text: 'The payment has failed.',
    },
  ]) {
    test(`a payment that does not go straight to the bank reports each step: ${example.toLowerCase()}`, {
      tag: '@deep',
    }, async ({ page, world }) => {
      const payout = await openBankPayout(page, world)
      await payout.becomeCompliant()
      await payout.addAccount(example, 'approved')
      await payout.pay('12.5')
      await expect(page.getByText(text)).toBeVisible()
      await inspectScreen(page, example)
      await expectMoney(payout, [...way.map((subStatus) => ['payment.processing', subStatus]), end])
    })
  }
})

test('A payer who declines in the wallet pays later with only the keyboard', {
  tag: '@deep',
}, async ({ page, world }) => {
  const payout = await openBankPayout(page, world)
  await payout.becomeCompliant()
  await payout.addAccount('Arrives', 'approved')
  await page.getByLabel('Amount in USDC').fill('7.25')
  await page.keyboard.press('Enter')
  const pay = page.getByRole('button', { name: 'Pay with the burner wallet' })
  await pay.focus()
  await setMode(page, 'reject')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Declined in the wallet. Nothing was paid.')).toBeVisible()
  await inspectScreen(page, 'declined payment')
  await setMode(page, 'accept')
  await expect(pay).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByText('Webhooks report the next steps.')).toBeVisible()
  await world.devnet.mine('devnet', 2)
  await expect(page.getByText('The provider has the payment')).toBeVisible()
})

test('The forms show each error at its field', { tag: '@deep' }, async ({
  page,
  world,
  problems,
}) => {
  problems.allow(/^Failed to load resource: .* 400 \(Bad Request\)/)
  const payout = await openBankPayout(page, world)
  await page.getByRole('button', { name: 'Submit to the identity check' }).click()
  await expect(page.getByLabel('First name')).toBeFocused()
  await expect(page.getByText('Some fields are not valid.')).toBeVisible()
  await inspectScreen(page, 'refused form of a payer')
  await payout.becomeCompliant()
  await page.getByRole('button', { name: /^Arrives / }).click()
  await page.getByLabel('IBAN').fill('PT50000201231234567890155')
  await page.getByRole('button', { name: 'Add bank account' }).click()
  await expect(page.getByLabel('IBAN')).toBeFocused()
  await expect(page.getByText(/^IBAN must be an IBAN/)).toBeVisible()
  await inspectScreen(page, 'refused form of an account')
})

/** Sets the behaviour of the page's burner wallet from now on. */
function setMode(page: Page, mode: TestWalletMode): Promise<void> {
  return page.evaluate((next) => {
    if (window.__testWallet !== undefined) window.__testWallet.mode = next
  }, mode)
}

/** Returns the story's webhooks in the order of their sequences; expects a valid signature on each. */
async function expectVerified(payout: BankPayout): Promise<readonly Record<string, unknown>[]> {
  const heard = await payout.heard()
  expect(heard.filter(({ isVerified }) => !isVerified)).toEqual([])
  return heard.map(({ body }) => body)
}

/** Waits for the webhooks about the money: the page may show a state before its webhook has arrived. */
async function expectMoney(
  payout: BankPayout,
  expected: readonly (readonly unknown[])[],
): Promise<void> {
  await expect.poll(async () => money(await expectVerified(payout))).toEqual(expected)
}

function compliance(body: Record<string, unknown>): readonly unknown[] {
  return [body['kycStatus'], body['agreementStatus'], body['isCompliant']]
}

/** Returns the event and sub-status of each webhook about the money. */
function money(heard: readonly Record<string, unknown>[]): readonly unknown[] {
  return heard
    .filter(({ event }) => String(event).startsWith('payment.'))
    .map(({ event, subStatus }) => [event, subStatus])
}
