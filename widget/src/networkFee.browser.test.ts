import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { anItem, aPayment, PAYER } from './testing/examples.ts'
import { type FakeProvider, fakeProvider } from './testing/fakes.ts'
import { openPage } from './testing/openPage.ts'
import { aTronPayment, honestTronCalldata, TRON_PAYER } from './testing/tronExamples.ts'
import { installTestTronWallet } from './testkit/installTestTronWallet.ts'

const FAR = '2999-01-01T00:00:00.000Z'
installTestTronWallet({ address: TRON_PAYER, name: 'Test wallet' })

let wallet: FakeProvider
let page: ReturnType<typeof openPage>
beforeEach(() => {
  localStorage.clear()
  wallet = fakeProvider({
    eth_chainId: '0x7a69',
    eth_accounts: [PAYER],
    eth_requestAccounts: [PAYER],
    eth_call: `0x${'00'.repeat(32)}`,
  })
})
afterEach(() => page.close())

const feeRow = () => page.find('.network-fee')?.textContent

function options(id: string, networkFee: object): Response {
  return Response.json({ options: [{ option: id, networkFee }] })
}

describe('The network fee of a payment in one currency', () => {
  test('the payer sees the estimate in the coin, and its worth rounded up', async () => {
    const payment = aPayment({ items: [anItem()], expiresAt: FAR })
    page = openPage(payment, wallet, (call) =>
      call === 'wallet_options'
        ? options(anItem().paymentCurrency, {
            amount: '0.00012',
            symbol: 'ETH',
            worth: '0.30004',
          })
        : null,
    )
    await page.connect()
    await page.expectState('review')
    await expect.poll(feeRow).toMatch(/^0.00012\sETH ≈\s0.3001\sUSDC$/)
  })

  test('the payer can pay while the service has not estimated the fee', async () => {
    const payment = aPayment({ items: [anItem()], expiresAt: FAR })
    page = openPage(payment, wallet)
    const answer = page.element.fetch
    if (!answer) throw new Error('The page has no service.')
    page.element.fetch = (input, init) =>
      String(input).includes('/options') ? new Promise(() => {}) : answer(input, init)
    await page.connect()
    await page.expectState('review')
    expect(feeRow()).toBe('…')
    await page.pay()
    await expect.poll(() => wallet.methods()).toContain('eth_sendTransaction')
  })

  test('without an estimate, the row states that the wallet shows the fee', async () => {
    page = openPage(aPayment({ items: [anItem()], expiresAt: FAR }), wallet, (call) =>
      call === 'wallet_options' ? Response.json({ code: 'not_found' }, { status: 404 }) : null,
    )
    await page.connect()
    await page.expectState('review', 'shown by your wallet')
  })

  test('after a rejected approval, the row and the total have the fee of the transactions that are left', async () => {
    const rejected = Object.assign(new Error('User rejected the request.'), { code: 4001 })
    wallet = fakeProvider({
      eth_chainId: '0x7a69',
      eth_accounts: [PAYER],
      eth_requestAccounts: [PAYER],
      eth_call: `0x${'00'.repeat(32)}`,
      eth_sendTransaction: () => Promise.reject(rejected),
    })
    const fees = [
      { amount: '0.00005', symbol: 'ETH', worth: '0.12' },
      { amount: '0.0001', symbol: 'ETH', worth: '0.23' },
    ]
    page = openPage(aPayment({ items: [anItem()], expiresAt: FAR }), wallet, (call) =>
      call === 'wallet_options' ? options(anItem().paymentCurrency, fees.shift() ?? {}) : null,
    )
    await page.connect()
    await page.expectState('review')
    await expect.poll(feeRow).toContain('0.12\u00a0USDC')
    await page.pay()
    await page.expectState('review', 'You declined the permission')
    await expect.poll(feeRow).toMatch(/^0.0001\sETH ≈\s0.23\sUSDC$/)
    // 10.02 USDC and the new fee's worth.
    expect(page.find('.summary')?.textContent).toContain('10.25\u00a0USDC')
  })

  test('a wallet that lacks money sees the fee, the total and each missing amount, rounded up, before the review', async () => {
    const networkFee = {
      amount: '0.0001',
      symbol: 'ETH',
      worth: '0.25',
      balance: '0.00003',
      missing: '0.00012',
    }
    const USDC = {
      balance: '0.003065',
      hasEnoughBalance: false,
      neededAmount: '10.02',
      hasEnoughGas: false,
      networkFee,
    }
    const payment = {
      ...aPayment({ items: [anItem()], expiresAt: FAR }),
      paymentOptions: { devnet: { USDC } },
    }
    page = openPage(payment, wallet)
    await page.connect()
    await page.expectState('options', 'Network fee ≈\u00a00.25\u00a0USDC')
    // 10.02 USDC and the fee's worth.
    await page.expectState('options', 'Total 10.27\u00a0USDC')
    const lacks = page.find('[part="option-balance"]')?.textContent.replaceAll('\u00a0', ' ')
    expect(lacks).toBe(
      'Balance 0.003065 USDC · 10.02 USDC missing · Not enough ETH for the network fee · Balance 0.00003 ETH · 0.00012 ETH missing',
    )
  })

  test('on Tron, the estimate in the invoice currency follows the amount in TRX', async () => {
    page = openPage(aTronPayment({ expiresAt: FAR }), fakeProvider(), (call) => {
      if (call === 'wallet_options') {
        return options('USDT-tron', { amount: '13.74', symbol: 'TRX', worth: '1.6488' })
      }
      if (call !== 'calldata') return null
      const { transactions, metadata } = honestTronCalldata()
      const tron = {
        trxBalance: '100000000',
        trxRequired: '13740000',
        energyRequired: '130000',
        energyAvailable: '0',
        bandwidthRequired: '700',
        bandwidthAvailable: '0',
      }
      return Response.json({ transactions, metadata: { ...metadata, tron } })
    })
    await page.connect()
    await page.expectState('review', 'about 13.74\u00a0TRX')
    await expect.poll(feeRow).toMatch(/^about 13.74\sTRX ≈\s1.649\sUSDT$/)
  })
})
