import { findServedNetwork } from '../config.ts'
import type { Context } from '../context.ts'
import { PART_DEADLINE_MS, within } from '../crosschain/within.ts'
import { type PayableRequest, remainingUnits } from './payable.ts'

/** The parts of a host that read rates for display. */
export type ShownRatesContext = Pick<Context, 'config' | 'prices'> & {
  rates: Pick<Context['rates'], 'latest'>
}

/** Reads the current rates of a page's requests and of their options, each in order. */
export async function readAllRates(
  context: ShownRatesContext,
  requests: readonly PayableRequest[],
  options: readonly PayableRequest[],
): Promise<{ rates: readonly (bigint | null)[]; optionRates: readonly (bigint | null)[] }> {
  const [rates, optionRates] = await Promise.all([
    readShownRates(context, requests),
    readOptionRates(context, options),
  ])
  return { rates, optionRates }
}

/**
 * Reads the current conversion rates of requests, in their order; null for a direct or paid request, or if no rate can be read. The rates
 * are for display only; `requireRates` returns the rates of signed transactions.
 */
async function readShownRates(
  context: ShownRatesContext,
  requests: readonly PayableRequest[],
): Promise<readonly (bigint | null)[]> {
  return Promise.all(requests.map((request) => readShownRate(context, request)))
}

async function readShownRate(
  context: ShownRatesContext,
  request: PayableRequest,
): Promise<bigint | null> {
  const { plan } = request
  if (plan.way !== 'converted' || remainingUnits(request) === 0n) return null
  if (findServedNetwork(context.config, request.network) === undefined) return null
  return (await context.rates.latest(request.network, plan.path))?.rate ?? null
}

/** Reads the options' current rates like `readShownRates`. A network that does not respond in time delays no other network. */
async function readOptionRates(
  context: ShownRatesContext,
  options: readonly PayableRequest[],
): Promise<readonly (bigint | null)[]> {
  return Promise.all(
    options.map((option) => within(readShownRate(context, option), PART_DEADLINE_MS)),
  )
}
