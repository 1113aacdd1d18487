import { formatAmount } from '@secure-payment/core'
import { type Check, InvalidResponseError, shape } from '../../answer.ts'
import type { TronReadiness } from '../../review.ts'

/**
 * Parses the service's report of the account's resources and needs; null if the service did not read them, or returned another format. The
 * report decides what is shown, never what is signed.
 *
 * `decimals` are TRX's. Estimates have two decimals: needs are rounded up, balances down.
 */
export function readReadiness(value: unknown, decimals: number): TronReadiness | null {
  try {
    const read = readiness(value, '')
    const { trxBalance, trxRequired } = read
    const step = 10n ** BigInt(decimals - SHOWN_DECIMALS)
    const shown = (sun: bigint) => formatAmount((sun / step) * step, decimals)
    const shownUp = (sun: bigint) => shown(sun + step - 1n)
    return {
      trxBalance: shown(trxBalance),
      trxRequired: shownUp(trxRequired),
      trxMissing: trxRequired > trxBalance ? shownUp(trxRequired - trxBalance) : null,
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

const SHOWN_DECIMALS = 2

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
