import { z } from 'zod'
import type { TransferQuery, TransferState, TransferStatus } from './bridge.ts'
import { BridgeUnavailableError } from './errors.ts'
import { addressField, chainIdField, firstIssue, hashField, unitsField } from './lifiFields.ts'

/** A status, and the part of it that this service does not support, for the log; null if it supports all of it. */
export type ParsedStatus = { status: TransferStatus; unknownWord: string | null }

/** The status of a transfer that LI.FI does not have, according to its response to `GET /status`. */
export const NOT_FOUND_STATUS: TransferStatus = {
  state: 'unknown',
  substatus: 'NOT_FOUND',
  sending: null,
  receiving: null,
  explorerUrl: null,
}

/**
 * Reads LI.FI's status (StatusResponse of @lifi/types 17.86.0). DONE alone does not mean paid; see {@link STATES}.
 *
 * @throws BridgeUnavailableError `malformed`, or `unsafe` if it is about another transfer
 */
export function parseLifiStatus(body: unknown, query: TransferQuery): ParsedStatus {
  const parsed = statusSchema.safeParse(body)
  if (!parsed.success) {
    throw new BridgeUnavailableError('malformed', `a status, ${firstIssue(parsed.error)}`)
  }
  const answer = parsed.data
  const word = answer.substatus ?? null
  const state = stateOf(answer.status, word)
  const sending = answer.sending ?? null
  if (sending !== null && sending.txHash !== query.txHash.toLowerCase()) {
    throw new BridgeUnavailableError('unsafe', 'the status belongs to another transaction')
  }
  if (sending !== null && sending.chainId !== query.fromChainId) {
    throw new BridgeUnavailableError('unsafe', 'the status belongs to another chain')
  }
  const { receiving } = answer
  const isForeign = receiving != null && 'isForeign' in receiving
  if (isForeign && [query.fromChainId, query.toChainId].includes(receiving.chainId)) {
    throw new BridgeUnavailableError('malformed', 'a status, at receiving')
  }
  const isArrival = state === 'completed' || state === 'partial' || state === 'refunded'
  if (isArrival && sending === null) {
    throw new BridgeUnavailableError('malformed', 'a status without its transaction')
  }
  const status: TransferStatus = {
    state: state ?? 'pending',
    // LI.FI sends these two statuses without a substatus, and support staff must be able to distinguish them.
    substatus: word ?? (state === 'unknown' ? answer.status : null),
    sending: readSending(answer),
    receiving: readReceiving(answer),
    explorerUrl: readUrl(answer.lifiExplorerLink),
  }
  return { status, unknownWord: state === null ? `${answer.status}/${word ?? ''}` : null }
}

/**
 * Every status and substatus of @lifi/types 17.86.0, and of LI.FI's documentation. LI.FI also sends INVALID while a service behind it is
 * unavailable, so INVALID decides nothing. LI.FI's documentation lists NOT_PROCESSABLE_REFUND_NEEDED under two statuses.
 */
const STATES: Readonly<Record<string, Readonly<Record<string, TransferState>>>> = {
  PENDING: {
    WAIT_SOURCE_CONFIRMATIONS: 'pending',
    WAIT_DESTINATION_TRANSACTION: 'pending',
    BRIDGE_NOT_AVAILABLE: 'pending',
    CHAIN_NOT_AVAILABLE: 'pending',
    REFUND_IN_PROGRESS: 'pending',
    NOT_PROCESSABLE_REFUND_NEEDED: 'pending',
    UNKNOWN_ERROR: 'pending',
    INTENT_AWAITING_FUNDS: 'pending',
    INTENT_READY: 'pending',
    INTENT_EXECUTING: 'pending',
    INTENT_FAILED_RETRYABLE: 'pending',
    INTENT_SIMULATION_FAILURE: 'pending',
  },
  DONE: { COMPLETED: 'completed', PARTIAL: 'partial', REFUNDED: 'refunded' },
  FAILED: {
    INSUFFICIENT_ALLOWANCE: 'failed',
    INSUFFICIENT_BALANCE: 'failed',
    OUT_OF_GAS: 'failed',
    EXPIRED: 'failed',
    SLIPPAGE_EXCEEDED: 'failed',
    NOT_PROCESSABLE_REFUND_NEEDED: 'failed',
    UNKNOWN_ERROR: 'failed',
    UNKNOWN_FAILED_ERROR: 'failed',
  },
}

/** Returns null for values that decide nothing: unknown ones, and DONE without a substatus. */
function stateOf(status: string, substatus: string | null): TransferState | null {
  if (status === 'NOT_FOUND' || status === 'INVALID') return 'unknown'
  if (substatus === null && status === 'PENDING') return 'pending'
  if (substatus === null && status === 'FAILED') return 'failed'
  const states = Object.hasOwn(STATES, status) ? STATES[status] : undefined
  if (states === undefined || substatus === null || !Object.hasOwn(states, substatus)) return null
  return states[substatus] ?? null
}

const tokenSchema = z.object({ address: addressField })

const word = z.string().min(1).max(80)

const receivingSchema = z.object({
  txHash: hashField.nullish(),
  chainId: chainIdField,
  amount: unitsField.nullish(),
  token: tokenSchema.nullish(),
})

/** A chain of another family has different notations for addresses and hashes. */
const foreignSchema = z.object({ chainId: chainIdField }).transform(({ chainId }) => {
  return { isForeign: true as const, chainId, txHash: null, amount: null, token: null }
})

/** Members that are present must be valid; until an event occurs on a side, that side's members are missing. */
const statusSchema = z.object({
  status: word,
  substatus: word.nullish(),
  sending: z
    .object({
      txHash: hashField,
      chainId: chainIdField,
      amount: unitsField.nullish(),
      token: tokenSchema.nullish(),
    })
    .nullish(),
  receiving: receivingSchema.or(foreignSchema).nullish(),
  fromAddress: addressField.nullish(),
  lifiExplorerLink: z.unknown().optional(),
})

type Answer = z.output<typeof statusSchema>

function readSending({ sending, fromAddress }: Answer): TransferStatus['sending'] {
  // A failed source transaction has moved no tokens.
  if (!sending?.token || typeof sending.amount !== 'bigint') return null
  return {
    txHash: sending.txHash,
    chainId: sending.chainId,
    token: sending.token.address,
    units: sending.amount,
    sender: fromAddress ?? null,
  }
}

function readReceiving({ receiving }: Answer): TransferStatus['receiving'] {
  if (!receiving) return null
  return {
    txHash: receiving.txHash ?? null,
    chainId: receiving.chainId,
    token: receiving.token?.address ?? null,
    units: receiving.amount ?? null,
  }
}

const MAX_URL_LENGTH = 2_048

/** Reads a link for payers: https, or http on this machine; null if there is none. */
function readUrl(value: unknown): string | null {
  if (typeof value !== 'string' || value.length > MAX_URL_LENGTH || !URL.canParse(value))
    return null
  const { protocol, hostname, href } = new URL(value)
  const isLocal = hostname === '127.0.0.1' || hostname === 'localhost'
  return protocol === 'https:' || (protocol === 'http:' && isLocal) ? href : null
}
