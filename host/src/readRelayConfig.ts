import type { Reader } from './environmentReader.ts'

/** The merchants that the relayer spends gas for, and its limits. */
export type RelayConfig = {
  /** `listed`: for merchants that the operator allowed, the first one among them. */
  for: (typeof CHOICES)[number]
  /** Gas in a day (UTC) for one merchant on one network; null = no limit. */
  dailyGas: bigint | null
  /** The same for all merchants together. */
  dailyGasTotal: bigint | null
  /** Payments that move less than their gas costs; `strict`: also those that cannot be compared. */
  dust: (typeof DUST)[number]
}

const CHOICES = ['listed', 'all', 'none'] as const
const DUST = ['refuse', 'strict', 'allow'] as const
const GAS = { min: 0, max: 1_000_000_000_000 }

/** Reads the relayer's allowances. */
export function readRelayConfig(read: Reader): RelayConfig {
  return {
    for: read.choice('PAY_RELAY_FOR', CHOICES),
    dailyGas: BigInt(read.integer('PAY_RELAY_DAILY_GAS', GAS)) || null,
    dailyGasTotal: BigInt(read.integer('PAY_RELAY_DAILY_GAS_TOTAL', GAS)) || null,
    dust: read.choice('PAY_RELAY_DUST', DUST),
  }
}
