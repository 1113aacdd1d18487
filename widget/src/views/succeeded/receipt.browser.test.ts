import { describe, expect, test } from 'vitest'
import type { Model } from '../../model.ts'
import type { PaymentMetadata } from '../../paymentMetadata.ts'
import { findFixture, mountFixture } from '../../testing/mountFixture.ts'
import { en } from '../../text/en.ts'
import { enFlow } from '../../text/enFlow.ts'
import { createFormat } from '../../text/format.ts'
import { fixtures } from '../fixtures.ts'
import { createReceipt } from './createReceipt.ts'
import { serializeReceipt } from './renderReceiptDocument.ts'

const WAIT = { interval: 10 }
const SOURCE_HASH = '0x7d5e2c2f5f4f8e2a7a0d8b1f6b5c4d3e2f1a0b9c8d7e6f5a4b3c2d1e0f9a8b7c'
const ARRIVAL_HASH = '0x1c9e83f0d2b54a67988776655443322110ffeeddccbbaa99887766554433221f'
const TRANSFER = {
  txHash: SOURCE_HASH,
  chain: 'OPTIMISM',
  token: 'USDC',
  sourceAmount: '10.06',
  status: 'completed',
  isCounted: true,
  settledTxHash: ARRIVAL_HASH,
  explorerUrl: `https://scan.li.fi/tx/${SOURCE_HASH}`,
  sourceNetwork: { id: 'optimism', name: 'Optimism', chainId: 10 },
  transactionUrl: `https://optimistic.etherscan.io/tx/${SOURCE_HASH}`,
  bridgeFee: '0.04',
}
const words = { text: { ...en, ...enFlow }, format: createFormat('en') }

function paid(name: string, transfers: readonly object[] = []): PaymentMetadata {
  const model: Model | undefined = fixtures[name]
  if (!model?.payment) throw new Error(`The fixture ${name} has no payment.`)
  return { ...model.payment, raw: { transfers } }
}

function rowsOf(markup: string): string[] {
  const page = new DOMParser().parseFromString(markup, 'text/html')
  return [...page.querySelectorAll('tr')].map((row) =>
    [...row.cells].map((cell) => cell.textContent?.replace(/\s+/g, ' ').trim()).join(': '),
  )
}

describe('The receipt of a payment over a bridge', () => {
  test('the receipt of a payment over a bridge shows the amount that left the wallet, the network, and the bridge’s fee', () => {
    const receipt = createReceipt(paid('succeeded', [TRANSFER]), null)
    expect(receipt.sources).toEqual([
      {
        network: { id: 'optimism', name: 'Optimism', chainId: 10 },
        hash: SOURCE_HASH,
        explorerUrl: TRANSFER.transactionUrl,
        bridgeUrl: TRANSFER.explorerUrl,
        sent: { amount: '10.06', symbol: 'USDC' },
        bridgeFee: { amount: '0.04', symbol: 'USDC' },
        arrivalHash: ARRIVAL_HASH,
      },
    ])
    expect(rowsOf(serializeReceipt(receipt, words))).toEqual(
      expect.arrayContaining([
        'Paid with: 10.06 USDC · Optimism',
        'Kept by the bridge: 0.04 USDC',
        `Transaction · Optimism: ${SOURCE_HASH}`,
        `Transaction · Base Sepolia: ${receipt.transactions[0]?.hash}`,
      ]),
    )
  })

  test('the receipt of a payment over a bridge omits amounts that did not count, and values that the service does not return', () => {
    const refunded = { ...TRANSFER, status: 'refunded', isCounted: false, settledTxHash: null }
    expect(createReceipt(paid('succeeded', [refunded]), null).sources).toEqual([])
    const { sourceNetwork: _, transactionUrl: __, bridgeFee: ___, ...old } = TRANSFER
    const [source] = createReceipt(paid('succeeded', [old]), null).sources
    expect(source).toMatchObject({
      network: { id: null, name: 'OPTIMISM', chainId: null },
      explorerUrl: null,
      bridgeFee: null,
    })
    expect(createReceipt(paid('succeeded', [{ txHash: 7 }]), null).sources).toEqual([])
  })
})

