import { describe, expect, it } from 'vitest'
import { paymentGroup } from './paymentGroup.ts'
import { listsOf, walletList } from './paymentLists.ts'

const PAYEE = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
const TRON = 'TJRabPrwbZy45sbavfcjinPJC18kjpRTv8'

/** One US dollar, priced and paid in the same token. */
const DOLLAR = {
  invoice_currency: 'USDC-base',
  payment_currency: 'USDC-base',
  request_units: '1000000',
  credited_units: '1000000',
  customer_email: null,
  link_token: null,
}

describe('listsOf', () => {
  it('listsOf adds a payment to the lists of all payments, of both wallets and of its reference', () => {
    expect(listsOf({ ...DOLLAR, payer: TRON, payee: PAYEE, reference: 'PO 1' })).toEqual([
      '',
      `w${PAYEE.toLowerCase()}`,
      `w${TRON}`,
      'rPO 1',
      'a1',
    ])
  })

  it('listsOf lists a wallet that pays itself once, regardless of case', () => {
    const lists = listsOf({ ...DOLLAR, payer: PAYEE.toLowerCase(), payee: PAYEE, reference: null })
    expect(lists).toEqual(['', walletList(PAYEE), 'a1'])
  })

  it('listsOf distinguishes a reference from a wallet with the same text', () => {
    const lists = listsOf({ ...DOLLAR, payer: null, payee: PAYEE, reference: PAYEE.toLowerCase() })
    expect(new Set(lists).size).toBe(4)
  })

  it('listsOf adds a payment to the list of its customer’s e-mail address', () => {
    const customer_email = 'ana@example.test'
    const payment = { ...DOLLAR, payer: null, payee: PAYEE, reference: null, customer_email }
    expect(listsOf(payment)).toContain('eana@example.test')
  })

  it.each([
    ['USD', '1250000000', 'USDC-base', '12512345', ['a12.5', 'a12.512345']],
    ['USD', '1250000000', 'USDC-base', '12500000', ['a12.5']],
    ['USDC-base', '12500000', 'USDC-base', '12400000', ['a12.5']],
    ['ETH-mainnet', '1', 'ETH-mainnet', '1', ['a0.000000000000000001']],
    ['no-such-currency', '1', 'USDC-base', '10000000', ['a10']],
  ])(
    'listsOf adds a payment of %s %s in %s %s to the lists %s',
    (...[price, units, paid, arrived, lists]) => {
      const payment = {
        ...{ payer: null, payee: PAYEE, reference: null, customer_email: null, link_token: null },
        ...{ invoice_currency: price, request_units: units },
        ...{ payment_currency: paid, credited_units: arrived },
      }
      expect(listsOf(payment).filter((list) => list.startsWith('a'))).toEqual(lists)
    },
  )
})

describe('paymentGroup', () => {
  const facts = {
    tenant_id: 'tenant',
    client_id: null,
    type: 'direct' as const,
    invoice_currency: 'USD',
    payment_currency: 'USDC-base',
  }

  it('paymentGroup returns the same id for equal members, and another id if any member differs', () => {
    expect(paymentGroup({ ...facts })).toEqual(paymentGroup(facts))
    const others = [
      { ...facts, tenant_id: 'other' },
      { ...facts, client_id: 'cli_1' },
      { ...facts, type: 'conversion' as const },
      { ...facts, invoice_currency: 'EUR' },
      { ...facts, payment_currency: 'USDT-base' },
      { ...facts, invoice_currency: 'USDC-base', payment_currency: 'USD' },
    ]
    const ids = new Set([facts, ...others].map((each) => paymentGroup(each).id))
    expect(ids.size).toBe(7)
  })
})
