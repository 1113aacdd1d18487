import type { Context } from '../context.ts'
import type { Row } from '../db/schema.ts'
import { type AllowancePlan, planAllowance, remainingNeed } from './allowance.ts'
import { sumOtherNeeds } from './sumOtherNeeds.ts'

/** The owner and the spender of an allowance, and the tokens that a schedule still needs, fees included, in base units. */
export type AskedAllowance = {
  network: string
  payer: string
  token: string
  contract: string
  ownUnits: bigint
  /** The id of the schedule; null if it is not stored yet. */
  schedule: string | null
}

/**
 * Reads from the chain the allowance that a schedule lacks, taking the payer's other signed schedules into account.
 *
 * @throws ChainNotConfiguredError, ChainUnavailableError
 */
export async function readAllowancePlan(
  context: Pick<Context, 'chains' | 'db'>,
  { network, payer, token, contract, ownUnits, schedule }: AskedAllowance,
): Promise<AllowancePlan> {
  const chain = context.chains.get(network)
  const [othersUnits, state] = await Promise.all([
    sumOtherNeeds(context, { network, payer, token, contract, except: schedule }),
    chain.readPayerState({ wallet: payer, tokens: [token], spender: contract }),
  ])
  const currentUnits = state.tokens[token.toLowerCase()]?.allowanceUnits ?? 0n
  return planAllowance({ ownUnits, othersUnits, currentUnits })
}

/**
 * Reads the allowance that a stored schedule lacks for its remaining payments.
 *
 * @throws ChainNotConfiguredError, ChainUnavailableError
 */
export async function readScheduleAllowance(
  context: Pick<Context, 'chains' | 'db'>,
  row: Row<'recurring_payments'>,
): Promise<AllowancePlan> {
  return readAllowancePlan(context, {
    network: row.network,
    payer: row.payer,
    token: row.token_address,
    contract: row.contract,
    ownUnits: remainingNeed(row),
    schedule: row.id,
  })
}
