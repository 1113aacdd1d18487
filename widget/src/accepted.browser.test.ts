import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { PaymentItem, PaymentMetadata } from './paymentMetadata.ts'
import { aConvertedItem, aPayment, PAYEE, PAYER, USDC } from './testing/examples.ts'
import { type FakeProvider, fakeProvider, honestCalldata } from './testing/fakes.ts'
import { openPage } from './testing/openPage.ts'

/** Methods that only read; none of them prompts the payer. */
const READS = ['eth_requestAccounts', 'eth_accounts', 'eth_chainId', 'eth_call']
const THIEF = '0x1000000000000000000000000000000000000b0b'
const OTHER_REFERENCE = '0x0123456789abcdef'
const FAR = '2999-01-01T00:00:00.000Z'
/** 80 dollars at 1.0002 are 80.016 USDC, and 1 % more is 80.81616. */
const DOLLARS = { maxToSpendUnits: 80_816_160n }

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

/** A payment that accepts USDC on two networks and DAI; its own currency is USDC on the first one. */
const ITEMS: Readonly<Record<string, PaymentItem>> = {
  'USDC-devnet': aConvertedItem({ fee: null }),
  'USDC-devnet-b': aConvertedItem({
    fee: null,
    paymentCurrency: 'USDC-devnet-b',
    paymentReference: '0x00000000000000b1',
  }),
}
const NETWORKS = { devnet: 31_337, 'devnet-b': 31_338 } as const

function networkOf(currency: string): keyof typeof NETWORKS {
  return currency.endsWith('-b') ? 'devnet-b' : 'devnet'
}

/** Returns the service's response about the payment in one currency. */
function paymentIn(currency: string, patch: Partial<PaymentItem> = {}): PaymentMetadata {
  const network = networkOf(currency)
  const item = ITEMS[currency] ?? aConvertedItem()
  const { chain } = aPayment()
  return aPayment({
    network,
    chain: { ...chain, id: network, chainId: NETWORKS[network] },
    items: [{ ...item, ...patch }],
    expiresAt: FAR,
  })
}

const listed = Object.entries(ITEMS).map(([option, item]) => {
  const { chain } = paymentIn(option)
  const { payee, tokenAddress, paymentReference, conversion } = item
  return { option, chain, payee, tokenAddress, paymentReference, conversion }
})

/** Returns a wallet's row as the service describes it. */
function row(option: string, patch: object = {}) {
  return {
    option,
    balance: '300',
    balanceWorth: '299.94',
    amount: '80.016',
    neededAmount: '80.81616',
    networkFee: { amount: '0.00012', symbol: 'ETH', worth: '0.3' },
    total: '80.3',
    isPayable: true,
    missing: [],
    ...patch,
  }
}

const POOR = { balance: '0', isPayable: false, missing: [{ symbol: 'USDC', amount: '80.81616' }] }
const RICH = [row('USDC-devnet-b'), row('USDC-devnet', { balance: '100', balanceWorth: '99.98' })]

type Host = {
  readonly rows?: readonly object[]
  /** Absent for a service of an earlier release. */
  readonly hasBridge?: boolean
  /** The false facts that the host returns about the payment in a chosen currency, and about its transactions. */
  readonly item?: Partial<PaymentItem>
  readonly paid?: Partial<PaymentItem>
  readonly inCurrency?: string
  /** The fee of the payment in every currency. */
  readonly fee?: PaymentItem['fee']
}

/** The options that the page sent in its calls, in order. */
let named: (string | null)[]

function open({
  rows = RICH,
  hasBridge,
  item = {},
  paid = {},
  inCurrency,
  fee = null,
}: Host = {}): void {
  named = []
  page = openPage(paymentIn('USDC-devnet', { fee }), wallet, (call, url) => {
    const option = url.searchParams.get('option')
    const currency = inCurrency ?? option ?? 'USDC-devnet'
    if (call === 'wallet_options') return Response.json({ options: rows, hasBridge })
    if (call === 'lease') return null
    if (call === 'calldata') {
      named.push(option)
      return Response.json(
        honestCalldata(paymentIn(currency, { fee, ...item, ...paid }), null, DOLLARS),
      )
    }
    const payment =
      option === null ? paymentIn('USDC-devnet', { fee }) : paymentIn(currency, { fee, ...item })
    return Response.json({ ...payment, options: listed })
  })
}

/** Opens a payment that is paid; the service describes it in the currency that paid it. */
function openSettled(currency: string): void {
  const settled = { status: 'paid', amountPaid: '80', remainingAmount: '0', amountSpent: '80.016' }
  const payment = paymentIn(currency, settled)
  const chain = { ...payment.chain, name: 'Devnet B' }
  page = openPage(paymentIn('USDC-devnet'), wallet, () =>
    Response.json({ ...payment, chain, status: 'completed', options: listed }),
  )
}

