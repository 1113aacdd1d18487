import { formatDestinationId } from '@secure-payment/core/destinations'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { batchLies, bearerLies } from '../../tests/e2e/support/lies/batchLies.ts'
import { onToken } from '../../tests/e2e/support/lies/changeCalls.ts'
import { conversionLies } from '../../tests/e2e/support/lies/conversionLies.ts'
import { decoys } from '../../tests/e2e/support/lies/decoys.ts'
import { type Lie, lie, THIEF } from '../../tests/e2e/support/lies/lie.ts'
import { manipulate } from '../../tests/e2e/support/lies/manipulate.ts'
import { nativeLies } from '../../tests/e2e/support/lies/nativeLies.ts'
import { tokenLies } from '../../tests/e2e/support/lies/tokenLies.ts'
import type { PaymentItem, PaymentMetadata } from './paymentMetadata.ts'
import {
  aConvertedItem,
  aNativeItem,
  anItem,
  aPayment,
  FEE_ADDRESS,
  PAYEE,
  PAYER,
  USDC,
} from './testing/examples.ts'
import { type FakeProvider, fakeProvider, honestCalldata } from './testing/fakes.ts'
import { openPage } from './testing/openPage.ts'

/** Methods that the element may call before it rejects a payment: for the account, the network, and the fee of the batch contract. */
const READS = ['eth_requestAccounts', 'eth_accounts', 'eth_chainId', 'eth_call']
const STOPPED = 'This payment was stopped for your safety'
const DEVNET = 31_337

let wallet: FakeProvider
let page: ReturnType<typeof openPage>

beforeEach(() => {
  localStorage.clear()
  wallet = fakeProvider({
    eth_chainId: '0x7a69',
    eth_accounts: [PAYER],
    eth_requestAccounts: [PAYER],
    // The batch contract has no fee.
    eth_call: `0x${'00'.repeat(32)}`,
  })
})

afterEach(() => page.close())

/** 12.5 USDC with a fee, so that the host can manipulate the fee. */
const TOKEN_ITEM = anItem({
  amount: '12.5',
  remainingAmount: '12.5',
  fee: { percentage: '2', amount: '0.25', address: FEE_ADDRESS },
})
const BATCH_ITEMS = [
  aBatched(0, { amount: '3', remainingAmount: '3' }),
  aBatched(1, {
    amount: '4',
    remainingAmount: '4',
    symbol: 'DAI',
    decimals: 18,
    tokenAddress: decoys().dai,
    invoiceCurrency: 'DAI-devnet',
    paymentCurrency: 'DAI-devnet',
  }),
  aBatched(2, { amount: '5', remainingAmount: '5' }),
]
/** 3 USDC and a fee of 0.06 on top, and 4 USDC, of which the recipient receives 3.92. */
const BORNE_ITEMS: readonly [PaymentItem, PaymentItem] = [
  aBatched(0, {
    amount: '3',
    remainingAmount: '3',
    fee: { percentage: '2', amount: '0.06', address: FEE_ADDRESS },
  }),
  aBatched(1, {
    amount: '4',
    remainingAmount: '4',
    fee: { percentage: '2', amount: '0.08', address: FEE_ADDRESS, bearer: 'payee' },
  }),
]
/** 80 dollars at 1.0002 are 80.016 USDC, and 1 % more is 80.81616. */
const DOLLARS_WITHOUT_FEE = { maxToSpendUnits: 80_816_160n }

const KINDS: readonly Kind[] = [
  { name: 'a token payment', items: [TOKEN_ITEM], lies: tokenLies(decoys()) },
  {
    name: 'a native payment',
    items: [aNativeItem({ amount: '0.25', remainingAmount: '0.25', fee: null })],
    lies: nativeLies(decoys()),
  },
  { name: 'a batch', items: BATCH_ITEMS, lies: batchLies() },
  {
    name: 'a batch whose fees different parties bear',
    items: BORNE_ITEMS,
    lies: [...bearerLies(), ...batchLies().filter(({ reason }) => reason === 'wrong_fee_address')],
  },
  {
    name: 'a payment in another currency',
    items: [aConvertedItem({ fee: null })],
    lies: conversionLies(decoys()),
  },
]

