import type { Means } from './judgeMeans.ts'
import type { TronReadiness } from './readTronReadiness.ts'

/**
 * The part of metadata that describes a payer's means. Without a wallet, or a node that answers for it, both report
 * true and `balanceChecked` false.
 */
export function describeMeans(means: Means | null) {
  const tron = means?.tron ?? null
  return {
    hasEnoughBalance: means?.hasEnoughBalance ?? true,
    hasEnoughGas: means?.hasEnoughGas ?? true,
    balanceChecked: means !== null,
    ...(tron !== null && { tron: describeTron(tron) }),
  }
}

function describeTron(readiness: TronReadiness) {
  return {
    trxBalance: String(readiness.trxBalanceSun),
    trxRequired: String(readiness.trxRequiredSun),
    energyRequired: String(readiness.energyRequired),
    energyAvailable: String(readiness.energyAvailable),
    bandwidthRequired: String(readiness.bandwidthRequired),
    bandwidthAvailable: String(readiness.bandwidthAvailable),
  }
}
