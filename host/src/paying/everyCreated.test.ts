import { BaseError } from '@secure-payment/core'
import { type Currency, currencies as catalogue, getCurrency } from '@secure-payment/core/catalogue'
import { formatDestinationId } from '@secure-payment/core/destinations'
import { NO_BATCH_FEE } from '@secure-payment/core/evm'
import { getNetwork, type Network, networks } from '@secure-payment/core/networks'
import { joinPlans, ways } from '@secure-payment/core/ways'
import { describe, expect, test } from 'vitest'
import { readDestinationReference } from '../api/clientIds/bindDestination.ts'
import type { Caller } from '../auth/caller.ts'
import { loadConfig } from '../config.ts'
import { variableSuffix } from '../networkSettings.ts'
import { nonEmpty } from '../nonEmpty.ts'
import { buildRequestRow } from '../requests/buildRequestRow.ts'
import { planItems } from '../requests/planItems.ts'
import { planPayouts } from '../requests/planPayouts.ts'
import { withPlan } from '../requests/requestPlan.ts'
import { type Payable, paymentFacts, planRemainder } from './payable.ts'
import { planStepsOfAnyone } from './planSteps.ts'

/** The configuration of a host that serves every network. */
const config = loadConfig({
  PAY_NETWORKS: networks.map(({ id }) => id).join(),
  ...Object.fromEntries(
    networks.map(({ id }) => [`PAY_RPC_URL_${variableSuffix(id)}`, 'http://127.0.0.1:1']),
  ),
})
const caller: Caller = { credential: 'apiKey', tenantId: 't', keyId: 'k', scopes: [] }
const PAYEES = {
  evm: '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266',
  tron: 'TEkj3ndMVEmFLYaFrATMwMjBRZ1EAZkucT',
} as const
const NOW = new Date('2026-01-01T00:00:00Z')
/** A current rate of 1:1 with 18 decimals; these tests do not depend on its value. */
const RATE = { rate: 10n ** 28n, oldestTimestampS: BigInt(NOW.getTime() / 1_000) }

/** The kinds of links, by number of items and by invoice currency. */
const KINDS = [
  { kind: 'link', items: 1, invoice: 'own' },
  { kind: 'batch link', items: 2, invoice: 'own' },
  { kind: 'link in dollars', items: 1, invoice: 'USD' },
  { kind: 'batch link in dollars', items: 2, invoice: 'USD' },
  { kind: 'payout link', items: 1, invoice: 'payout' },
  { kind: 'payout link of two', items: 2, invoice: 'payout' },
] as const

/** Lists every currency of a network in the catalogue. */
function currenciesOf(network: Network): readonly string[] {
  return catalogue.filter((currency) => currency.network === network.id).map(({ id }) => id)
}

function plan(network: Network, currency: string, { items, invoice }: (typeof KINDS)[number]) {
  const payee = PAYEES[network.family]
  if (invoice === 'payout') {
    const payout = { recipient: payee, network: network.id, currency, amount: '3' }
    const creatorWalletAddress = undefined
    const body =
      items === 1
        ? { ...payout, creatorWalletAddress }
        : { payouts: Array.from({ length: items }, () => payout), creatorWalletAddress }
    return planPayouts(config, body, caller).map(({ planned }) => planned)
  }
  const invoiceCurrency = invoice === 'own' ? currency : invoice
  const item = { payee, invoiceCurrency, paymentCurrency: currency, amount: '3' }
  return planItems(config, { requests: Array.from({ length: items }, () => item) }, caller)
}

/** Builds the calldata of the created requests and verifies it with the element's library. */
function payAndVerify(network: Network, planned: ReturnType<typeof plan>): void {
  let drawn = 0
  const random = (count: number) => {
    drawn += 1
    return new Uint8Array(count).fill(drawn)
  }
  const payables = planned.map((one) =>
    planRemainder(withPlan(buildRequestRow({ random }, one, { ...FACTS, now: NOW }))),
  )
  const rates = planned.map(({ plan: { way } }) => (way === 'converted' ? RATE : null))
  const { steps } = planStepsOfAnyone({ config }, nonEmpty(payables), {
    rates,
    quotes: [],
    fee: NO_BATCH_FEE,
  })
  const transactions = steps.map(({ transaction: { to, data, value } }) => ({
    to,
    data,
    value: `0x${value.toString(16)}`,
    chainId: network.chainId,
  }))
  const items = payables.map((payable) => ({
    ...paymentFacts(payable, network),
    conversion: conversionOf(payable),
  }))
  const expected = { network, items, payer: null }
  const { way } = joinPlans(nonEmpty(payables.map(({ request }) => request.plan)))
  const verified = ways[way].verify(expected, transactions)
  expect(verified.steps).toHaveLength(steps.length)
}

