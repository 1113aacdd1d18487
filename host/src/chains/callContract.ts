import type { Hex } from 'viem'
import { type ContractRead, ethCall } from './aggregate3.ts'
import type { Ask } from './createAsk.ts'
import { RpcCallError } from './errors.ts'
import { revertOf } from './revertOf.ts'
import { parseBytes } from './wire.ts'

/** A user may be waiting for this response, so its deadline is short. */
const DEADLINE_MS = 4_000

/** Reads from a contract; null if it reverts. @throws ChainUnavailableError */
export async function callContract(ask: Ask, read: ContractRead): Promise<Hex | null> {
  const { answer } = await ask([ethCall(read, 'latest')], {
    read: toBytes,
    callErrors: 'keep',
    deadlineMs: DEADLINE_MS,
  })
  return answer
}

function toBytes([result]: readonly unknown[]): Hex | null {
  if (!(result instanceof RpcCallError)) return parseBytes(result, null, 'eth_call')
  if (revertOf(result) === null) throw result
  return null
}
