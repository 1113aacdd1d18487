import { formatAmount } from '@secure-payment/core'
import { type Check, InvalidResponseError, shape } from '../../effects/answer.ts'
import type { TronReadiness } from '../../model.ts'

/**
 * What the service found the account to have and need; null when it did not look, or tells it in another way. It decides
 * what is shown, never what is signed.
 *
 * `decimals` are those of TRX.
 */
export function readReadiness(value: unknown, decimals: number): TronReadiness | null {
  try {
    const read = readiness(value, '')
    const lacking = read.trxRequired - read.trxBalance
    return {
      trxBalance: formatAmount(read.trxBalance, decimals),
      trxRequired: formatAmount(read.trxRequired, decimals),
      trxMissing: lacking > 0n ? formatAmount(lacking, decimals) : null,
      energyRequired: Number(read.energyRequired),
      energyAvailable: Number(read.energyAvailable),
      bandwidthRequired: Number(read.bandwidthRequired),
      bandwidthAvailable: Number(read.bandwidthAvailable),
    }
  } catch (error) {
    if (error instanceof InvalidResponseError) return null
    throw error
  }
}

const whole: Check<bigint> = (value, path) => {
  if (typeof value === 'string' && /^\d{1,30}$/.test(value)) return BigInt(value)
  throw new InvalidResponseError(path, 'whole number')
}

const readiness = shape({
  trxBalance: whole,
  trxRequired: whole,
  energyRequired: whole,
  energyAvailable: whole,
  bandwidthRequired: whole,
  bandwidthAvailable: whole,
})
