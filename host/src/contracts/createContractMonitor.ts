import { ChainUnavailableError } from '../chains/errors.ts'
import type { Context } from '../context.ts'
import { type ContractTroubles, checkContracts } from './checkContracts.ts'

/** The result of the last check of each network's contracts. */
export type ContractMonitor = {
  /** Returns a network's last result; null until a node has responded. */
  found(networkId: string): ContractTroubles | null
  /** Checks one network, and logs changes. While its nodes are down, the last result stays. */
  check(networkId: string): Promise<void>
}

/** Creates a monitor that has no results yet. */
export function createContractMonitor({
  chains,
  log,
}: Pick<Context, 'chains' | 'log'>): ContractMonitor {
  const found = new Map<string, ContractTroubles>()
  return {
    found: (networkId) => found.get(networkId) ?? null,
    async check(networkId) {
      const before = found.get(networkId) ?? null
      try {
        const troubles = await checkContracts(chains.get(networkId), before)
        found.set(networkId, troubles)
        const said = JSON.stringify(troubles)
        if (said === JSON.stringify(before ?? NONE)) return
        const facts = { network: networkId, ...troubles }
        if (said === JSON.stringify(NONE)) log.info(facts, 'Contracts accept payments again')
        else log.warn(facts, 'Some contracts do not accept payments as usual')
      } catch (error) {
        if (!(error instanceof ChainUnavailableError)) throw error
      }
    },
  }
}

const NONE: ContractTroubles = { missing: [], paused: [], batchFee: 0 }