/** Returns the terms of a conversion, with a maximum far above the amount that the plan spends; null for a direct payment. */
function conversionOf({ request: { plan: own } }: Payable) {
  if (own.way !== 'converted') return null
  const maxRateTimespanS = BigInt(own.maxRateAgeS ?? 0)
  return { path: own.path, maxToSpendUnits: 10n ** 40n, maxRateTimespanS }
}

const FACTS = { tenantId: 't', clientId: null, origin: null, reference: null }

describe.each(networks.map(({ id }) => id))('on %s', (id) => {
  const network = getNetwork(id)

  test.each(KINDS)(
    'a $kind in any currency can be paid, or its creation is rejected with a reason',
    (kind) => {
      const refusals = new Map<string, number>()
      for (const currency of currenciesOf(network)) {
        let planned: ReturnType<typeof plan>
        try {
          planned = plan(network, currency, kind)
        } catch (error) {
          if (!(error instanceof BaseError)) throw error
          expect(error, currency).toMatchObject({ kind: 'invalid', code: expect.any(String) })
          expect(error.field ?? error.message, currency).toBeTruthy()
          refusals.set(String('code' in error && error.code), 1)
          continue
        }
        payAndVerify(network, planned)
      }
      for (const code of refusals.keys()) expect(REASONS).toContain(code)
    },
  )

  test('a client ID accepts a destination in any currency in which its links can be paid', () => {
    const native = ZEROS[network.family]
    for (const currency of currenciesOf(network)) {
      const { currency: token, isNative } = getCurrency(currency)
      const destination = formatDestinationId({
        walletAddress: PAYEES[network.family],
        chainId: network.chainId,
        tokenAddress: isNative ? native : addressOf(token),
      }).destinationId
      if (isNative && network.family === 'tron') {
        expect(() => readDestinationReference(config, destination)).toThrow(/cannot be used to pay/)
        continue
      }
      expect(readDestinationReference(config, destination)).toBe(destination)
      const body = { requests: [{ destinationId: destination, amount: '3' }] }
      payAndVerify(network, planItems(config, body, caller))
      const others = { networks: config.networks.filter((entry) => entry.network.id !== id) }
      expect(() => readDestinationReference(others, destination)).toThrow(/does not serve/)
    }
  })
})

function addressOf(token: Currency): string {
  return 'address' in token ? token.address : ''
}

/** The addresses that stand for the native coin in a destination id, by family of chains. */
const ZEROS = {
  evm: '0x0000000000000000000000000000000000000000',
  tron: 'T9yD14Nj9j7xAB4dbGeiX9h8unkKHxuWwb',
} as const

/** Reasons why a link cannot use a currency. */
const REASONS = [
  'batch_unsupported',
  'no_conversion_path',
  'unpayable_currency',
  'unverifiable_currency',
]

test.each([
  ['mainnet', 'AAVE-mainnet'],
  ['arbitrum-one', 'MAGIC-arbitrum-one'],
  ['optimism', 'SNX-optimism'],
] as const)('Dollars on %s are paid in %s, which is not in the registry', (id, currency) => {
  const network = getNetwork(id)
  payAndVerify(network, plan(network, currency, KINDS[2]))
  payAndVerify(network, plan(network, currency, KINDS[3]))
})

test('a batch on Mantle, which has no batch contract, is rejected at creation', () => {
  const mantle = getNetwork('mantle')
  expect(() => plan(mantle, 'USDC-mantle', KINDS[1])).toThrow(/batches are not supported/)
  expect(() => plan(mantle, 'USDC-mantle', KINDS[5])).toThrow(/batches are not supported/)
})
