import { describe, expect, test } from 'vitest'
import {
  MAX,
  NEEDED,
  network,
  PAYEE,
  PAYER,
  PROXY,
  USDC,
  USDT,
  usdtItem,
} from '../../test-support/honestTronHost.ts'
import { tronwebBody } from '../../test-support/tronOracle.ts'
import { viemCall } from '../../test-support/viemOracle.ts'
import vectors from '../../vectors/trc20-fee-proxy.json' with { type: 'json' }
import { InvalidAddressError } from '../errors.ts'
import {
  ContractNotDeployedError,
  decodePaymentCall,
  FeeWithoutAddressError,
} from '../evm/index.ts'
import { createPaymentReference } from '../id.ts'
import { getNetwork } from '../networks/index.ts'
import { fromAbiAddress } from '../tron/index.ts'
import { InvalidTermsError, type PaymentTerms, ways } from './index.ts'

const terms: PaymentTerms = { ...usdtItem, network: 'tron' }
const unknown = { address: PAYER, allowanceUnits: null }
const hex = (text: string) => text as `0x${string}`

describe('the shared vectors for TRC-20 payments', () => {
  test.each(vectors)(
    'the shared vectors for TRC-20 payments encode $data',
    ({ input, to, data, value }) => {
      const steps = ways.tron.steps(
        network,
        {
          network: 'tron',
          token: input.token,
          payee: input.payee,
          amountUnits: BigInt(input.amount),
          paymentReference: hex(input.paymentReference),
          feeUnits: BigInt(input.feeAmount),
          feeAddress: input.feeAddress,
        },
        { address: null, allowanceUnits: { [input.token]: MAX } },
      )
      const spent = BigInt(input.amount) + BigInt(input.feeAmount)
      const transaction = { to, data, value: BigInt(value) }
      expect(steps).toEqual([
        { kind: 'pay', transaction, token: input.token, spender: to, amountUnits: spent },
      ])
    },
  )

  test.each(vectors)('the shared vectors for TRC-20 payments decode $data', ({ input, data }) => {
    const call = decodePaymentCall(hex(data))
    if (call?.kind !== 'erc20_payment') throw new Error('It is no payment.')
    expect({
      token: fromAbiAddress(call.token),
      payee: fromAbiAddress(call.payee),
      amount: call.amountUnits.toString(),
      paymentReference: call.paymentReference,
      feeAmount: call.feeUnits.toString(),
      feeAddress: fromAbiAddress(call.feeAddress),
    }).toEqual({
      token: input.token,
      payee: input.payee,
      amount: input.amount,
      paymentReference: input.paymentReference,
      feeAmount: input.feeAmount,
      feeAddress: input.feeAddress,
    })
  })

  test.each(vectors)(
    'the shared vectors for TRC-20 payments derive payment reference $input.paymentReference',
    ({ input }) => {
      const { requestId, salt, payee, paymentReference } = input
      expect(createPaymentReference(requestId, salt, payee)).toBe(paymentReference)
    },
  )
})

describe('tronSteps', () => {
  const payment = {
    kind: 'pay',
    transaction: {
      to: PROXY,
      data: viemCall.erc20Payment(
        tronwebBody(USDT),
        tronwebBody(PAYEE),
        10_000_000n,
        '0xcd5add6bac7bb5c9',
        20_000n,
        tronwebBody(usdtItem.feeAddress),
      ),
      value: 0n,
    },
    token: USDT,
    spender: PROXY,
    amountUnits: NEEDED,
  }
  const approval = (token: string, amountUnits: bigint) => ({
    kind: amountUnits === 0n ? 'reset_approval' : 'approve',
    transaction: { to: token, data: viemCall.approve(tronwebBody(PROXY), amountUnits), value: 0n },
    token,
    spender: PROXY,
    amountUnits,
  })

  test.each<[string, bigint | undefined, object[]]>([
    ['an unknown allowance', undefined, [approval(USDT, MAX), payment]],
    ['no allowance', 0n, [approval(USDT, MAX), payment]],
    ['too small an allowance', NEEDED - 1n, [approval(USDT, 0n), approval(USDT, MAX), payment]],
    ['an exact allowance', NEEDED, [payment]],
    ['the largest allowance', MAX, [payment]],
  ])('the steps on Tron include only the needed approvals with %s', (_, units, steps) => {
    const allowanceUnits = units === undefined ? { [USDC]: MAX } : { [USDT]: units }
    expect(ways.tron.steps(network, terms, { address: PAYER, allowanceUnits })).toEqual(steps)
  })

  test('the steps on Tron skip the reset for a token whose allowance can be changed', () => {
    const payer = { address: PAYER, allowanceUnits: { [USDC]: 1n } }
    const [first, ...others] = ways.tron.steps(network, { ...terms, token: USDC }, payer)
    expect(first).toEqual(approval(USDC, MAX))
    expect(others).toHaveLength(1)
  })

  test('the steps on Tron use the zero address when there is no fee', () => {
    const free = { ...terms, feeUnits: 0n, feeAddress: null }
    const call = decodePaymentCall(
      ways.tron.steps(network, free, unknown).at(-1)?.transaction.data ?? '0x',
    )
    expect(call).toMatchObject({ feeUnits: 0n, feeAddress: `0x${'0'.repeat(40)}` })
  })

  test.each<[string, Partial<PaymentTerms>, new (...facts: never[]) => Error]>([
    ['TRX', { token: null }, ContractNotDeployedError],
    [
      'a conversion',
      { conversion: { path: [USDC, USDT], maxToSpendUnits: 1n, maxRateTimespanS: 0n } },
      InvalidTermsError,
    ],
    ['another network', { network: 'mainnet' }, InvalidTermsError],
    ['nothing', { amountUnits: 0n }, InvalidTermsError],
    ['a fee without a recipient', { feeAddress: null }, FeeWithoutAddressError],
    ['an EVM payee', { payee: tronwebBody(PAYEE) }, InvalidAddressError],
    ['the hex form of a payee', { payee: `41${tronwebBody(PAYEE).slice(2)}` }, InvalidAddressError],
    ['an EVM token', { token: tronwebBody(USDT) }, InvalidAddressError],
    ['a payee in lower case', { payee: PAYEE.toLowerCase() }, InvalidAddressError],
  ])('the steps on Tron reject %s', (_, change, error) => {
    expect(() => ways.tron.steps(network, { ...terms, ...change }, unknown)).toThrow(error)
  })

  test('the steps on Tron reject a network other than Tron', () => {
    const mainnet = getNetwork('mainnet')
    const pay = () => ways.tron.steps(mainnet, { ...terms, network: 'mainnet' }, unknown)
    expect(pay).toThrow(InvalidTermsError)
  })

  test('the steps on Tron report that Tron has no proxy for its coin', () => {
    expect(() => ways.tron.steps(network, { ...terms, token: null }, unknown)).toThrow(
      'EthereumFeeProxy is not deployed on tron.',
    )
  })
})
