import type { Context } from '../context.ts'
import { type AllowancePlan, planAllowance } from './allowance.ts'
import { sumOtherNeeds } from './sumOtherNeeds.ts'

/** Whose allowance for whom, and what a schedule that is not signed takes of it in all, fees included, in base units. */
export type AskedAllowance = {
  network: string
  payer: string
  token: string
  contract: string
  ownUnits: bigint
}

/**
 * Reads from the chain what a schedule that is not signed yet lacks, beside the payer's others.
 *
 * @throws ChainNotConfiguredError, ChainUnavailableError
 */
export async function readAllowancePlan(
  context: Pick<Context, 'chains' | 'db'>,
  { network, payer, token, contract, ownUnits }: AskedAllowance,
): Promise<AllowancePlan> {
  const chain = context.chains.get(network)
  const [othersUnits, state] = await Promise.all([
    sumOtherNeeds(context, { network, payer, token, contract, except: null }),
    chain.readPayerState({ wallet: payer, tokens: [token], spender: contract }),
  ])
  const currentUnits = state.tokens[token.toLowerCase()]?.allowanceUnits ?? 0n
  return planAllowance({ ownUnits, othersUnits, currentUnits })
}