const rows = () => [...(page.element.shadowRoot?.querySelectorAll('[part="option"]') ?? [])]
const choose = async (place: number): Promise<void> => {
  await page.expectState('options')
  await expect.poll(() => rows().length).toBeGreaterThan(place)
  const button = rows()[place]
  if (!(button instanceof HTMLButtonElement)) throw new Error('no such row')
  button.click()
}

test('A payment that was paid before the page opened states the currency and the network that paid it', async () => {
  openSettled('USDC-devnet-b')
  await page.expectState('succeeded', '80.016\u00a0USDC')
  expect(page.find('.facts')?.textContent).toContain('in USDC on Devnet B')
})

describe('The choice among accepted currencies', () => {
  test('each row states the network, the fee and the total in the invoice currency, and the balance’s worth', async () => {
    open()
    await page.connect()
    await page.expectState('options', 'on Devnet B')
    await page.expectState('options', 'Total $80.30')
    await page.expectState('options', 'Network fee ≈\u00a0$0.30')
    await page.expectState('options', 'worth $299.94')
    expect(page.find('.facts')?.textContent).not.toContain('USDC')
    expect(page.find('[part="other-options"]')).toBeNull()
  })

  test('a row lists the fee and the total with the permit that the service offers in place of an approval', async () => {
    const withPermit = { amount: '0.00006', worth: '0.13' }
    const networkFee = { amount: '0.00012', symbol: 'ETH', worth: '0.3', withPermit }
    open({ rows: [row('USDC-devnet-b', { networkFee }), row('USDC-devnet')] })
    await page.connect()
    await page.expectState('options', 'Network fee ≈\u00a0$0.13')
    await page.expectState('options', 'Total $80.13')
    await page.expectState('options', 'Total $80.30')
  })

  test('the total of a row whose network fee the service pays is the amount due', async () => {
    const isSponsored = true
    open({ rows: [row('USDC-devnet-b', { isSponsored, total: '80' }), row('USDC-devnet')] })
    await page.connect()
    await page.expectState('options', 'Network fee ≈\u00a0$0.00')
    await page.expectState('options', 'Total $80.00')
    await page.expectState('options', 'Total $80.30')
  })

  test('the review states the total of the choice, and the maximum that leaves the wallet', async () => {
    open()
    await page.connect()
    await choose(0)
    await page.expectState('review', 'about 80.02')
    await expect
      .poll(() => page.find('.summary')?.textContent?.replace(/\s+/g, ' '))
      .toContain('Total 80.02 USDC + 0.00012 ETH ≈ $80.30')
    expect(page.find('[part~="pay-button"]')?.textContent).toContain('Pay up to 80.82\u00a0USDC')
    await page.expectState('review', 'it takes no more than is shown here')
    expect(page.element.shadowRoot?.textContent).not.toContain('exactly')
  })

  test('a currency that the wallet cannot pay in is collapsed, and its row states the missing amount', async () => {
    const both = [...RICH, row('USDC-devnet', POOR)]
    open({ rows: both })
    await page.connect()
    await page.expectState('options', 'Not enough in this wallet (1)')
    await page.expectState('options', 'missing')
    expect(page.find('[part="other-options"]')?.hasAttribute('open')).toBe(false)
  })

  test('a wallet that cannot pay in any currency gets the other ways first, with the missing amounts rounded up', async () => {
    const missing = [{ symbol: 'USDC', amount: '80.816160000001' }]
    open({ rows: [row('USDC-devnet', { ...POOR, missing }), row('USDC-devnet-b', POOR)] })
    await page.connect()
    await page.expectState('options', 'does not have enough in any of these currencies')
    await page.expectState('options', '80.82\u00a0USDC\u00a0missing')
    const [button, list] = ['.button.primary', '[part="other-options"]'].map(page.find)
    if (!button || !list) throw new Error('no other way')
    expect(button.textContent.trim()).toBe('Change wallet')
    expect(list.hasAttribute('open')).toBe(true)
    expect(button.compareDocumentPosition(list)).toBe(Node.DOCUMENT_POSITION_FOLLOWING)
  })

  test.each([
    [undefined, true],
    [true, true],
    [false, false],
  ])(
    'tokens that the payment does not accept are offered if the service has a bridge: %s',
    async (hasBridge, isOffered) => {
      open({ ...(hasBridge !== undefined && { hasBridge }) })
      await page.connect()
      await page.expectState('options', 'Refresh')
      const labels = [...(page.element.shadowRoot?.querySelectorAll('button') ?? [])].map(
        ({ textContent }) => textContent.trim(),
      )
      expect(labels.includes('Pay with another token')).toBe(isOffered)
    },
  )

  test('each row has the icon of its token once the icons have loaded', async () => {
    open()
    await page.connect()
    await page.expectState('options')
    await expect.poll(() => page.element.shadowRoot?.querySelectorAll('img.coin').length).toBe(2)
  })

  test('a press narrows the payment to the chosen currency', async () => {
    open()
    await page.connect()
    await choose(0)
    await page.expectState('review', 'Devnet B')
    expect(named).toEqual(['USDC-devnet-b'])
    expect(page.element.payment?.network).toBe('devnet-b')
  })

  test('the review’s back button leads to the choice, where another currency is one press away', async () => {
    open()
    await page.connect()
    await choose(0)
    await page.expectState('review', 'Devnet B')
    const buttons = [...(page.element.shadowRoot?.querySelectorAll('button') ?? [])]
    buttons.find(({ textContent }) => textContent.trim() === 'Back')?.click()
    await choose(1)
    await page.expectState('review')
    expect(named).toEqual(['USDC-devnet-b', 'USDC-devnet'])
  })

  test('the only currency that the wallet can pay in is selected, and the screen states the true reason', async () => {
    open({ rows: [row('USDC-devnet-b'), row('USDC-devnet', POOR)] })
    await page.connect()
    await page.expectState('review', 'Selected for you: USDC on Devnet B')
  })
})

