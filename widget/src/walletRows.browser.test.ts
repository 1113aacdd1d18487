import { formatDestinationId } from '@secure-payment/core/destinations'
import { getNetwork } from '@secure-payment/core/networks'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { anItem, aPayment, PAYEE, PAYER, USDC } from './testing/examples.ts'
import {
  APPROVED,
  ASKED,
  COINS,
  inOrder,
  OPENED,
  type OpenPayment,
  OTHER_KEY,
  OTHER_PAYER,
  openPayment,
  PAID,
  REVIEWED,
  SENT,
  TOKENS,
} from './testing/openPayment.ts'

/** Polling options: the page searches for a missing transaction after three reads, one per second. */
const SEARCHED = { interval: 50 }

let page: OpenPayment

beforeEach(() => localStorage.clear())
afterEach(() => page.close())

describe('A payer who declines', () => {
  test('a payer who declines the approval pays nothing, and pays once the payer approves', async () => {
    page = openPayment(TOKENS)
    await page.review()
    page.wallet.mode = 'reject'
    await page.pay()
    await page.expectState('review', 'You declined the permission in your wallet.')
    page.expectUnpaid(1)

    page.wallet.mode = 'accept'
    await page.finish()
    const declined = '+before-pay preparing approving review'
    const transcript = inOrder(OPENED, REVIEWED, declined, APPROVED, SENT, PAID)
    await page.expectPaid({ sends: 3, mined: 2, payCalls: 3, transcript })
  })
})

describe('A wallet', () => {
  test('a wallet whose account changes leads back to the review, and the new account pays', async () => {
    page = openPayment(COINS)
    await page.review()
    page.wallet.setAccounts([OTHER_KEY])
    await page.expectState('review', 'The account in your wallet changed.')
    await page.finish()
    const changed = 'connecting +connect review'
    const transcript = inOrder(OPENED, REVIEWED, changed, ASKED, SENT, PAID)
    await page.expectPaid({ sends: 1, payCalls: 3, transcript, payer: OTHER_PAYER })
    expect(page.chain.countOf(PAYER)).toBe(0)
  })

  test('a wallet that speeds the payment up pays once, and the page reports the replacement', async () => {
    page = openPayment(COINS)
    await page.review()
    page.wallet.mode = 'replace'
    await page.pay()
    await page.expectState('confirming', 'Your wallet sent the payment again with a higher fee.')
    page.chain.mine(2)
    const faster = '+transaction:pay'
    const transcript = inOrder(OPENED, REVIEWED, ASKED, SENT, faster, PAID)
    await page.expectPaid({ sends: 1, payCalls: 2, transcript })
  })

  test('a wallet that cancels the payment charges nothing, and the payer can pay again', async () => {
    page = openPayment(COINS)
    await page.review()
    page.wallet.mode = 'cancel'
    await page.pay()
    await page.expectState('failed', 'The payment was cancelled in your wallet')
    await page.expectState('failed', 'Nothing was charged.')
    page.expectUnpaid(1)

    page.wallet.mode = 'accept'
    await page.press('Try again')
    await page.expectState('review')
    await page.finish()
    const cancelled = 'failed +error:payment_cancelled connecting review'
    const transcript = inOrder(OPENED, REVIEWED, ASKED, SENT, cancelled, ASKED, SENT, PAID)
    await page.expectPaid({ sends: 2, payCalls: 4, transcript })
  })
})