describe('The screen of a paid payment', () => {
  const twice = /^Overpaid by 10\sUSDC, not refunded so far\./
  const readNotes = async (amountPaid: string, note: Model['note'] = null) => {
    const model = findFixture('succeeded')
    const payment = model.payment && {
      ...model.payment,
      items: model.payment.items.map((item) => ({ ...item, amountPaid })),
    }
    const { element, root } = await mountFixture('succeeded', {
      model: { ...model, payment, note },
    })
    const notes = [...root.querySelectorAll('.note')].map((one) => one.textContent?.trim())
    element.remove()
    return notes
  }

  test('the screen of a paid payment has a single note with the surplus if another payer paid it a second time', async () => {
    // 10 USDC were due.
    expect(await readNotes('20')).toEqual([expect.stringMatching(twice)])
    expect(await readNotes('20.5', { code: 'paid_twice', tone: 'error' })).toEqual([
      expect.stringMatching(/^A second payment was sent/),
    ])
  })

  test('the screen shows no note about a second payment for a payment that was paid once, or rounded up', async () => {
    expect(await readNotes('10')).toEqual([])
    expect(await readNotes('10.1')).toEqual([])
    // The project's own service never sends an amount with an exponent; the screen must still render.
    expect(await readNotes('2e1')).toEqual([])
  })
})

