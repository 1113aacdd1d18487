import { getNetwork } from '@secure-payment/core/networks'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { userEvent } from 'vitest/browser'
import type { PaymentItem } from './paymentMetadata.ts'
import { anItem, aPayment, PAYER } from './testing/examples.ts'
import { type FakeProvider, fakeProvider, honestCalldata } from './testing/fakes.ts'
import { openPage } from './testing/openPage.ts'
import {
  aTronPayment,
  honestTronCalldata,
  TRON_PAYEE,
  TRON_PAYER,
  TRON_STRANGER,
} from './testing/tronExamples.ts'
import { installTestTronWallet } from './testkit/installTestTronWallet.ts'

const FAR = '2999-01-01T00:00:00.000Z'
const tronWallet = installTestTronWallet({ address: TRON_PAYER, name: 'Test wallet' })

let wallet: FakeProvider
let page: ReturnType<typeof openPage>
beforeEach(() => {
  localStorage.clear()
  tronWallet.log.length = 0
  wallet = fakeProvider({
    eth_chainId: '0x2105',
    eth_accounts: [PAYER],
    eth_requestAccounts: [PAYER],
    eth_call: `0x${'00'.repeat(32)}`,
  })
})
afterEach(() => page.close())

const base = getNetwork('base')
const usdcOn = (id: string) =>
  String(getNetwork(id).tokens.find(({ symbol }) => symbol === 'USDC')?.address)
const TOKEN = usdcOn('tron')
/** A payment of 10 USDC on an EVM network, or of 10 USDC on Tron at par. */
const ownItem = anItem({
  fee: null,
  invoiceCurrency: 'USDC-base',
  paymentCurrency: 'USDC-base',
  tokenAddress: usdcOn('base'),
})
const own = aPayment({
  network: base.id,
  chain: { ...aPayment().chain, id: base.id, name: base.name, chainId: base.chainId },
  items: [ownItem],
  expiresAt: FAR,
})
const onTron = (patch: Partial<PaymentItem> = {}) =>
  aTronPayment({
    items: [
      {
        ...ownItem,
        payee: TRON_PAYEE,
        paymentCurrency: 'USDC-tron',
        tokenAddress: TOKEN,
        quoted: { pricing: 'par', symbol: 'USDC', decimals: 6 },
        ...patch,
      },
    ],
    expiresAt: FAR,
  })

const options = [own, onTron()].map(({ chain, items: [item] }) => ({
  option: item?.paymentCurrency,
  chain,
  payee: item?.payee,
  tokenAddress: item?.tokenAddress,
  paymentReference: item?.paymentReference,
  quoted: item?.quoted,
}))

function row(option: string, symbol: string, patch: object = {}) {
  return {
    option,
    balance: '300',
    balanceWorth: '300',
    amount: '10',
    neededAmount: '10',
    networkFee: { amount: '13.74', symbol, worth: '1.65' },
    total: null,
    isPayable: true,
    missing: [],
    ...patch,
  }
}

/** The wallet and the currency of each call about a wallet. */
let calls: string[]

function open(lie: Partial<PaymentItem> = {}): void {
  calls = []
  page = openPage(own, wallet, (call, url) => {
    const { searchParams } = url
    const isTron = searchParams.get('option') === 'USDC-tron'
    const named = searchParams.get('wallet')
    if (named !== null) calls.push(`${call} ${named === TRON_PAYER ? 'tron' : 'evm'}`)
    if (call === 'lease') return null
    if (call === 'wallet_options') {
      const rows =
        named === TRON_PAYER ? [row('USDC-tron', 'TRX')] : [row(ownItem.paymentCurrency, 'ETH')]
      return Response.json({ options: rows })
    }
    if (call === 'calldata') {
      return Response.json(
        isTron
          ? honestTronCalldata(null, { token: TOKEN, payee: lie.payee ?? TRON_PAYEE })
          : honestCalldata(own),
      )
    }
    return Response.json({ ...(isTron ? onTron(lie) : own), options })
  })
}

const names = () =>
  [...(page.element.shadowRoot?.querySelectorAll('[part="wallet-name"]') ?? [])].map(
    ({ textContent }) => textContent,
  )

async function choose(name: string): Promise<void> {
  const find = () =>
    [...(page.element.shadowRoot?.querySelectorAll('[part~="wallet"]') ?? [])].find(
      (one) => one.querySelector('[part="wallet-name"]')?.textContent === name,
    )
  await expect.poll(find).toBeDefined()
  await userEvent.click(find() ?? page.element)
}

describe('A payment that accepts currencies on EVM networks and on Tron', () => {
  test('the payer chooses among the wallets of both, and a wallet with two families is listed twice', async () => {
    open()
    await expect.poll(names).toContain('Test wallet (Tron)')
    expect(names()).toContain('Test wallet')
  })

  test('a Tron wallet pays the option on Tron, whose review shows the cost in TRX', async () => {
    open()
    await choose('Test wallet (Tron)')
    await page.expectState('review', 'Pay 10')
    await page.expectState('review', 'take USDC for payments that you sign')
    expect(page.element.payment?.network).toBe('tron')
    expect(page.element.account?.address).toBe(TRON_PAYER)
    // The service reads a Tron wallet only for currencies on Tron.
    expect(calls).not.toContain('options tron')
    expect(calls).toContain('calldata tron')
  })

  test('an EVM wallet pays on its network, and the choice names the currency on Tron', async () => {
    open()
    await choose('Test wallet')
    await page.expectState('review', 'Base')
    expect(page.element.payment?.network).toBe('base')
    expect(calls).toContain('options evm')
  })

  test.each<[string, Partial<PaymentItem>]>([
    ['another payee, also in its transactions', { payee: TRON_STRANGER }],
    ['another reference', { paymentReference: '0x0123456789abcdef' }],
    ['another amount', { amount: '9', remainingAmount: '9' }],
  ])('the wallet receives no request if the option on Tron has %s', async (_, lie) => {
    open(lie)
    await choose('Test wallet (Tron)')
    await page.expectState('failed', 'Nothing was charged.')
    expect(tronWallet.log.filter(({ method }) => method.startsWith('sign'))).toEqual([])
  })
})
