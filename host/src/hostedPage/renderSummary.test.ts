import { describe, expect, it } from 'vitest'
import type { PageLanguage } from '../http/pageWords.ts'
import { renderSummary, type Summarised, type TotalLabel } from './renderSummary.ts'

const MERCHANT = {
  name: 'North & Bean',
  logoUrl: null,
  supportUrl: null,
  supportEmail: null,
  termsUrl: null,
  privacyUrl: null,
  verifiedDomain: null,
}

const ITEM = {
  payee: '0x742d35Cc6634C0532925a3b844Bc454e4438f44e',
  amount: '12',
  symbol: 'USD',
  decimals: 8,
  fee: null,
  conversion: null,
}
const PAYMENT: Summarised = {
  chain: { name: 'Base', isTestnet: false, isLocal: false },
  items: [ITEM],
  merchant: MERCHANT,
  reference: null,
}

const render = (
  payment: Partial<Summarised> = {},
  language: PageLanguage = 'en',
  label: TotalLabel = 'toPay',
) => renderSummary({ ...PAYMENT, ...payment }, language, { isPayable: label === 'toPay', label })

/** Returns a page's text without tags, and with single spaces. */
const textOf = (html: string) => html.replaceAll(/<[^>]+>/g, ' ').replaceAll(/\s+/g, ' ')

/** Returns the amounts of a summary as text. */
function amountsOf(items: Summarised['items'], language: PageLanguage = 'en'): string[] {
  const amounts = [...render({ items }, language).matchAll(/<p class="amount">(.*?)<[/]p>/g)]
  return amounts.map(([, html = '']) =>
    html
      .replaceAll(/<[^>]+>/g, '')
      .replaceAll('\u00a0', ' ')
      .trim(),
  )
}

describe('The amount of a summary', () => {
  it.each([
    ['12', 'USD', 'en', '$12.00'],
    ['12', 'USD', 'de', '12,00 $'],
    ['1234.5', 'EUR', 'de', '1.234,50 €'],
    ['1500', 'JPY', 'en', '¥1,500'],
    ['0.005', 'USD', 'en', '$0.005'],
    ['12', 'USDC', 'en', '12 USDC'],
    ['12.5', 'USDC', 'en', '12.50 USDC'],
  ] as const)(
    'the amount of a summary of %s %s is written in %s as in the element',
    (amount, symbol, language, text) => {
      expect(amountsOf([{ ...ITEM, amount, symbol }], language)).toEqual([text])
    },
  )

  it('the amount of a summary includes the fee, which the payer also pays', () => {
    const fee = { percentage: '2.5', amount: '0.3', address: ITEM.payee }
    expect(amountsOf([{ ...ITEM, symbol: 'USDC', decimals: 6, fee }])).toEqual(['12.30 USDC'])
  })

  it('a summary of several items has one sum per currency, for four currencies at most', () => {
    const items = ['USDC', 'USDT', 'USDC', 'ETH', 'DAI', 'FAU'].map((symbol) => ({
      ...ITEM,
      symbol,
      decimals: 6,
    }))
    expect(amountsOf(items)).toEqual(['24 USDC', '12 USDT', '12 ETH', '12 DAI', '+1'])
    expect(textOf(render({ items }))).toContain('6 recipients')
  })
})

