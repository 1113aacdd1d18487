import { describe, expect, test } from 'vitest'
import { nonEmpty } from '../nonEmpty.ts'
import type { PayOption } from '../payOption.ts'
import { aPayment, PAYEE } from '../testing/examples.ts'
import { fakeApi, fakeSession } from '../testing/fakes.ts'
import { limitOptions, mayPay } from './limits.ts'
import { loadOptions } from './readPayment.ts'

const EVM = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const TRON = 'TJRabPrwbZy45sbavfcjinPJC18kjpRTv8'

describe('the ways to pay that a page allows', () => {
  const way = (network: string, ...symbols: string[]): PayOption => {
    const spending = nonEmpty(symbols.map((symbol) => ({ symbol, amount: '1' })))
    const base = { network, symbol: spending[0].symbol, needed: '1', costs: spending, spending }
    const balance = { balance: null, hasEnoughBalance: true, missing: null, hasEnoughGas: null }
    return { id: `${network}:${symbols.join('+')}`, ...base, ...balance, route: 'direct' }
  }
  const all = [way('base', 'USDC'), way('base', 'USDC', 'DAI'), way('optimism', 'USDT')]
  const ids = (chains: string[], tokens: string[]) =>
    limitOptions(all, { chains, tokens }).map(({ id }) => id)

  test.each([
    [[], [], ['base:USDC', 'base:USDC+DAI', 'optimism:USDT']],
    [['base'], [], ['base:USDC', 'base:USDC+DAI']],
    [['BASE', 'optimism'], ['usdt'], ['optimism:USDT']],
    // Every currency of a batch must be allowed.
    [[], ['USDC'], ['base:USDC']],
    [['mainnet'], [], []],
  ])(
    'a page that allows the chains %j and the tokens %j offers the ways %j',
    (chains, tokens, left) => {
      expect(ids(chains, tokens)).toEqual(left)
    },
  )
})

describe('the account that may pay', () => {
  test.each([
    [null, EVM, true],
    [EVM.toLowerCase(), EVM, true],
    [EVM, '0x0000000000000000000000000000000000000001', false],
    [TRON, TRON, true],
    // Base58 is case-sensitive: another case is another address.
    [TRON.toLowerCase(), TRON, false],
  ])('with the payer %s, the paying account may be %s: %s', (payer, account, expected) => {
    expect(mayPay({ payer }, account)).toBe(expected)
  })

  test('an account that may not pay is rejected before the service receives a request', async () => {
    const api = fakeApi(aPayment())
    const session = fakeSession({
      api,
      limits: { payer: PAYEE },
      state: { account: anAccountOf(EVM) },
    })
    await loadOptions(session.task)
    expect(session.facts).toEqual([{ type: 'barred' }])
  })

  test('an account whose ways to pay the page excludes sees a message of its own, not that of an account without money', async () => {
    const api = fakeApi(aPayment())
    const session = fakeSession({
      api,
      limits: { tokens: ['DOGE'] },
      state: { account: anAccountOf(EVM) },
    })
    await loadOptions(session.task)
    expect(session.facts).toEqual([{ type: 'request_failed', note: { code: 'no_option' } }])
  })
})

function anAccountOf(address: string) {
  return { address, chainId: 31_337, wallet: { id: 'w', name: 'Wallet', rdns: null } }
}