describe.each(KINDS)('When the host manipulates $name', ({ items, lies }) => {
  test('the payer reviews the payment if the host does not manipulate it', async () => {
    open({ items }, null)
    await page.connect()
    await page.expectState('review')
  })

  test.each(lies)('the wallet receives no request: $name', async (untruth) => {
    open({ items }, untruth)
    await page.connect()
    await expectRefused('calldata_mismatch', untruth.reason)
    await page.expectState('failed', 'your wallet was not asked')
  })
})

describe('When the host manipulates the payment only after Pay', () => {
  const names = ['another payee', 'one unit more', 'an unlimited approval']
  const lies = tokenLies(decoys()).filter(({ name }) => names.includes(name))

  test.each(lies)('the wallet receives no request: $name', async (untruth) => {
    expect(lies).toHaveLength(names.length)
    open({ items: [TOKEN_ITEM] }, untruth, { from: 2 })
    await page.connect()
    await page.expectState('review')
    await page.pay()
    await expectRefused('calldata_mismatch', untruth.reason)
  })
})

describe('A host that describes another payment', () => {
  test.each([
    {
      name: 'a known symbol over another token',
      reason: 'wrong_currency',
      change: { tokenAddress: decoys().dai },
    },
    { name: 'a shifted point', reason: 'wrong_currency', change: { decimals: 18 } },
    {
      name: 'a smaller amount than it asks to sign',
      // The element checks the approval first, which exceeds the displayed amount.
      reason: 'excessive_approval',
      change: { remainingAmount: '1' },
    },
  ])('the element rejects what differs from the calldata: $name', async ({ reason, change }) => {
    const honest = honestCalldata(aPayment({ items: [TOKEN_ITEM] }))
    const payment = aPayment({ items: [{ ...TOKEN_ITEM, ...change }], expiresAt: FAR })
    page = openPage(payment, wallet, (call) => (call === 'calldata' ? Response.json(honest) : null))
    await page.connect()
    await expectRefused('calldata_mismatch', reason)
  })

  const [onTop, borne] = BORNE_ITEMS
  const withFee = (item: PaymentItem, fee: Partial<NonNullable<PaymentItem['fee']>>) => ({
    ...item,
    fee: item.fee && { ...item.fee, ...fee },
  })
  test.each([
    {
      name: 'the payer’s fee as the recipient’s',
      // The approval exceeds, or does not cover, the described sum; the element checks it first.
      reason: 'excessive_approval',
      items: [withFee(onTop, { bearer: 'payee' }), borne],
    },
    {
      name: 'the recipient’s fee as the payer’s',
      reason: 'insufficient_approval',
      items: [onTop, withFee(borne, { bearer: null })],
    },
    {
      name: 'the bearers swapped',
      reason: 'insufficient_approval',
      items: [withFee(onTop, { bearer: 'payee' }), withFee(borne, { bearer: null })],
    },
    {
      name: 'a lower percentage of the recipient’s fee',
      reason: 'wrong_amount',
      items: [onTop, withFee(borne, { percentage: '1', amount: '0.04' })],
    },
    {
      name: 'no fee of the recipient',
      reason: 'wrong_amount',
      items: [onTop, { ...borne, fee: null }],
    },
    {
      name: 'another address of the recipient’s fee',
      reason: 'invalid_expectation',
      items: [onTop, withFee(borne, { address: THIEF })],
    },
    {
      name: 'the recipient’s fee as a part of the payer’s',
      reason: 'insufficient_approval',
      items: [withFee(onTop, { percentage: '4', amount: '0.12' }), { ...borne, fee: null }],
    },
  ])('the element rejects a batch that is described with $name', async ({ reason, items }) => {
    const honest = honestCalldata(aPayment({ items: BORNE_ITEMS }))
    const payment = aPayment({ items, expiresAt: FAR })
    page = openPage(payment, wallet, (call) => (call === 'calldata' ? Response.json(honest) : null))
    await page.connect()
    await page.expectState('failed', STOPPED)
    expect(page.element.error?.params?.['reason']).toBe(reason)
    expect(wallet.methods().filter((method) => !READS.includes(method))).toEqual([])
  })

  test('the element rejects a payee that the page did not pin', async () => {
    open({ items: [TOKEN_ITEM] }, null, { attributes: { destination: destinationOf(THIEF) } })
    await page.connect()
    await expectRefused('destination_mismatch')
    await page.expectState('failed', 'a different recipient than this shop named')
  })

  test('the element accepts the payee that the page pinned', async () => {
    open({ items: [TOKEN_ITEM] }, null, { attributes: { destination: destinationOf(PAYEE) } })
    await page.connect()
    await page.expectState('review')
  })
})

