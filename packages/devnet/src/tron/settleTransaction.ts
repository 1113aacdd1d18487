import type { Address, Hex } from 'viem'
import { type AnvilReceipt, readBlock, readOutput, readReceipt } from './anvilChain.ts'
import { type TronNodeState, timeOf } from './tronNodeState.ts'
import type { Settlement, TronEntry } from './tronTransactions.ts'

/**
 * Returns a transaction's outcome, or null while it is not in a block (including after a reorganisation). The node charges the owner for
 * energy when it first sees the transaction in a block. Throws RpcError.
 */
export async function settleTransaction(
  state: Pick<TronNodeState, 'anvilUrl' | 'ledger' | 'switches'>,
  entry: TronEntry,
): Promise<Settlement | null> {
  const { anvilUrl } = state
  if (entry.carrier === null) return null
  const receipt = await readReceipt(anvilUrl, entry.carrier)
  if (receipt === null) return null
  if (entry.settlement?.blockHash === receipt.blockHash) return entry.settlement
  const nothing: Hex = '0x'
  const [block, output] = await Promise.all([
    readBlock(anvilUrl, receipt.blockNumber),
    entry.failure === null ? readOutput(anvilUrl, entry.carrier) : nothing,
  ])
  if (block === null) return null
  const result = judgeResult(entry, receipt)
  const energyUsed = countEnergy(entry, receipt, result)
  const facts = { result, energyUsed, output }
  // A concurrent request may have reached this point too; only one request may charge.
  const paid = entry.settlement ?? charge(state, entry, { energyUsed, nowMs: timeOf(block) })
  const { energyFree, energyFeeSun } = paid
  const { blockNumber, blockHash, transactionIndex: index } = receipt
  entry.settlement = { blockNumber, blockHash, index, ...facts, energyFree, energyFeeSun }
  return entry.settlement
}

/** Charges for every transaction that has reached a block, so that balances are correct. Throws RpcError. */
export async function settleAll(state: TronNodeState): Promise<void> {
  for (const entry of state.transactions.unsettled()) await settleTransaction(state, entry)
}

/** Returns an account's remaining staked energy. */
export function freeEnergy(
  { ledger, switches }: Pick<TronNodeState, 'ledger' | 'switches'>,
  owner: Address,
  nowMs: number,
): bigint {
  const limit = BigInt(switches().energy)
  const used = ledger.usedEnergy(owner, nowMs)
  return used < limit ? limit - used : 0n
}

function judgeResult(entry: TronEntry, { status, gasUsed }: AnvilReceipt): Settlement['result'] {
  if (entry.failure !== null) return entry.failure
  if (status === '0x1') return 'SUCCESS'
  return gasUsed >= entry.gas ? 'OUT_OF_ENERGY' : 'REVERT'
}

/**
 * Counts the energy: the gas of the execution, without the EVM's charge for a transaction and its bytes, which bandwidth covers. A
 * transaction that runs out of energy has used its whole limit.
 */
function countEnergy(
  entry: TronEntry,
  { gasUsed }: AnvilReceipt,
  result: Settlement['result'],
): bigint {
  if (result === 'OUT_OF_ENERGY') return entry.energyLimit
  const energy = gasUsed > entry.baseGas ? gasUsed - entry.baseGas : 0n
  return energy < entry.energyLimit ? energy : entry.energyLimit
}

function charge(
  state: Pick<TronNodeState, 'ledger' | 'switches'>,
  { call, energyPriceSun }: TronEntry,
  { energyUsed, nowMs }: { energyUsed: bigint; nowMs: number },
): Pick<Settlement, 'energyFree' | 'energyFeeSun'> {
  const free = freeEnergy(state, call.owner, nowMs)
  const energyFree = energyUsed < free ? energyUsed : free
  const energyFeeSun = (energyUsed - energyFree) * energyPriceSun
  state.ledger.useEnergy(call.owner, energyFree, nowMs)
  state.ledger.spend(call.owner, energyFeeSun)
  return { energyFree, energyFeeSun }
}
