import type { Step } from '@secure-payment/core'
import type { Network } from '@secure-payment/core/networks'
import type { PayerChainState } from '../../chains/chainClient.ts'
import { ChainUnavailableError } from '../../chains/errors.ts'
import type { Context } from '../../context.ts'
import { estimateGas } from './estimateGas.ts'
import type { Payable } from './payable.ts'
import { readTronReadiness, type TronReadiness } from './readTronReadiness.ts'

/** The cost of carrying out the steps. */
export type Cost = {
  /** Upper bound, in native base units. */
  gasCostUnits: bigint
  /** The resources that a wallet on Tron has and needs; null on other chains. */
  tron: TronReadiness | null
}

/** Reads the cost of a wallet's steps on its network; null when no node answers. */
export async function readCost(
  context: Pick<Context, 'chains' | 'log' | 'now'>,
  network: Network,
  facts: {
    wallet: string
    state: PayerChainState
    steps: readonly Step[]
    payables: readonly Payable[]
  },
): Promise<Cost | null> {
  const { wallet, state, steps, payables } = facts
  switch (network.family) {
    case 'evm':
      return { gasCostUnits: estimateGas(steps, payables) * state.gasPriceUnits, tron: null }
    case 'tron':
      return readTronCost(context, network, { wallet, steps })
  }
}

async function readTronCost(
  context: Pick<Context, 'chains' | 'log' | 'now'>,
  network: Network,
  payment: { wallet: string; steps: readonly Step[] },
): Promise<Cost | null> {
  try {
    const tron = await readTronReadiness(context, network, payment)
    return { gasCostUnits: tron.trxRequiredSun, tron }
  } catch (error) {
    if (!(error instanceof ChainUnavailableError)) throw error
    context.log.warn(
      { network: network.id, reason: error.message },
      'Could not read what a payer needs',
    )
    return null
  }
}