describe('A payment that the network rejects or drops', () => {
  test('a payment that the network rejects costs only its fee, and can be retried', async () => {
    page = openPayment(COINS)
    await page.review()
    page.chain.rejectsPayments = true
    await page.pay()
    await page.expectState('failed', 'The network rejected the payment')
    await page.expectState('failed', 'Only the network fee was spent.')
    page.expectUnpaid(1)

    page.chain.rejectsPayments = false
    await page.press('Try again')
    await page.expectState('review')
    await page.finish()
    const reverted = 'failed +error:payment_reverted connecting review'
    const transcript = inOrder(OPENED, REVIEWED, ASKED, SENT, reverted, ASKED, SENT, PAID)
    await page.expectPaid({ sends: 2, payCalls: 4, transcript })
  })

  test('a payment that the network drops before a block includes it is not shown as lost, and is paid once when the wallet resends it', async () => {
    page = openPayment(COINS)
    await page.review()
    page.chain.isHolding = true
    await page.pay()
    await page.expectState('confirming')
    const [raw = ''] = page.chain.sent
    expect(page.chain.drop(raw)).toBe(true)
    // Waits for more reads than the page needs to treat a hash as missing.
    const reads = () => page.wallet.calls('eth_getTransactionReceipt').length
    const before = reads()
    await expect.poll(reads, SEARCHED).toBeGreaterThan(before + 4)
    await page.expectState('confirming', '0 of 2 confirmations')
    page.expectUnpaid(1)
    page.chain.isHolding = false
    await page.chain.send(raw)
    page.chain.mine(2)
    const transcript = inOrder(OPENED, REVIEWED, ASKED, SENT, PAID)
    await page.expectPaid({ sends: 1, payCalls: 2, transcript })
  })
})

describe('A token', () => {
  test('a token without an allowance is approved once (USDT)', async () => {
    const usdt = getNetwork('devnet').tokens.find(({ symbol }) => symbol === 'USDT')
    const item = anItem({
      fee: null,
      symbol: 'USDT',
      tokenAddress: usdt?.address ?? null,
      invoiceCurrency: 'USDT-devnet',
      paymentCurrency: 'USDT-devnet',
    })
    page = openPayment([item])
    await page.review()
    await page.finish()
    const transcript = inOrder(OPENED, REVIEWED, APPROVED, SENT, PAID)
    await page.expectPaid({ sends: 2, payCalls: 2, transcript })
  })

  test('an account without the money cannot pay, and the page shows the missing amount', async () => {
    const items = [anItem({ fee: null, amount: '1000.000001', remainingAmount: '1000.000001' })]
    const balance = {
      balance: '1000',
      hasEnoughBalance: false,
      neededAmount: '1000.000001',
      hasEnoughGas: true,
    }
    const poor = aPayment({ items, paymentOptions: { devnet: { USDC: balance } } })
    page = openPayment(items, {
      interfere: (call) =>
        call === 'options'
          ? Response.json({ ...poor, expiresAt: '2999-01-01T00:00:00.000Z' })
          : null,
    })
    await page.connect()
    const transcript = inOrder(OPENED, '+before-connect connecting +connect options')
    const text = '0.000001\u00a0USDC\u00a0missing'
    await page.expectStep({ state: 'options', text, sends: 0, transcript })
    expect(page.find('[part~="option"]')?.matches(':disabled')).toBe(true)
    expect(page.callsOf('calldata')).toBe(0)
  })
})

test('A payee that the page pinned is paid', async () => {
  const { destinationId } = formatDestinationId({
    walletAddress: PAYEE,
    chainId: 31_337,
    tokenAddress: USDC,
  })
  page = openPayment(TOKENS, { attributes: { destination: destinationId } })
  await page.review()
  await page.finish()
  const transcript = inOrder(OPENED, REVIEWED, APPROVED, SENT, PAID)
  await page.expectPaid({ sends: 2, payCalls: 2, transcript })
})

test('The page’s WalletClient receives its requests within the payer’s click, so that it can open a window, and pays', async () => {
  page = openPayment(COINS)
  await page.expectState('connect')
  const prompts: { method: string; isActive: boolean }[] = []
  const { provider } = page.wallet
  const request = (call: { method: string }): Promise<unknown> => {
    if (call.method === 'eth_requestAccounts' || call.method === 'eth_sendTransaction') {
      prompts.push({ method: call.method, isActive: navigator.userActivation.isActive })
    }
    return Reflect.apply(Object(provider).request, provider, [call])
  }
  page.element.wallet = { request, transport: { type: 'custom' } }
  await page.press('Connected wallet')
  await page.expectState('review')
  await page.finish()
  // The element restarts when the page passes another wallet.
  const transcript = inOrder(OPENED, OPENED, REVIEWED, ASKED, SENT, PAID)
  await page.expectPaid({ sends: 1, payCalls: 2, transcript })
  expect(prompts).toEqual([
    { method: 'eth_requestAccounts', isActive: true },
    { method: 'eth_sendTransaction', isActive: true },
  ])
})
