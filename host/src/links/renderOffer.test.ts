import { describe, expect, it } from 'vitest'
import type { PageLanguage } from '../http/pageWords.ts'
import { type Offer, renderTerms } from './renderOffer.ts'

const MERCHANT = {
  name: 'North & Bean',
  logoUrl: null,
  supportUrl: null,
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
const OFFER: Offer = {
  chain: { name: 'Base', isTestnet: false, isLocal: false },
  items: [ITEM],
  merchant: MERCHANT,
  reference: null,
}

/** Returns the amount of an offer's page as text. */
function amountOf(item: Partial<Offer['items'][number]>, language: PageLanguage): string {
  const page = renderTerms({ ...OFFER, items: [{ ...ITEM, ...item }] }, language)
  const [, html = ''] = /<p class="amount">(.*)<[/]p>/.exec(page) ?? []
  return html.replaceAll(/<[^>]+>/g, '').replaceAll('\u00a0', ' ')
}

describe('An offer’s amount', () => {
  it.each([
    ['12', 'USD', 'en', '$12.00'],
    ['12', 'USD', 'de', '12,00 $'],
    ['1234.5', 'EUR', 'de', '1.234,50 €'],
    ['1500', 'JPY', 'en', '¥1,500'],
    ['0.005', 'USD', 'en', '$0.005'],
    ['12', 'USDC', 'en', '12 USDC'],
    ['12.5', 'USDC', 'en', '12.50 USDC'],
  ] as const)(
    'an offer’s amount of %s %s is written in %s as on the page of a payment',
    (amount, symbol, language, text) => {
      expect(amountOf({ amount, symbol }, language)).toBe(text)
    },
  )

  it('an offer’s amount includes the fee, which the payer also pays', () => {
    const fee = { percentage: '2.5', amount: '0.3', address: ITEM.payee }
    expect(amountOf({ symbol: 'USDC', decimals: 6, fee }, 'en')).toBe('12.30 USDC')
  })
})

describe('An offer’s card', () => {
  it('an offer’s card names the network, or the token in which another currency is paid', () => {
    expect(renderTerms(OFFER, 'en')).toContain('<span>on Base</span>')
    const items = [{ ...ITEM, conversion: { symbol: 'USDC' } }]
    expect(renderTerms({ ...OFFER, items }, 'de')).toContain(
      '<span>gezahlt in USDC auf Base</span>',
    )
  })

  it('an offer’s card shows the first letter of the merchant’s name as the logo, or the page’s title without a name', () => {
    expect(renderTerms(OFFER, 'en')).toContain('<span class="logo" aria-hidden="true">N</span>')
    const page = renderTerms({ ...OFFER, merchant: { ...MERCHANT, name: null } }, 'de')
    expect(page).toContain('<bdi>Zahlung</bdi>')
    expect(page).not.toContain('class="logo"')
  })

  it('an offer’s card has a badge only on a test network', () => {
    expect(renderTerms(OFFER, 'en')).not.toContain('Test network')
    const chain = { name: 'Sepolia', isTestnet: true, isLocal: false }
    expect(renderTerms({ ...OFFER, chain }, 'en')).toContain(
      '<span class="badge">Test network</span>',
    )
  })

  it('an offer’s card shows lines with their tax and their sums, and the due date as the merchant wrote it', () => {
    const lines = [{ name: 'Chair', quantity: '2', unitPrice: '5.5', taxAmount: '1' }]
    const page = renderTerms({ ...OFFER, order: { dueDate: '2027-01-31', lines } }, 'en')
    const text = page.replaceAll(/<[^>]+>/g, ' ').replaceAll(/\s+/g, ' ')
    expect(text).toContain('Due January 31, 2027')
    expect(text).toContain('Chair 2 × $5.50 + Tax $1.00 $12.00')
  })
})
