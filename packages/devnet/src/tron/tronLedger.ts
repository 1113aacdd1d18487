import type { Address } from 'viem'
import { FREE_BANDWIDTH, RECOVERY_MS } from './chainParameters.ts'

/**
 * The state that the chain behind the node does not hold: TRX, bandwidth and energy of accounts. Amounts are in sun. An account exists
 * once it has had a balance. Times are the chain's, in milliseconds.
 */
export type TronLedger = {
  has(owner: Address): boolean
  balanceSun(owner: Address): bigint
  setBalance(owner: Address, sun: bigint): void
  /** Spends the whole balance if it is less than `sun`. */
  spend(owner: Address, sun: bigint): void
  add(owner: Address, sun: bigint): void
  usedBandwidth(owner: Address, nowMs: number): bigint
  usedEnergy(owner: Address, nowMs: number): bigint
  useBandwidth(owner: Address, bytes: bigint, nowMs: number): void
  useEnergy(owner: Address, units: bigint, nowMs: number): void
}

/** Creates a ledger of accounts with the same initial balance. */
export function createTronLedger(owners: readonly Address[], balanceSun: bigint): TronLedger {
  const accounts = new Map<string, TronAccount>()
  const account = (owner: Address) => accounts.get(owner.toLowerCase())
  const openAccount = (owner: Address) => {
    const known = account(owner) ?? { balanceSun: 0n, bandwidth: NOTHING, energy: NOTHING }
    accounts.set(owner.toLowerCase(), known)
    return known
  }
  for (const owner of owners) openAccount(owner).balanceSun = balanceSun

  return {
    has: (owner) => account(owner) !== undefined,
    balanceSun: (owner) => account(owner)?.balanceSun ?? 0n,
    setBalance(owner, sun) {
      openAccount(owner).balanceSun = sun
    },
    spend(owner, sun) {
      const known = openAccount(owner)
      known.balanceSun = sun < known.balanceSun ? known.balanceSun - sun : 0n
    },
    add(owner, sun) {
      openAccount(owner).balanceSun += sun
    },
    usedBandwidth: (owner, nowMs) => remaining(account(owner)?.bandwidth ?? NOTHING, nowMs),
    usedEnergy: (owner, nowMs) => remaining(account(owner)?.energy ?? NOTHING, nowMs),
    useBandwidth(owner, bytes, nowMs) {
      const known = openAccount(owner)
      known.bandwidth = { units: remaining(known.bandwidth, nowMs) + bytes, atMs: nowMs }
    },
    useEnergy(owner, units, nowMs) {
      const known = openAccount(owner)
      known.energy = { units: remaining(known.energy, nowMs) + units, atMs: nowMs }
    },
  }
}

/** Returns an account's remaining free bandwidth. */
export function freeBandwidth(ledger: TronLedger, owner: Address, nowMs: number): bigint {
  const used = ledger.usedBandwidth(owner, nowMs)
  return used < FREE_BANDWIDTH ? FREE_BANDWIDTH - used : 0n
}

type TronAccount = { balanceSun: bigint; bandwidth: Usage; energy: Usage }
/** The amount of a resource that was in use at `atMs`. */
type Usage = { units: bigint; atMs: number }

const NOTHING: Usage = { units: 0n, atMs: 0 }

/** Returns the amount that still counts as used; the used amount recovers linearly within RECOVERY_MS. */
function remaining({ units, atMs }: Usage, nowMs: number): bigint {
  const leftMs = Math.max(0, RECOVERY_MS - Math.max(0, nowMs - atMs))
  return (units * BigInt(leftMs)) / BigInt(RECOVERY_MS)
}