describe('An accepted currency at a market price', () => {
  const market = { pricing: 'market', symbol: 'USDC', decimals: 6 }
  const options = listed.map((one) =>
    one.option === 'USDC-devnet-b' ? { ...one, conversion: null, quoted: market } : one,
  )
  const currency = { invoiceCurrency: 'USD', paymentCurrency: 'USDC-devnet-b' }
  const amounts = { invoiceAmount: '80', paymentAmount: '80.016004', feeAmount: '0' }
  const quote = {
    ...currency,
    ...amounts,
    quoteId: 'A',
    price: '0.9998',
    createdAt: FAR,
    expiresAt: FAR,
    sources: [{ source: 'kraken', at: FAR }],
  }
  const quotedRow = row('USDC-devnet-b', { amount: '80.016004', neededAmount: '80.016004' })

  test('an accepted currency at a market price is listed once the service has created its quote', async () => {
    const calls: string[] = []
    page = openPage(paymentIn('USDC-devnet'), wallet, (call) => {
      calls.push(call)
      if (call === 'quote') return Response.json(quote, { status: 201 })
      const isQuoted = calls.includes('quote')
      if (call === 'wallet_options') {
        return Response.json({ options: isQuoted ? [quotedRow, ...RICH.slice(1)] : RICH.slice(1) })
      }
      return call === 'lease' ? null : Response.json({ ...paymentIn('USDC-devnet'), options })
    })
    await page.connect()
    await page.expectState('options', 'on Devnet B')
    expect(calls.filter((call) => call === 'quote')).toHaveLength(1)
    expect(rows()).toHaveLength(2)
  })

  test('an accepted currency at a market price is omitted while it has no price, and the others remain', async () => {
    page = openPage(paymentIn('USDC-devnet'), wallet, (call) => {
      if (call === 'quote') {
        return Response.json({ code: 'price_unavailable', message: '' }, { status: 503 })
      }
      if (call === 'wallet_options') return Response.json({ options: RICH.slice(1) })
      if (call === 'calldata') {
        return Response.json(honestCalldata(paymentIn('USDC-devnet'), null, DOLLARS))
      }
      return call === 'lease' ? null : Response.json({ ...paymentIn('USDC-devnet'), options })
    })
    await page.connect()
    await page.expectState('review')
    expect(page.element.payment?.network).toBe('devnet')
  })
})

describe('A host that lies about the amount in a row', () => {
  test.each(['80.016001', '80.015999', '8.0016', '800.16', '0'])(
    'the list is rejected, and the wallet receives no request: %s instead of 80.016',
    async (amount) => {
      open({ rows: [row('USDC-devnet-b'), row('USDC-devnet', { amount })] })
      await page.connect()
      await page.expectState('failed', 'Nothing was charged.')
      expect(page.element.error?.code).toBe('invalid_response')
      expect(wallet.methods().filter((method) => !READS.includes(method))).toEqual([])
    },
  )

  test('an amount at a rate that changed between the two responses is read again', async () => {
    let reads = 0
    open()
    page.close()
    page = openPage(paymentIn('USDC-devnet'), wallet, (call) => {
      if (call === 'lease' || call === 'calldata') return null
      if (call === 'wallet_options') {
        reads += 1
        const old = { amount: '80.02' }
        return Response.json({
          options: RICH.map((one) => (reads === 1 ? { ...one, ...old } : one)),
        })
      }
      return Response.json({ ...paymentIn('USDC-devnet'), options: listed })
    })
    await page.connect()
    await page.expectState('options', 'Total $80.30')
    expect(reads).toBe(2)
  })
})

