import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Meta, viemCall } from '../../test-support/viemOracle.ts'
import { MalformedValueError } from '../errors.ts'
import {
  ContractNotDeployedError,
  FeeWithoutAddressError,
  InvalidBatchError,
} from '../evm/index.ts'
import { getNetwork } from '../networks/index.ts'
import { MixedFeeAddressesError } from '../routing/index.ts'
import type { Step } from '../step.ts'
import { verifyCalldata } from '../verify/index.ts'
import {
  InvalidTermsError,
  joinPlans,
  type PayerState,
  type PaymentTerms,
  type RequestPlan,
  termsOf,
  ways,
} from './index.ts'

type Hex = `0x${string}`

const { batch, converted, direct } = ways

const mainnet = getNetwork('mainnet')
// The registry's addresses, from Request Network's deployments.
const ERC20_PROXY = '0x370DE27fdb7D1Ff1e1BaA7D11c5820a324Cf623C'
const NATIVE_PROXY = '0xfCFBcfc4f5A421089e3Df45455F7f4985FE2D6a8'
const BATCH = '0x3cF63891928B8CeebB81C95426600a18cd59C03f'
const NATIVE_HASH = '0xf5af88e117747e87fc5929f2ff87221b1447652e'
const USDC = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'
const USDT = '0xdAC17F958D2ee523a2206206994597C13D831ec7'
const PAYEE = '0x5F83dE90ccA73d0695e6642B4cd2eB2B7D644f9E'
const OTHER_PAYEE = '0x0c8BbADEaCB2346ed4296aE6d2C575738Eeac989'
const FEE_ADDRESS = '0xD114497Fcaa2C79277C1584f747D54Dd28060753'
const ERC20_CONVERSION = '0xe72Ecea44b6d8B2b3cf5171214D9730E86213cA2'
const NATIVE_CONVERSION = '0x7Ebf48a26253810629C191b56C3212Fd0D211c26'
const USD = '0x775eb53d00dd0acd3ec1696472105d579b9b386b'
const EUR = '0x17b4158805772ced11225e77339f90beb5aae968'
const ZERO = '0x0000000000000000000000000000000000000000'

const usdc = {
  network: 'mainnet',
  token: USDC,
  payee: PAYEE,
  amountUnits: 10_000_000n,
  paymentReference: '0xcd5add6bac7bb5c9',
  feeUnits: 20_000n,
  feeAddress: FEE_ADDRESS,
} satisfies PaymentTerms
const usdt = {
  ...usdc,
  token: USDT,
  payee: OTHER_PAYEE,
  paymentReference: '0x5420599980d1925c',
  feeUnits: 0n,
  feeAddress: null,
} satisfies PaymentTerms
const ether = {
  ...usdc,
  token: null,
  amountUnits: 10n ** 18n,
  paymentReference: '0xd7d8655db99ecd10',
} satisfies PaymentTerms

const dollars = {
  ...usdc,
  amountUnits: 80_00000000n,
  feeUnits: 2_00000000n,
  paymentReference: '0x1122334455667788',
  conversion: { path: [USD, USDC], maxToSpendUnits: 82_820_000n, maxRateTimespanS: 60n },
} satisfies PaymentTerms
const euros = {
  ...ether,
  amountUnits: 250_00000000n,
  feeUnits: 0n,
  feeAddress: null,
  paymentReference: '0x8877665544332211',
  conversion: { path: [EUR, USD, NATIVE_HASH], maxToSpendUnits: 10n ** 17n, maxRateTimespanS: 0n },
} satisfies PaymentTerms

const unknownPayer: PayerState = { address: null, allowanceUnits: null }
const allowing = (token: string, units: bigint): PayerState => ({
  address: PAYEE,
  allowanceUnits: { [token.toLowerCase()]: units },
})
const summary = (steps: readonly Step[]) =>
  steps.map(({ kind, amountUnits }) => [kind, amountUnits])

/** Curve's token, whose `approve` rejects a change to a non-zero allowance; it is not in the registry. */
const UNLISTED = '0xD533a949740bb3306d119CC777fa900bA034cd52'

