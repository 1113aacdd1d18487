import { keccak256 } from 'viem'
import { describe, expect, test } from 'vitest'
import { network as tronNetwork, usdtItem } from '../../test-support/honestTronHost.ts'
import type { PaymentLog } from '../evm/index.ts'
import { getNetwork } from '../networks/index.ts'
import type { Step } from '../step.ts'
import { toAbiAddress } from '../tron/index.ts'
import { CalldataMismatchError } from '../verify/index.ts'
import { describeRequest, type PaymentTerms, termsOf, ways } from './index.ts'

const { quoted, direct, tron } = ways
const mainnet = getNetwork('mainnet')
const plan = { way: 'quoted', pricing: 'market' } as const
const unknown = { address: null, allowanceUnits: null }
const terms = {
  network: 'mainnet',
  token: '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48',
  payee: '0x5F83dE90ccA73d0695e6642B4cd2eB2B7D644f9E',
  amountUnits: 108_695_653n,
  paymentReference: '0xcd5add6bac7bb5c9' as const,
  feeUnits: 20_000n,
  feeAddress: '0xD114497Fcaa2C79277C1584f747D54Dd28060753',
} satisfies PaymentTerms
const onTron: PaymentTerms = { ...usdtItem, network: 'tron' }
const OTHER = '0x0c8BbADEaCB2346ed4296aE6d2C575738Eeac989'

/** The host's response for some terms, as the element receives it. */
function wire(steps: readonly Step[], chainId: number) {
  return steps.map(({ transaction: { to, data, value } }) => ({
    to,
    data,
    value: `0x${value.toString(16)}`,
    chainId,
  }))
}

describe('quoted', () => {
  test('quoted builds the steps of a direct payment of the quoted amount, on EVM networks and on Tron', () => {
    expect(quoted.steps(mainnet, terms, unknown)).toEqual(direct.steps(mainnet, terms, unknown))
    expect(quoted.steps(tronNetwork, onTron, unknown)).toEqual(
      tron.steps(tronNetwork, onTron, unknown),
    )
  })

  test('quoted keeps the terms, and counts amounts in the invoice currency', () => {
    expect(termsOf(plan, terms)).toEqual(terms)
    expect(describeRequest(plan)).toMatchObject({
      settlesIn: 'invoice_currency',
      pricing: 'market',
      isBatchable: false,
    })
    expect(describeRequest({ way: 'quoted', pricing: 'par' }).pricing).toBe('par')
  })

  const honest = wire(quoted.steps(mainnet, terms, unknown), mainnet.chainId)

  test("quoted accepts the host's transactions for the quoted amount", () => {
    const verified = quoted.verify({ network: mainnet, items: [terms], payer: null }, honest)
    expect(verified.steps.map(({ amountUnits }) => amountUnits)).toEqual([
      108_715_653n,
      108_715_653n,
    ])
    const tronWire = wire(quoted.steps(tronNetwork, onTron, unknown), tronNetwork.chainId)
    expect(
      quoted.verify({ network: tronNetwork, items: [usdtItem], payer: null }, tronWire).steps,
    ).toHaveLength(2)
  })

  test.each<[string, Partial<PaymentTerms>]>([
    ['one unit more', { amountUnits: 108_695_654n }],
    ['one unit less', { amountUnits: 108_695_652n }],
    ['another fee', { feeUnits: 20_001n }],
    ['another payee', { payee: OTHER }],
    ['another token', { token: '0xdAC17F958D2ee523a2206206994597C13D831ec7' }],
    ['another reference', { paymentReference: '0xcd5add6bac7bb5ca' }],
    ['another address for the fee', { feeAddress: OTHER }],
  ])('quoted rejects transactions with %s than the quote', (_case, change) => {
    const lie = wire(quoted.steps(mainnet, { ...terms, ...change }, unknown), mainnet.chainId)
    const shown = { network: mainnet, items: [terms], payer: null }
    expect(() => quoted.verify(shown, lie)).toThrow(CalldataMismatchError)
  })

  const log: PaymentLog = {
    kind: 'erc20',
    contract: '0x370de27fdb7d1ff1e1baa7d11c5820a324cf623c',
    token: terms.token.toLowerCase(),
    payee: terms.payee.toLowerCase(),
    amountUnits: 1n,
    feeUnits: 0n,
    feeAddress: OTHER,
    referenceTopic: keccak256('0xcd5add6bac7bb5c9'),
    conversion: null,
    logIndex: 0,
    transactionHash: '0x',
    blockNumber: 1n,
    blockHash: '0x',
  }

  test('quoted credits any amount that arrives with its reference, and leaves its value to the quotes', () => {
    const byQuote = { credited: true, valuation: 'quote' }
    expect(quoted.settle(terms, log, mainnet)).toEqual(byQuote)
    const tronLog = {
      ...log,
      contract: toAbiAddress(tronNetwork.contracts.ERC20FeeProxy?.address ?? '').toLowerCase(),
      token: toAbiAddress(usdtItem.token ?? ''),
      payee: toAbiAddress(usdtItem.payee),
      referenceTopic: keccak256(usdtItem.paymentReference),
    }
    expect(quoted.settle(onTron, tronLog, tronNetwork)).toEqual(byQuote)
  })

  test('quoted rejects another token, payee, reference or contract', () => {
    const refused = (change: Partial<PaymentLog>) =>
      quoted.settle(terms, { ...log, ...change }, mainnet)
    expect(refused({ token: OTHER })).toEqual({ credited: false, reason: 'wrong_token' })
    expect(refused({ payee: OTHER })).toEqual({ credited: false, reason: 'wrong_payee' })
    expect(refused({ contract: OTHER })).toEqual({ credited: false, reason: 'wrong_contract' })
    expect(refused({ referenceTopic: keccak256('0x00') })).toEqual({
      credited: false,
      reason: 'wrong_reference',
    })
  })
})