describe('A summary', () => {
  it('a summary without a purpose labels its total as paid once the payment is complete', () => {
    expect(textOf(render())).toContain('To pay $12.00')
    expect(textOf(render({}, 'en', 'paid'))).toContain('Paid $12.00')
    expect(textOf(render({}, 'de', 'total'))).toContain('Summe 12,00 $')
  })

  it('a summary names the network, or the token in which another currency is paid', () => {
    expect(textOf(render())).toContain('on Base')
    const items = [{ ...ITEM, conversion: { symbol: 'USDC' } }]
    expect(textOf(render({ items }, 'de'))).toContain(' in USDC auf Base')
  })

  it('a summary names the token in which the payer pays a price that the host fixes', () => {
    const quoted = { symbol: 'ETH' }
    for (const label of ['toPay', 'total', 'paid'] as const) {
      const text = textOf(render({ items: [{ ...ITEM, quoted }] }, 'en', label))
      expect(text).toContain(' in ETH on Base')
      expect(text).not.toContain('paid in')
    }
    expect(textOf(render({ items: [{ ...ITEM, symbol: 'ETH', quoted }] }))).toContain(' on Base')
  })

  it('a summary of a payment that accepted several currencies names the one that paid it', () => {
    const options = [{ payee: ITEM.payee }, { payee: ITEM.payee }]
    const items = [{ ...ITEM, conversion: { symbol: 'USDC' } }]
    expect(textOf(render({ options, items }, 'en', 'paid'))).toContain(' in USDC on Base')
  })

  it('a summary of a payment in several currencies names no network, and the payee of each', () => {
    const options = [{ payee: ITEM.payee }, { payee: 'TJRabPrwbZy45sbavfcjinPJC18kjpRTv8' }]
    const text = textOf(render({ options }))
    expect(text).not.toContain('on Base')
    expect(text).toContain('0x742d35Cc…4438f44e')
    expect(text).toContain('TJRabPrwbZ…8kjpRTv8')
  })

  it('a summary shows the first letter of the merchant’s name as the logo, or the page’s title without a name', () => {
    expect(render()).toContain('<span class="logo" aria-hidden="true">N</span>')
    const page = render({ merchant: { ...MERCHANT, name: null } }, 'de')
    expect(page).toContain('<bdi class="name">Zahlung</bdi>')
    expect(page).not.toContain('class="logo"')
  })

  it('a summary has a badge only on a test network', () => {
    expect(render()).not.toContain('Test network')
    const chain = { name: 'Sepolia', isTestnet: true, isLocal: false }
    expect(render({ chain })).toContain('<span class="badge">Test network</span>')
  })

  it('a summary shows lines with their tax and their sums, and the due date as the merchant wrote it', () => {
    const lines = [
      { name: 'Chair', quantity: '2', unitPrice: '5.5', taxAmount: '1' },
      { name: 'Cushion', quantity: '1', unitPrice: '0' },
    ]
    const fee = { percentage: '1', amount: '0.12', address: ITEM.payee }
    const items = [{ ...ITEM, fee }]
    const text = textOf(render({ items, order: { dueDate: '2027-01-31', lines } }))
    expect(text).toContain('Chair and 1 more')
    expect(text).toContain('Due January 31, 2027')
    expect(text).toContain('Chair 2 × $5.50 + Tax $1.00 $12.00')
    expect(text).toContain('Subtotal $11.00 Tax $1.00 Merchant’s fee $0.12 Total $12.12')
  })

  it('a summary of lines without tax and fee has only the total below them', () => {
    const lines = [{ name: 'Chair', quantity: '2', unitPrice: '6' }]
    const text = textOf(render({ order: { title: 'Desk', lines } }))
    expect(text).toContain('Desk')
    expect(text).toContain('Total $12.00')
    expect(text).not.toMatch(/Subtotal|Tax|fee/i)
  })

  it('a summary escapes and isolates every text of the merchant', () => {
    const evil = '<img src=x onerror=alert(1)>"&\''
    const page = render({
      merchant: { ...MERCHANT, name: evil, logoUrl: 'https://x.test/"><script>' },
      reference: evil,
      order: {
        title: evil,
        description: evil,
        lines: [{ name: evil, quantity: '1', unitPrice: '12' }],
      },
    })
    expect(page).not.toMatch(/<img src=x|<script|"&'/)
    const escaped = '&#60;img src=x onerror=alert(1)&#62;&#34;&#38;&#39;'
    const isolated = page
      .split(/<bdi(?: class="name")?>/)
      .filter((part) => part.startsWith(escaped))
    expect(isolated).toHaveLength(6)
    expect(page.split(escaped)).toHaveLength(7)
  })

  it('a summary shows an address as its ends and in full, and a shortened one unchanged', () => {
    expect(render()).toContain('<bdi dir="ltr">0x742d35Cc…4438f44e</bdi>')
    expect(render()).toContain(`<bdi dir="ltr">${ITEM.payee}</bdi></details>`)
    const items = [{ ...ITEM, payee: '0x742d…f44e' }]
    expect(render({ items })).not.toContain('class="payee"')
  })
})
