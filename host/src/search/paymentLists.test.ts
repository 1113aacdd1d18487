import { describe, expect, it } from 'vitest'
import { paymentGroup } from './paymentGroup.ts'
import { listsOf, walletList } from './paymentLists.ts'

const PAYEE = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
const TRON = 'TJRabPrwbZy45sbavfcjinPJC18kjpRTv8'

describe('listsOf', () => {
  it('adds a payment to the lists of all, of both wallets and of its reference', () => {
    expect(listsOf({ payer: TRON, payee: PAYEE, reference: 'PO 1' })).toEqual([
      '',
      `w${PAYEE.toLowerCase()}`,
      `w${TRON}`,
      'rPO 1',
    ])
  })

  it('lists a wallet that pays itself once, regardless of case', () => {
    const lists = listsOf({ payer: PAYEE.toLowerCase(), payee: PAYEE, reference: null })
    expect(lists).toEqual(['', walletList(PAYEE)])
  })

  it('distinguishes a reference from a wallet with the same text', () => {
    const lists = listsOf({ payer: null, payee: PAYEE, reference: PAYEE.toLowerCase() })
    expect(new Set(lists).size).toBe(3)
  })
})

describe('paymentGroup', () => {
  const facts = {
    tenant_id: 'tenant',
    client_id: null,
    type: 'direct' as const,
    invoice_currency: 'USD',
    payment_currency: 'USDC-base',
  }

  it('is equal for shared members, and different for any difference', () => {
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