describe('When the host manipulates a payout', () => {
  const swapped = lie('another recipient', 'wrong_payee', onToken({ to: THIEF }))
  const more = lie('one unit more', 'wrong_amount', onToken({ amount: (units) => units + 1n }))
  const one = anItem({ amount: '12.5', remainingAmount: '12.5', fee: null })
  const several = batchLies().filter(({ reason }) => reason === 'wrong_payee')
  const stopped = 'This payout was stopped for your safety'
  const cases = [
    ...[swapped, more].map((untruth) => ({ ...untruth, items: [one] })),
    ...several.map((untruth) => ({ ...untruth, items: BATCH_ITEMS })),
  ]

  test.each(cases)('the wallet receives no request: $name, of $items.length', async (untruth) => {
    expect(several.length).toBeGreaterThan(0)
    open({ flow: 'pay', items: untruth.items }, untruth)
    await page.connect()
    await expectRefused('calldata_mismatch', untruth.reason, stopped)
  })

  test('when the host manipulates a payout after Pay, the wallet receives no request', async () => {
    open({ flow: 'pay', items: [one] }, swapped, { from: 2 })
    await page.connect()
    await page.expectState('review')
    await page.pay()
    await expectRefused('calldata_mismatch', 'wrong_payee', stopped)
  })

  test('when the host manipulates a payout with a recipient that the page did not pin, the wallet receives no request', async () => {
    const attributes = { destination: destinationOf(THIEF) }
    open({ flow: 'pay', items: [one] }, null, { attributes })
    await page.connect()
    await expectRefused('destination_mismatch', undefined, stopped)
  })
})

type Kind = {
  readonly name: string
  readonly items: readonly PaymentItem[]
  readonly lies: readonly Lie[]
}

const FAR = '2999-01-01T00:00:00.000Z'

function aBatched(index: number, patch: Partial<PaymentItem>): PaymentItem {
  return anItem({
    requestId: `01${String(index).repeat(64)}`,
    paymentReference: `0x${String(index + 1).repeat(16)}`,
    fee: null,
    ...patch,
  })
}

/** Opens a payment whose service manipulates the transactions from call number `from` onwards; 1 by default. */
function open(
  patch: Partial<PaymentMetadata>,
  untruth: Lie | null,
  { from = 1, attributes = {} }: { from?: number; attributes?: Record<string, string> } = {},
): void {
  const payment = aPayment({ ...patch, expiresAt: FAR })
  const honest = honestCalldata(payment, null, DOLLARS_WITHOUT_FEE)
  let number = 0
  page = openPage(
    payment,
    wallet,
    (call) => {
      if (call !== 'calldata') return null
      number += 1
      const isLie = untruth !== null && number >= from
      return Response.json(isLie ? manipulate(honest, untruth) : honest)
    },
    attributes,
  )
}

/** Expects a rejected payment's page, and no request to the wallet other than reads. */
async function expectRefused(code: string, reason?: string, title = STOPPED): Promise<void> {
  await page.expectState('failed', title)
  await page.expectState('failed', 'Nothing was charged.')
  expect(page.find('[part~="pay-button"]')).toBeNull()
  const { error } = page.element
  expect({ code: error?.code, reason: error?.params?.['reason'] }).toEqual({ code, reason })
  expect(wallet.methods()).toContain('eth_requestAccounts')
  expect(wallet.methods().filter((method) => !READS.includes(method))).toEqual([])
}

function destinationOf(walletAddress: string): string {
  return formatDestinationId({ walletAddress, chainId: DEVNET, tokenAddress: USDC }).destinationId
}