/** The payee bears 1 %: 80 dollars in all, of which 79.2 arrive. */
const BORNE = { percentage: '1', amount: '0.8', address: THIEF, bearer: 'payee' } as const

describe('A host that lies about a fee in one of several accepted currencies', () => {
  const lies: readonly (readonly [string, PaymentItem['fee']])[] = [
    ['the payer bears the fee, on top of the price', { ...BORNE, bearer: null }],
    ['a higher fee, of which the payee receives less', { ...BORNE, percentage: '5', amount: '4' }],
    ['a lower amount for the same percentage', { ...BORNE, amount: '0.4' }],
    ['no fee', null],
    ['another recipient of the fee', { ...BORNE, address: PAYEE }],
  ]

  test('the wallet is asked if every currency has the same fee', async () => {
    open({ fee: BORNE })
    await page.connect()
    await choose(0)
    await page.expectState('review', '80')
    await page.pay()
    await expect.poll(prompts).not.toEqual([])
  })

  test.each(lies)('the wallet receives no request: %s', async (_, fee) => {
    open({ fee: BORNE, item: { fee } })
    await page.connect()
    await choose(0)
    await page.expectState('failed', 'Nothing was charged.')
    expect(prompts()).toEqual([])
  })

  // The percentage alone determines the fee in the transactions.
  const signed = lies.filter(([name]) => !name.startsWith('a lower amount'))
  test.each(signed)(
    'the wallet receives no request if only the transactions differ: %s',
    async (_, fee) => {
      open({ fee: BORNE, paid: { fee } })
      await page.connect()
      await choose(0)
      await page.expectState('failed', 'Nothing was charged.')
      expect(prompts()).toEqual([])
    },
  )
})

const prompts = () => wallet.methods().filter((method) => !READS.includes(method))

describe('A host that lies about accepted currencies', () => {
  const lies: readonly (readonly [string, Host, string])[] = [
    ['another payee than it listed', { item: { payee: THIEF } }, 'calldata_mismatch'],
    ['another payee in the transactions', { paid: { payee: THIEF } }, 'calldata_mismatch'],
    [
      'another reference than it listed',
      { item: { paymentReference: OTHER_REFERENCE } },
      'calldata_mismatch',
    ],
    [
      'another reference in the transactions',
      { paid: { paymentReference: OTHER_REFERENCE } },
      'calldata_mismatch',
    ],
    [
      'a higher amount than it listed',
      { item: { amount: '81', remainingAmount: '81' } },
      'invalid_response',
    ],
    [
      'a higher amount in the transactions',
      { paid: { remainingAmount: '81' } },
      'calldata_mismatch',
    ],
    ['the currency of another option', { inCurrency: 'USDC-devnet' }, 'calldata_mismatch'],
    [
      'another invoice currency',
      { item: { symbol: 'EUR', invoiceCurrency: 'EUR' } },
      'calldata_mismatch',
    ],
  ]

  test.each(lies)('the wallet receives no request: %s', async (_, host, code) => {
    open(host)
    await page.connect()
    await choose(0)
    await page.expectState('failed', 'Nothing was charged.')
    expect(['calldata_mismatch', 'invalid_response', code]).toContain(page.element.error?.code)
    expect(wallet.methods().filter((method) => !READS.includes(method))).toEqual([])
  })

  test('a network with a chain id other than the registry’s is not offered', async () => {
    const other = { ...listed[1], chain: { ...listed[1]?.chain, chainId: 1 } }
    open()
    page.close()
    page = openPage(paymentIn('USDC-devnet'), wallet, (call) => {
      if (call === 'wallet_options') return Response.json({ options: RICH })
      if (call === 'lease') return null
      if (call === 'calldata') {
        return Response.json(honestCalldata(paymentIn('USDC-devnet'), null, DOLLARS))
      }
      return Response.json({ ...paymentIn('USDC-devnet'), options: [listed[0], other] })
    })
    await page.connect()
    await page.expectState('review')
    expect(page.element.payment?.network).toBe('devnet')
  })

  test('a response that is not a list causes no request to the wallet', async () => {
    open({ rows: [{ option: 'USDC-devnet' }] })
    await page.connect()
    await page.expectState('connect')
    expect(wallet.methods().filter((method) => !READS.includes(method))).toEqual([])
  })

  test('the payee of the listed option is the payee that the payer reviews', async () => {
    open()
    await page.connect()
    await choose(0)
    await page.expectState('review')
    expect(page.element.shadowRoot?.textContent).toContain(PAYEE.slice(-4))
    expect(ITEMS['USDC-devnet-b']?.tokenAddress).toBe(USDC)
  })
})
