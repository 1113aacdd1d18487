import { TOPICS } from './abi.ts'
import { isAtEnd, openCursor, takeAddress, takeUint } from './cursor.ts'
import type { RawLog } from './decodePaymentLog.ts'

/**
 * Decodes an ERC-20 `Transfer` event: the token's record of a real transfer. Null for any other log, including ERC-721's `Transfer` (a
 * fourth topic). Addresses are lower case.
 */
export function decodeTransferLog(log: RawLog): TransferLog | null {
  const moved = decodeTokenLog(log, TOPICS.transfer)
  if (moved === null) return null
  const { token, first, second, amountUnits, logIndex } = moved
  return { token, from: first, to: second, amountUnits, logIndex }
}

/** Decodes an ERC-20 `Approval` event; null for any other log. Addresses are lower case. */
export function decodeApprovalLog(log: RawLog): ApprovalLog | null {
  const approved = decodeTokenLog(log, TOPICS.approval)
  if (approved === null) return null
  const { token, first, second, amountUnits, logIndex } = approved
  return { token, owner: first, spender: second, amountUnits, logIndex }
}

/** `token` is the emitter; `amountUnits` is in the token's base units. */
export type TransferLog = {
  token: string
  from: string
  to: string
  amountUnits: bigint
  logIndex: number
}

/** `token` is the emitter; `amountUnits` is in the token's base units. */
export type ApprovalLog = {
  token: string
  owner: string
  spender: string
  amountUnits: bigint
  logIndex: number
}

/** Both events have the same shape: two indexed addresses and an amount. */
function decodeTokenLog(log: RawLog, topic: string) {
  const { topics, data } = log
  if (topics.length !== 3 || topics[0] !== topic) return null
  const [, firstTopic = '', secondTopic = ''] = topics
  const firstCursor = openCursor(firstTopic, '0x')
  const secondCursor = openCursor(secondTopic, '0x')
  const dataCursor = openCursor(data, '0x')
  const first = takeAddress(firstCursor)
  const second = takeAddress(secondCursor)
  const amountUnits = takeUint(dataCursor)
  if (!isAtEnd(firstCursor) || !isAtEnd(secondCursor) || !isAtEnd(dataCursor)) return null
  return { token: log.address.toLowerCase(), first, second, amountUnits, logIndex: log.logIndex }
}
