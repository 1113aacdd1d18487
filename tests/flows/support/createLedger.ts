import { getCurrency, type Network, type Token } from '@secure-payment/core/networks'
import type { Hex } from 'viem'
import type { Context } from '../../../host/src/context.ts'
import type { Row } from '../../../host/src/db/schema.ts'
import { createRequests, type Wanted } from './createRequests.ts'
import type { MockBlock, MockTransaction } from './mockChain.ts'
import { type MockPayment, mockPaymentLogs } from './mockPayment.ts'
import { type MockRates, OLD_S } from './mockRates.ts'
import type { Random } from './random.ts'

/** The requests, and the value of each transaction for them: the expected state of the books. */
export type Ledger = {
  createRequest(): Promise<void>
  /** Makes a transaction that pays known requests, correctly or not; sometimes makes no transaction. */
  pay(): MockTransaction[]
  /** Returns the value of a transaction in the block in which it was mined, in settlement units by request id. */
  worth(txHash: string, block: MockBlock): ReadonlyMap<string, bigint>
  requests(): readonly Row<'requests'>[]
  paymentCount(): number
}

/** The world of a ledger; without `rates`, the ledger has no conversions. */
export type LedgerWorld = {
  network: Network
  random: Random
  rates: MockRates | null
  tip: () => MockBlock
}

const PAYEES = [
  '0x70997970C51812dc3A010C7d01b50e0d17dc79C8',
  '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC',
] as const

/** A payment's differences from its request, and its value in a block. */
type Part = {
  payment: MockPayment
  worthAt: (block: MockBlock) => bigint
}

/** A payer's choice: the units, and the way to pay as a number from 1 to 10, or to 12 in a world with rates. */
type Choice = { request: Row<'requests'>; from: Hex; units: bigint; how: number }

/** Starts without requests. */
export function createLedger(
  context: Pick<Context, 'db' | 'now' | 'random'>,
  world: LedgerWorld,
): Ledger {
  const { network, random, rates } = world
  const requests: Row<'requests'>[] = []
  const transactions = new Map<string, Part[]>()
  const [usdc, , dai] = network.tokens
  if (usdc === undefined || dai === undefined) throw new Error('The network has too few tokens')
  const payConverted = rates === null ? null : createConvertedPayer(world, rates, [usdc, dai])

  function choose(): Part | null {
    const [first] = requests
    if (first === undefined) return null
    const request = random.pick([first, ...requests.slice(-5)])
    const from = random.hex(20)
    const expected = BigInt(request.expected_units)
    const units = random.pick([expected, expected, expected / 2n, expected / 3n, expected * 2n])
    const choice = { request, from, units, how: random.integer(1, rates === null ? 10 : 12) }
    if (request.kind === 'direct') return payDirectly(choice)
    return payConverted?.(choice) ?? null
  }

  function payDirectly({ request, from, units, how }: Choice): Part {
    const exact = { request, from, units }
    if (how === 1 && request.token_address !== null) {
      const token = request.token_address === usdc?.address ? dai?.address : usdc?.address
      return { payment: { ...exact, token: token ?? null }, worthAt: () => 0n }
    }
    if (how === 2) {
      return { payment: { ...exact, payee: random.hex(20) }, worthAt: () => 0n }
    }
    if (how === 3 && request.token_address !== null) {
      const arrivedUnits = units - units / 100n
      return { payment: { ...exact, arrivedUnits }, worthAt: () => arrivedUnits }
    }
    if (how === 4 && rates !== null) {
      // Only the token counts, not a conversion proxy's event.
      const conversion = { currency: hashOf('EUR'), units: 1n, maxRateTimespanS: 0n }
      return { payment: { ...exact, conversion }, worthAt: () => units }
    }
    return { payment: exact, worthAt: () => units }
  }

  return {
    async createRequest() {
      const invoice =
        rates !== null && random.chance(0.5) ? random.pick(['USD', 'EUR', 'JPY']) : null
      const token = random.pick([usdc.address, dai.address, null])
      const payee = random.pick(PAYEES)
      const units = BigInt(random.integer(6, 1_000_000)) * 6n
      const wanted: Wanted =
        invoice === null
          ? { payee, token, units }
          : { payee, token, invoice, units: (units * CENT) / 100n, ...maxAge(random) }
      requests.push(...(await createRequests(context, network, [wanted])))
    },
    pay() {
      const parts = Array.from({ length: random.integer(1, 3) }, choose).filter(
        (part) => part !== null,
      )
      if (parts.length === 0) return []
      const hash = random.hex(32)
      transactions.set(hash, parts)
      const logs = parts.flatMap(({ payment }) => mockPaymentLogs(network, payment))
      return [{ hash, from: random.hex(20), logs }]
    },
    worth(txHash, block) {
      const worth = new Map<string, bigint>()
      for (const { payment, worthAt } of transactions.get(txHash) ?? []) {
        const { id } = payment.request
        worth.set(id, (worth.get(id) ?? 0n) + worthAt(block))
      }
      return worth
    },
    requests: () => requests,
    paymentCount: () => transactions.size,
  }
}