describe('direct.steps', () => {
  test('direct.steps approves exactly amount plus fee, then pays', () => {
    expect(direct.steps(mainnet, usdc, unknownPayer)).toEqual([
      {
        kind: 'approve',
        transaction: { to: USDC, data: viemCall.approve(ERC20_PROXY, 10_020_000n), value: 0n },
        token: USDC,
        spender: ERC20_PROXY,
        amountUnits: 10_020_000n,
      },
      {
        kind: 'pay',
        transaction: {
          to: ERC20_PROXY,
          data: viemCall.erc20Payment(
            USDC,
            PAYEE,
            10_000_000n,
            usdc.paymentReference,
            20_000n,
            FEE_ADDRESS,
          ),
          value: 0n,
        },
        token: USDC,
        spender: ERC20_PROXY,
        amountUnits: 10_020_000n,
      },
    ])
  })

  test.each<[string, typeof usdc | typeof usdt, bigint, [string, bigint][]]>([
    ['a sufficient allowance', usdc, 10_020_000n, [['pay', 10_020_000n]]],
    [
      'one unit less',
      usdc,
      10_019_999n,
      [
        ['approve', 10_020_000n],
        ['pay', 10_020_000n],
      ],
    ],
    [
      'no allowance of USDT',
      usdt,
      0n,
      [
        ['approve', 10_000_000n],
        ['pay', 10_000_000n],
      ],
    ],
    [
      'a small allowance of USDT',
      usdt,
      1n,
      [
        ['reset_approval', 0n],
        ['approve', 10_000_000n],
        ['pay', 10_000_000n],
      ],
    ],
    ['a sufficient allowance of USDT', usdt, 10_000_000n, [['pay', 10_000_000n]]],
    [
      'a small allowance of a token that the registry lacks',
      { ...usdt, token: UNLISTED },
      1n,
      [
        ['reset_approval', 0n],
        ['approve', 10_000_000n],
        ['pay', 10_000_000n],
      ],
    ],
  ])(
    'direct.steps returns only the needed approvals with %s',
    (_, terms, allowanceUnits, expected) => {
      const steps = direct.steps(mainnet, terms, allowing(terms.token, allowanceUnits))
      expect(summary(steps)).toEqual(expected)
    },
  )

  test('direct.steps treats an allowance for another token as unknown, and never resets on a guess', () => {
    expect(summary(direct.steps(mainnet, usdt, allowing(USDC, 10n ** 30n)))).toEqual([
      ['approve', 10_000_000n],
      ['pay', 10_000_000n],
    ])
    expect(summary(direct.steps(mainnet, usdt, unknownPayer))).toEqual([
      ['approve', 10_000_000n],
      ['pay', 10_000_000n],
    ])
  })

  test('direct.steps pays the native coin in one transaction with amount and fee', () => {
    const value = 10n ** 18n + 20_000n
    const data = viemCall.nativePayment(PAYEE, ether.paymentReference, 20_000n, FEE_ADDRESS)
    expect(direct.steps(mainnet, ether, unknownPayer)).toEqual([
      {
        kind: 'pay',
        transaction: { to: NATIVE_PROXY, data, value },
        token: null,
        spender: null,
        amountUnits: value,
      },
    ])
  })

  test('direct.steps uses the zero address when there is no fee', () => {
    const [, pay] = direct.steps(mainnet, usdt, unknownPayer)
    expect(pay?.transaction.data).toBe(
      viemCall.erc20Payment(USDT, OTHER_PAYEE, 10_000_000n, usdt.paymentReference, 0n, ZERO),
    )
  })

  test('direct.steps rejects terms for another network, for zero, with a fee without a recipient, or for Tron', () => {
    const steps =
      (terms: PaymentTerms, network = mainnet) =>
      () =>
        direct.steps(network, terms, unknownPayer)
    expect(steps({ ...usdc, network: 'base' })).toThrow(InvalidTermsError)
    expect(steps({ ...usdc, amountUnits: 0n })).toThrow(InvalidTermsError)
    expect(steps({ ...usdc, feeAddress: null })).toThrow(FeeWithoutAddressError)
    const tron = getNetwork('tron')
    expect(steps({ ...usdc, network: tron.id }, tron)).toThrow(ContractNotDeployedError)
  })
})

