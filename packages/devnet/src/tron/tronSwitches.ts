import { z } from 'zod'
import { isBase58 } from './tronAddress.ts'

/**
 * The fault that the node injects into transactions from now on:
 *
 * - `none`: nothing.
 * - `revert`, `out_of_energy`: accepted, and mined as failed; the payer pays for it.
 * - `bandwidth`, `tapos`, `expired`, `server_busy`: rejected with BANDWITH_ERROR, TAPOS_ERROR, TRANSACTION_EXPIRATION_ERROR, SERVER_BUSY.
 * - `drop`: accepted, but never mined; the node accepts a later broadcast of the same transaction again.
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
  /** The number of blocks from the newest solidified block to the head. */
  solidLag: number
  /** With `down` the node does not report solidified blocks: `/walletsolidity` returns 503, and the tag `finalized` an error. */
  solidity: 'up' | 'down'
  /** With `down` every route but the switches returns 503; with `silent` the node accepts requests and never responds. */
  api: 'up' | 'down' | 'silent'
  /** Each wallet's free energy per day, as from staked TRX. */
  energy: number
  /** The price of a unit of energy, in sun. */
  energyPriceSun: number
  /** The longest range of blocks that `eth_getLogs` accepts. */
  maxLogRange: number
}

/** A change to the switches. `balancesSun` sets the balances of wallets (`T…`) from now on, in sun. */
export type TronSwitchesChange = z.infer<typeof tronSwitchesBody>

/**
 * The switches when a node starts. No wallet has staked, the energy price is mainnet's since August 2025, and the range of logs is
 * java-tron's default.
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

/** Body of `PUT /switches`: only the given switches change. */
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

/** Returns the switches after a change to some of them. */
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
