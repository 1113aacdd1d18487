import { type AnvilLog, readBlock, readReceipt } from './anvilChain.ts'
import type { SettledEntry } from './describeBlock.ts'
import { writeAddress } from './tronAddress.ts'
import { type TronNodeState, timeOf } from './tronNodeState.ts'

/** The messages that java-tron stores in a failed transaction. */
const FAILURES = {
  REVERT: 'REVERT opcode executed',
  OUT_OF_ENERGY:
    "Not enough energy for 'SSTORE' operation executing: curInvokeEnergyLimit exceeded",
} as const

/**
 * Returns a mined transaction in the format of `/wallet/gettransactioninfobyid`. Addresses in logs have no prefix 41, topics and data have
 * no 0x, and fields that are 0 are absent. Throws RpcError.
 */
export async function describeInfo(
  { anvilUrl }: Pick<TronNodeState, 'anvilUrl'>,
  { entry, settlement }: SettledEntry,
  visible: boolean,
): Promise<object> {
  const { call, bandwidthFeeSun } = entry
  const { blockNumber, result, energyFeeSun, output } = settlement
  const [block, receipt] = await Promise.all([
    readBlock(anvilUrl, blockNumber),
    entry.carrier === null ? null : readReceipt(anvilUrl, entry.carrier),
  ])
  return {
    id: call.txID,
    ...nonZero({ fee: bandwidthFeeSun + energyFeeSun }),
    ...nonZero({ blockNumber }),
    blockTimeStamp: block ? timeOf(block) : 0,
    contractResult: [output.slice(2)],
    contract_address: writeAddress(call.contract, visible),
    receipt: describeReceipt({ entry, settlement }),
    ...(receipt && receipt.logs.length > 0 ? { log: receipt.logs.map(describeLog) } : {}),
    ...(result === 'SUCCESS'
      ? {}
      : { result: 'FAILED', resMessage: Buffer.from(FAILURES[result]).toString('hex') }),
  }
}

function describeReceipt({ entry, settlement }: SettledEntry): object {
  return {
    ...nonZero({
      energy_usage: settlement.energyFree,
      energy_fee: settlement.energyFeeSun,
      energy_usage_total: settlement.energyUsed,
      net_usage: entry.freeBytes,
      net_fee: entry.bandwidthFeeSun,
    }),
    result: settlement.result,
  }
}

function describeLog({ address, topics, data }: AnvilLog): object {
  return {
    address: address.slice(2),
    topics: topics.map((topic) => topic.slice(2)),
    ...(data === '0x' ? {} : { data: data.slice(2) }),
  }
}

/** Converts values to JSON numbers and omits those that are 0, as protobuf does. */
function nonZero(values: Record<string, bigint>): Record<string, number> {
  const entries = Object.entries(values).filter(([, value]) => value !== 0n)
  return Object.fromEntries(entries.map(([name, value]) => [name, Number(value)]))
}