/** A cent in the conversion contracts' unit. */
const CENT = 1_000_000n

/** Returns a maximum rate age for some requests, below the age of old rates. */
function maxAge(random: Random): Pick<Wanted, 'maxRateAgeS'> {
  return random.chance(0.3) ? { maxRateAgeS: Number(OLD_S) / 2 } : {}
}

/** Creates the ways to pay a request in another currency. */
function createConvertedPayer(
  { network, random, tip }: LedgerWorld,
  rates: MockRates,
  [usdc, dai]: readonly [Token, Token],
): (choice: Choice) => Part {
  const batch = asHex(network.contracts.BatchConversionPayments?.address ?? '')

  return ({ request, from, units, how }) => {
    const path: readonly string[] = JSON.parse(request.conversion_path ?? '[]')
    const maxAgeS = request.max_rate_age_s === null ? null : BigInt(request.max_rate_age_s)
    const spent = (units * rates.at(tip(), path).rate) / 10n ** 18n
    const conversion = { currency: path[0] ?? '', units, maxRateTimespanS: maxAgeS ?? 0n }
    const exact = { request, from, units: spent, conversion }
    const isToken = request.token_address !== null
    /** Returns the value at the rate of the block in which the payment is mined. */
    const atRate = (arrived: bigint) => (block: MockBlock) => {
      const { rate, oldestTimestampS } = rates.at(block, path)
      const isOld = maxAgeS !== null && BigInt(block.timestampS) - oldestTimestampS > maxAgeS
      return isOld ? 0n : (arrived * 10n ** 18n) / rate
    }
    switch (how) {
      case 1: {
        if (!isToken) return { payment: exact, worthAt: () => units }
        const token = request.token_address === usdc.address ? dai.address : usdc.address
        return { payment: { ...exact, token }, worthAt: () => 0n }
      }
      case 2:
        return { payment: { ...exact, payee: random.hex(20) }, worthAt: () => 0n }
      case 3: {
        if (!isToken) return { payment: exact, worthAt: () => units }
        const arrivedUnits = spent - spent / 3n
        return {
          payment: { ...exact, arrivedUnits },
          worthAt: () => (units * arrivedUnits) / spent,
        }
      }
      case 4:
        return { payment: { request, from, units: spent }, worthAt: atRate(spent) }
      case 5: {
        const currency = hashOf(request.invoice_currency === 'JPY' ? 'EUR' : 'JPY')
        return {
          payment: { ...exact, conversion: { ...conversion, currency } },
          worthAt: atRate(spent),
        }
      }
      case 6: {
        const unbounded = { ...conversion, maxRateTimespanS: random.pick([0n, OLD_S]) }
        return {
          payment: { ...exact, conversion: unbounded },
          worthAt: () => (maxAgeS === null ? units : 0n),
        }
      }
      case 7:
        return { payment: { ...exact, emitter: random.hex(20) }, worthAt: () => 0n }
      case 8:
        return { payment: { ...exact, from: batch }, worthAt: () => units }
      case 9:
        return { payment: { ...exact, feeToPayeeUnits: spent / 10n }, worthAt: () => units }
      case 10: {
        // Pays at half the price, which a payer may reach by routing the conversion in circles.
        const cheap = spent / 2n
        return { payment: { ...exact, units: cheap }, worthAt: atRate(cheap) }
      }
      default:
        return { payment: exact, worthAt: () => units }
    }
  }
}

function hashOf(fiat: string): string {
  return getCurrency(fiat).currency.hash
}

function asHex(text: string): Hex {
  return `0x${text.slice(2).toLowerCase()}`
}