describe('The screen of an overpaid payment', () => {
  const readScreen = async (
    amountPaid: string,
    patch: Partial<PaymentMetadata> = {},
    note: Model['note'] = null,
  ) => {
    const model = findFixture('succeeded')
    const [item] = model.payment?.items ?? []
    const items = item ? [{ ...item, amountPaid }] : []
    const payment = model.payment && { ...model.payment, items, ...patch }
    const { element, root } = await mountFixture('succeeded', {
      model: { ...model, payment, note },
    })
    if (patch.refunds) {
      await expect.poll(() => root.querySelector('[part~="refunds"]'), WAIT).not.toBeNull()
    }
    const read = (selector: string) =>
      [...root.querySelectorAll(selector)].map((one) =>
        one.textContent?.replaceAll(/\s+/g, ' ').trim(),
      )
    const shown = {
      notes: read('.note.error'),
      links: [...root.querySelectorAll('.note.error a')].map((one) => one.getAttribute('href')),
      said: read('[role="status"], [role="alert"]').join(''),
    }
    element.remove()
    return shown
  }
  const refundOf = (amount: string) => {
    const [paid] = findFixture('succeeded').payment?.transactions ?? []
    return paid ? { refunds: [{ ...paid, amount, txHash: `0x${'77'.repeat(32)}` }] } : {}
  }
  const second = { code: 'paid_twice', tone: 'error' } as const

  test('the screen of an overpaid payment shows the surplus and the merchant to ask, and a screen reader announces both', async () => {
    const sentence =
      /^Overpaid by 3\.50 USDC, not refunded so far\. Ask Nordlicht Coffee for a refund\./
    const { notes, said } = await readScreen('13.5')
    expect(notes).toEqual([expect.stringMatching(sentence)])
    expect(said).toContain('Overpaid by 3.50 USDC')
  })

  test('the screen of an overpaid payment links the merchant’s contact', async () => {
    const merchant = { name: 'Shop', logoUrl: null, supportUrl: 'mailto:help@shop.example' }
    const { links } = await readScreen('13.5', { merchant })
    expect(links).toEqual(['mailto:help@shop.example'])
  })

  test.each([
    ['another page sent twice', null],
    ['this page sent twice', second],
  ])(
    'the screen of an overpaid payment shows nothing more about a payment that %s once its refund is on chain',
    async (_, note) => {
      const { notes, said } = await readScreen('20', refundOf('10'), note)
      expect(notes).toEqual([])
      expect(said).not.toMatch(/second payment/)
      expect(said).toContain('10 USDC was refunded.')
    },
  )

  test('the screen of an overpaid payment shows only the rest of a second payment that was refunded in part', async () => {
    const rest = [expect.stringContaining('Overpaid by 5.999999 USDC')]
    expect((await readScreen('20', refundOf('4.000001'))).notes).toEqual(rest)
    expect((await readScreen('20', refundOf('4.000001'), second)).notes).toEqual(rest)
  })

  test('the screen of an overpaid payment ignores refunds of other requests and amounts that are not numbers', async () => {
    const { refunds = [] } = refundOf('10')
    const foreign = refunds.map((one) => ({ ...one, requestId: 'another' }))
    const broken = refunds.map((one) => ({ ...one, amount: '1e9' }))
    const { notes } = await readScreen('20', {
      refunds: [...foreign, ...(refundOf('1').refunds ?? [])],
    })
    expect(notes).toEqual([expect.stringContaining('Overpaid by 9 USDC')])
    expect(
      (await readScreen('20', { refunds: [...broken, ...(refundOf('1').refunds ?? [])] })).notes,
    ).toEqual([expect.stringContaining('Overpaid by 9 USDC')])
  })

  test('the screen of a converted payment shows no surplus next to a refund in another currency', async () => {
    const { payment } = findFixture('succeeded-converted')
    const [item] = payment?.items ?? []
    if (!payment || !item) throw new Error('The fixture has no item.')
    const items = [{ ...item, amountPaid: '100' }]
    expect((await readScreen('', { ...payment, items })).notes).toEqual([
      expect.stringMatching(/^Overpaid by \$20\.00/),
    ])
    const refunded = { ...payment, items, ...refundOf('20') }
    expect((await readScreen('', refunded)).notes).toEqual([])
  })

  test('the screen of an overpaid payment shows no surplus next to a refund in another accepted currency', async () => {
    const refunds = refundOf('0.0132').refunds?.map((one) => ({ ...one, symbol: 'ETH' })) ?? []
    const { notes, said } = await readScreen('20', { refunds })
    expect(notes).toEqual([])
    expect(said).toContain('0.0132 ETH was refunded.')
  })
})

describe('The receipt on paper', () => {
  test('the receipt on paper fits its page with content of any length', async () => {
    const payment = paid('succeeded', [TRANSFER])
    const long = { ...payment, reference: `PO-${'7'.repeat(250)}` }
    const markup = serializeReceipt(createReceipt(long, 'Nordlicht '.repeat(12)), words)
    const frame = document.createElement('iframe')
    for (const width of [320, 794]) {
      frame.style.cssText = `inline-size:${width}px;block-size:1123px;border:0`
      frame.srcdoc = markup
      const loaded = new Promise((resolve) =>
        frame.addEventListener('load', resolve, { once: true }),
      )
      document.body.append(frame)
      await loaded
      const root = frame.contentDocument?.documentElement
      expect(root?.scrollWidth).toBeLessThanOrEqual(width)
      // The height of one A4 page at 96 dpi.
      if (width > 320) expect(root?.scrollHeight).toBeLessThanOrEqual(1_123)
      frame.remove()
    }
  })

  test('the receipt on paper contains everything that the payer must be able to prove', () => {
    const receipt = createReceipt(paid('succeeded'), 'Nordlicht Coffee')
    const markup = serializeReceipt(receipt, words)
    for (const fact of [
      'Nordlicht Coffee',
      receipt.token,
      receipt.network.name,
      receipt.reference,
      ...receipt.items.map(({ payee }) => payee),
      ...receipt.transactions.map(({ hash }) => hash),
    ]) {
      expect(markup).toContain(fact)
    }
  })
})
