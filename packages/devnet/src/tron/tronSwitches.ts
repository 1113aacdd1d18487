import { z } from 'zod'
import { isBase58 } from './tronAddress.ts'

/**
 * What goes wrong with transactions from now on:
 *
 * - `none`: nothing.
 * - `revert`, `out_of_energy`: taken, and in a block as failed; the payer pays for it.
 * - `bandwidth`, `tapos`, `expired`, `server_busy`: refused with BANDWITH_ERROR, TAPOS_ERROR,
 *   TRANSACTION_EXPIRATION_ERROR, SERVER_BUSY.
 * - `drop`: taken, and never in a block; a later broadcast of the same is taken again.
 */
export const tronFailures = [
  'none',
  'revert',
  'out_of_energy',
  'bandwidth',
  'tapos',
  'expired',
  'server_busy',
  'drop',
] as const

export type TronFailure = (typeof tronFailures)[number]

/** The state of a Tron node's switches. */
export type TronSwitches = {
  fail: TronFailure
  /** Blocks from the head to the newest solidified block. */
  solidLag: number
  /** With `down` nobody learns what is solidified: `/walletsolidity` answers 503, and the tag `finalized` an error. */
  solidity: 'up' | 'down'
  /** With `down` everything but the switches answers 503; with `silent` it takes requests and never answers. */
  api: 'up' | 'down' | 'silent'
  /** Energy that each wallet has a day without paying, as from staked TRX. */
  energy: number
  /** What a unit of energy costs, in sun. */
  energyPriceSun: number
  /** The most blocks from the first to the last that `eth_getLogs` takes. */
  maxLogRange: number
}

/** A change of switches. `balancesSun` sets what wallets (`T…`) have from now on, in sun. */
export type TronSwitchesChange = z.infer<typeof tronSwitchesBody>

/**
 * Switches as they are when a node starts: nobody has staked, the energy price is mainnet's since August 2025, and the range
 * of logs is java-tron's default.
 */
export const DEFAULT_TRON_SWITCHES: TronSwitches = {
  fail: 'none',
  solidLag: 2,
  solidity: 'up',
  api: 'up',
  energy: 0,
  energyPriceSun: 100,
  maxLogRange: 5_000,
}

const tronAddress = z.string().refine(isBase58, 'must be an address T…')
const sun = z.number().int().min(0).max(Number.MAX_SAFE_INTEGER)

/** Body of `PUT /switches`: what is named changes. */
export const tronSwitchesBody = z.strictObject({
  fail: z.enum(tronFailures).optional(),
  solidLag: z.number().int().min(0).max(100_000).optional(),
  solidity: z.enum(['up', 'down']).optional(),
  api: z.enum(['up', 'down', 'silent']).optional(),
  energy: sun.optional(),
  energyPriceSun: z.number().int().min(1).max(1_000_000).optional(),
  maxLogRange: z.number().int().min(0).max(5_000).optional(),
  balancesSun: z.record(tronAddress, sun).optional(),
})

/** The switches after a change of some. */
export function changeSwitches(
  now: TronSwitches,
  change: Omit<TronSwitchesChange, 'balancesSun'>,
): TronSwitches {
  return {
    fail: change.fail ?? now.fail,
    solidLag: change.solidLag ?? now.solidLag,
    solidity: change.solidity ?? now.solidity,
    api: change.api ?? now.api,
    energy: change.energy ?? now.energy,
    energyPriceSun: change.energyPriceSun ?? now.energyPriceSun,
    maxLogRange: change.maxLogRange ?? now.maxLogRange,
  }
}
