import type { Step } from '@secure-payment/core'
import type { Network } from '@secure-payment/core/networks'
import { buildTronTransaction, estimateBandwidth } from '@secure-payment/core/tron'
import { codecOf } from '../chains/chainCodec.ts'
import type { Context } from '../context.ts'

/**
 * The resources that a wallet on Tron has and that its transactions need: energy, bandwidth in bytes, and sun for the shortfall of both.
 */
export type TronReadiness = {
  trxBalanceSun: bigint
  trxRequiredSun: bigint
  energyRequired: bigint
  energyAvailable: bigint
  bandwidthRequired: bigint
  bandwidthAvailable: bigint
}

/** Any block serves as the reference, because every reference has the same length. */
const SOME_BLOCK = { number: 0n, id: '0'.repeat(64), timestampMs: 0 }
const LIFE_MS = 60_000

/**
 * Estimates the resources that a wallet's steps need in the current state. A payment that still needs an approval gets the usual estimate.
 *
 * @throws ChainUnavailableError
 */
export async function readTronReadiness(
  context: Pick<Context, 'chains' | 'now'>,
  network: Network,
  { wallet, steps }: { wallet: string; steps: readonly Step[] },
): Promise<TronReadiness> {
  const chain = context.chains.getTron(network.id)
  const readings = await Promise.all(
    steps.map(({ transaction: { to, data } }) =>
      chain.readReadiness({ owner: wallet, contract: to, data }),
    ),
  )
  const [now] = readings
  if (now === undefined) throw new TypeError('A plan of steps always ends with the payment.')
  const nowMs = context.now().getTime()
  const sizes = steps.map((step) => bandwidthOf(step, { network, wallet, nowMs }))
  const energyRequired = sum(readings.map((reading) => reading.energyRequired))
  const { energyAvailable, bandwidthAvailable } = now
  const energyShort = energyRequired > energyAvailable ? energyRequired - energyAvailable : 0n
  const bytesShort = burntBytes(sizes, bandwidthAvailable)
  return {
    trxBalanceSun: now.trxSun,
    trxRequiredSun: energyShort * now.energyPriceSun + bytesShort * now.bandwidthPriceSun,
    energyRequired,
    energyAvailable,
    bandwidthRequired: sum(sizes),
    bandwidthAvailable,
  }
}

function bandwidthOf(
  step: Step,
  { network, wallet, nowMs }: { network: Network; wallet: string; nowMs: number },
): bigint {
  const { to, data, value } = step.transaction
  const { feeLimit = 0 } = codecOf(network).transactionMembers(network, step)
  const { raw_data_hex } = buildTronTransaction({
    owner: wallet,
    contract: to,
    data,
    callValueSun: value,
    feeLimitSun: BigInt(feeLimit),
    block: SOME_BLOCK,
    timestampMs: nowMs,
    expirationMs: nowMs + LIFE_MS,
  })
  return BigInt(estimateBandwidth(raw_data_hex))
}

/** A transaction is paid for either with bandwidth or with TRX; the two are never combined. */
function burntBytes(sizes: readonly bigint[], available: bigint): bigint {
  let left = available
  let burnt = 0n
  for (const size of sizes) {
    if (left >= size) left -= size
    else burnt += size
  }
  return burnt
}

function sum(values: readonly bigint[]): bigint {
  return values.reduce((total, value) => total + value, 0n)
}