describe('converted.steps', () => {
  test('converted.steps approves the maximum spend to the conversion proxy, then pays', () => {
    const data = viemCall.erc20Conversion(
      ...([PAYEE, 80_00000000n, [USD, USDC], dollars.paymentReference, 2_00000000n] as const),
      ...([FEE_ADDRESS, 82_820_000n, 60n] as const),
    )
    const facts = { token: USDC, spender: ERC20_CONVERSION, amountUnits: 82_820_000n }
    const approval = viemCall.approve(ERC20_CONVERSION, 82_820_000n)
    expect(paymentSteps(mainnet, [dollars], unknownPayer)).toEqual([
      { kind: 'approve', transaction: { to: USDC, data: approval, value: 0n }, ...facts },
      { kind: 'pay', transaction: { to: ERC20_CONVERSION, data, value: 0n }, ...facts },
    ])
    const enough = allowing(USDC, 82_820_000n)
    expect(summary(converted.steps(mainnet, dollars, enough))).toEqual([['pay', 82_820_000n]])
  })

  test('converted.steps sends the maximum spend with a conversion to the coin', () => {
    const value = 10n ** 17n
    const data = viemCall.nativeConversion(
      ...([PAYEE, 250_00000000n, [EUR, USD, NATIVE_HASH], euros.paymentReference] as const),
      ...([0n, ZERO, 0n] as const),
    )
    expect(paymentSteps(mainnet, [euros], unknownPayer)).toEqual([
      {
        kind: 'pay',
        transaction: { to: NATIVE_CONVERSION, data, value },
        token: null,
        spender: null,
        amountUnits: value,
      },
    ])
  })

  test('converted.steps rejects terms of a direct payment, and unpayable paths and limits', () => {
    const { conversion: way } = dollars
    const steps = (change: object) => () =>
      converted.steps(mainnet, { ...dollars, ...change }, unknownPayer)
    expect(steps({ conversion: null })).toThrow(InvalidTermsError)
    expect(() => direct.steps(mainnet, dollars, unknownPayer)).toThrow(InvalidTermsError)
    expect(steps({ network: 'base' })).toThrow(InvalidTermsError)
    expect(steps({ conversion: { ...way, path: [USD, USDT] } })).toThrow(MalformedValueError)
    expect(steps({ conversion: { ...way, path: [USDC] } })).toThrow(MalformedValueError)
    expect(steps({ conversion: { ...way, maxToSpendUnits: 0n } })).toThrow(MalformedValueError)
    const mantle = getNetwork('mantle')
    expect(() => converted.steps(mantle, { ...dollars, network: mantle.id }, unknownPayer)).toThrow(
      ContractNotDeployedError,
    )
  })
})

