import { getCurrency } from '@secure-payment/core/catalogue'
import { findServedNetwork } from '../../config.ts'
import type { Context } from '../../context.ts'
import { usdOf } from '../../prices/usdOf.ts'
import { rest } from '../../scheduling/loop.ts'
import type { StoredRequest } from './loadRequest.ts'

/** The current value of a converted request; each member is null if unknown. */
export type Market = {
  /** The rate along the request's path, times 10^18. */
  rate: bigint | null
  /** The requested amount, and its unpaid part, in units of 10^-8 dollars. */
  expectedInUsd: bigint | null
  remainingInUsd: bigint | null
}

/** The maximum time that a read of a request waits for a chain; a rate that arrives later serves the next read. */
const MAX_WAIT_MS = 500

const UNKNOWN: Market = { rate: null, expectedInUsd: null, remainingInUsd: null }

/**
 * Reads the current value of a request that is converted and not paid in full; null for all others. Never fails and
 * never waits long: if the chain does not respond, the value is unknown.
 */
export async function readMarket(
  context: Pick<Context, 'config' | 'log' | 'prices' | 'rates'>,
  request: StoredRequest,
  remainingUnits: bigint,
): Promise<Market | null> {
  const { plan } = request
  if (plan.way !== 'converted' || remainingUnits === 0n) return null
  const network = findServedNetwork(context.config, request.network)?.network
  if (network === undefined) return UNKNOWN
  const { currency } = getCurrency(request.invoice_currency)
  const worth = (units: bigint) => usdOf(context, { network, currency, units })
  const market = Promise.all([
    context.rates.latest(network.id, plan.path),
    worth(BigInt(request.expected_units)),
    worth(remainingUnits),
  ]).then(
    ([rate, expectedInUsd, remainingInUsd]): Market => ({
      rate: rate?.rate ?? null,
      expectedInUsd,
      remainingInUsd,
    }),
    (error: unknown) => {
      context.log.warn({ requestId: request.id, err: error }, 'Could not read a request’s market')
      return UNKNOWN
    },
  )
  const patience = new AbortController()
  try {
    return await Promise.race([market, rest(MAX_WAIT_MS, patience.signal).then(() => UNKNOWN)])
  } finally {
    patience.abort()
  }
}
