import type { Context } from '../context.ts'
import type { Row } from '../db/schema.ts'
import { type AllowancePlan, planAllowance, remainingNeed } from './allowance.ts'
import { sumOtherNeeds } from './sumOtherNeeds.ts'

/**
 * The owner and the spender of an allowance, and the total that a schedule spends of it, fees included, in base units.
 */
export type AskedAllowance = {
  network: string
  payer: string
  token: string
  contract: string
  ownUnits: bigint
  /** Id of the schedule; null = it is not stored yet. */
  schedule: string | null
}

/**
 * Reads from the chain the missing allowance of a schedule, together with the payer's other signed ones.
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
 * Reads the missing allowance for the payments that a stored schedule still has to make.
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