describe('batch.steps', () => {
  const detail = (terms: PaymentTerms) => ({
    recipient: hex(terms.payee),
    requestAmount: terms.amountUnits,
    path: (terms.conversion?.path ?? [terms.token ?? NATIVE_HASH]).map(hex),
    paymentReference: terms.paymentReference,
    feeAmount: terms.feeUnits,
    maxToSpend: terms.conversion?.maxToSpendUnits ?? 0n,
    maxRateTimespan: terms.conversion?.maxRateTimespanS ?? 0n,
  })

  test('batch.steps mixes direct payments and conversions, each kind in its group', () => {
    const steps = paymentSteps(mainnet, [usdc, euros, ether, dollars], unknownPayer)
    const metas: Meta[] = [
      { paymentNetworkId: 0n, requestDetails: [detail(dollars)] },
      { paymentNetworkId: 2n, requestDetails: [detail(usdc)] },
      { paymentNetworkId: 3n, requestDetails: [detail(ether)] },
      { paymentNetworkId: 4n, requestDetails: [detail(euros)] },
    ]
    const value = 10n ** 18n + 20_000n + 10n ** 17n
    expect(steps.map(({ transaction }) => transaction)).toEqual([
      { to: USDC, data: viemCall.approve(BATCH, 10_020_000n + 82_820_000n), value: 0n },
      { to: BATCH, data: viemCall.batch(metas, [], FEE_ADDRESS), value },
    ])
  })

  const secondUsdc = {
    ...usdc,
    payee: OTHER_PAYEE,
    paymentReference: '0x00000000000000ff',
  } as const

  test('batch.steps approves each token once for all its payments, then pays tokens and coin', () => {
    const steps = batch.steps(mainnet, [usdc, ether, usdt, secondUsdc], unknownPayer)
    const metas: Meta[] = [
      { paymentNetworkId: 2n, requestDetails: [detail(usdc), detail(usdt), detail(secondUsdc)] },
      { paymentNetworkId: 3n, requestDetails: [detail(ether)] },
    ]
    const value = 10n ** 18n + 20_000n
    expect(steps.map(({ transaction }) => transaction)).toEqual([
      { to: USDC, data: viemCall.approve(BATCH, 20_040_000n), value: 0n },
      { to: USDT, data: viemCall.approve(BATCH, 10_000_000n), value: 0n },
      { to: BATCH, data: viemCall.batch(metas, [], FEE_ADDRESS), value },
    ])
    expect(steps.at(-1)).toMatchObject({
      kind: 'pay',
      token: null,
      spender: BATCH,
      amountUnits: value,
    })
  })

  test('batch.steps resets USDT when its old allowance is too small', () => {
    const payer = {
      address: PAYEE,
      allowanceUnits: { [USDT.toLowerCase()]: 5n, [USDC.toLowerCase()]: 10_020_000n },
    }
    expect(summary(batch.steps(mainnet, [usdc, usdt], payer))).toEqual([
      ['reset_approval', 0n],
      ['approve', 10_000_000n],
      ['pay', 0n],
    ])
  })

  test('batch.steps uses the first payee, never the zero address, when there is no fee', () => {
    const free = { ...usdc, feeUnits: 0n, feeAddress: null }
    const pay = batch.steps(mainnet, [usdt, free], unknownPayer).at(-1)
    const metas = [{ paymentNetworkId: 2n, requestDetails: [detail(usdt), detail(free)] }]
    expect(pay?.transaction.data).toBe(viemCall.batch(metas, [], OTHER_PAYEE))
  })

  test('batch.steps rejects payments that one batch cannot contain', () => {
    const steps =
      (terms: readonly PaymentTerms[], network = mainnet) =>
      () =>
        batch.steps(network, terms, unknownPayer)
    expect(steps([])).toThrow(InvalidBatchError)
    expect(steps([usdc, usdc])).toThrow(InvalidBatchError)
    expect(steps([usdc, { ...ether, feeAddress: PAYEE }])).toThrow(MixedFeeAddressesError)
    expect(steps([usdt, { ...usdc, feeAddress: null }])).toThrow(FeeWithoutAddressError)
    expect(steps([usdc, { ...usdt, network: 'base' }])).toThrow(InvalidTermsError)
    expect(steps([usdc, { ...usdt, amountUnits: 0n }])).toThrow(InvalidTermsError)
    const mantle = getNetwork('mantle')
    const onMantle = { ...usdc, network: mantle.id }
    expect(steps([onMantle], mantle)).toThrow(ContractNotDeployedError)
  })
})

test('verifyCalldata accepts all steps built from the same terms', () => {
  const references = fc.uniqueArray(fc.nat(), { minLength: 1, maxLength: 6 })
  const choices = fc.array(
    fc.record({
      terms: fc.constantFrom<PaymentTerms[]>(usdc, usdt, ether, dollars, euros),
      allowanceUnits: fc.constantFrom(0n, 1n, 10n ** 30n),
    }),
    { minLength: 6, maxLength: 6 },
  )
  fc.assert(
    fc.property(references, choices, (numbers, picks) => {
      const terms = numbers.map(
        (number, index): PaymentTerms => ({
          ...(picks[index]?.terms ?? usdc),
          amountUnits: BigInt(number) + 1n,
          paymentReference: hex(`0x${number.toString(16).padStart(16, '0')}`),
        }),
      )
      const allowances = picks.flatMap(({ terms: { token }, allowanceUnits }) =>
        token === null ? [] : [[token.toLowerCase(), allowanceUnits] as const],
      )
      const payer = { address: PAYEE, allowanceUnits: Object.fromEntries(allowances) }
      const steps = paymentSteps(mainnet, terms, payer)
      const wire = steps.map(({ transaction: { to, data, value } }) => ({
        to,
        data,
        value: `0x${value.toString(16)}`,
      }))
      expect(verifyCalldata({ network: mainnet, items: terms, payer: PAYEE }, wire).steps).toEqual(
        steps,
      )
    }),
    { numRuns: 500 },
  )
})

describe('terms', () => {
  const plans: Record<'usdc' | 'dollars', RequestPlan> = {
    usdc: { way: 'direct' },
    dollars: { way: 'converted', path: [USD, USDC], maxRateAgeS: 60 },
  }

  test('termsOf derives the terms from the request’s way to pay', () => {
    const { conversion, ...facts } = dollars
    expect(termsOf(plans.usdc, usdc)).toEqual(usdc)
    expect(termsOf(plans.dollars, { ...facts, maxToSpendUnits: 82_820_000n })).toEqual({
      ...facts,
      conversion,
    })
  })

  test.each<[string, () => unknown]>([
    ['they contain no conversion', () => converted.steps(mainnet, usdc, unknownPayer)],
    ['they contain a conversion', () => direct.steps(mainnet, dollars, unknownPayer)],
    [
      'they are for network base, not mainnet',
      () => direct.steps(mainnet, { ...usdc, network: 'base' }, unknownPayer),
    ],
    [
      'the amount is not above zero',
      () => direct.steps(mainnet, { ...usdc, amountUnits: 0n }, unknownPayer),
    ],
  ])('terms are rejected because %s', (problem, steps) => {
    expect(steps).toThrow(InvalidTermsError)
    expect(steps).toThrow(
      expect.objectContaining({
        code: 'invalid_terms',
        kind: 'invalid',
        message: `The payment terms cannot be used: ${problem}.`,
      }),
    )
  })

  test('terms of a conversion have no limit if the payer chooses it, and no age if rates have none', () => {
    const { conversion, ...facts } = dollars
    const plan: RequestPlan = { way: 'converted', path: [USD, USDC], maxRateAgeS: null }
    expect(termsOf(plan, facts).conversion).toEqual({
      path: conversion.path,
      maxToSpendUnits: 0n,
      maxRateTimespanS: 0n,
    })
  })
})

describe('joinPlans', () => {
  test('joinPlans returns the plan of one request, and a batch of several', () => {
    const plan: RequestPlan = { way: 'direct' }
    expect(joinPlans([plan])).toBe(plan)
    expect(joinPlans([plan, plan])).toEqual({ way: 'batch', items: [plan, plan] })
  })
})

test('each way is listed under its own id', () => {
  expect(Object.keys(ways)).toEqual(expect.arrayContaining(['direct', 'batch', 'bridged']))
  for (const [id, way] of Object.entries(ways)) expect(way.id).toBe(id)
})

/** Returns the steps to pay one request or several, derived from their terms. */
function paymentSteps(
  network: typeof mainnet,
  terms: readonly PaymentTerms[],
  payer: PayerState,
): readonly Step[] {
  const [first, ...others] = terms
  if (first === undefined || others.length > 0) return batch.steps(network, terms, payer)
  return (first.conversion ? converted : direct).steps(network, first, payer)
}

function hex(text: string): Hex {
  return text as Hex
}
