import { type Address, decodeEventLog, type Hex, isAddress, toEventSignature } from 'viem'
import { z } from 'zod'
import { type AnvilLog, readBlock, readLogs, readReceipt, toQuantity } from './anvilChain.ts'
import { publicHash } from './describeBlock.ts'
import { knownEvents } from './describeContract.ts'
import { settleTransaction } from './settleTransaction.ts'
import { isBase58, readAddress, toBase58 } from './tronAddress.ts'
import { readSolidNumber, type TronNodeState, timeOf } from './tronNodeState.ts'

/** A response from the event API, which TronGrid has and a plain node does not. */
export type EventsAnswer = { status: number; body: object }

const flag = z.enum(['true', 'false']).optional()
const whole = z.coerce.number().int().min(0)
const queryShape = z.object({
  event_name: z.string().optional(),
  block_number: whole.optional(),
  only_confirmed: flag,
  only_unconfirmed: flag,
  min_block_timestamp: whole.optional(),
  max_block_timestamp: whole.optional(),
  order_by: z.enum(['block_timestamp,asc', 'block_timestamp,desc']).default('block_timestamp,desc'),
  limit: whole.min(1).max(200).default(20),
  fingerprint: z
    .string()
    .regex(/^\d{1,9}$/)
    .optional(),
})
type Query = z.infer<typeof queryShape>

/** Handles `/v1/contracts/{T…}/events` and `/v1/transactions/{id}/events`; returns null for other paths. Throws RpcError. */
export async function answerEvents(
  state: TronNodeState,
  { path, query: raw }: { path: string; query: Record<string, string> },
): Promise<EventsAnswer | null> {
  const [, kind, subject = ''] =
    /^\/v1\/(contracts|transactions)\/([^/]+)\/events$/.exec(path) ?? []
  if (kind === undefined) return null
  const { data: query, error } = queryShape.safeParse(raw)
  if (error) return refuse(`Invalid ${error.issues[0]?.path.join('.')}`)
  if (kind === 'transactions') return answerTransaction(state, subject.toLowerCase(), query)
  if (!isBase58(subject)) return refuse('A valid address must be provided')
  return answerContract(state, readAddress(subject, true), query)
}

async function answerContract(
  state: TronNodeState,
  address: Address,
  query: Query,
): Promise<EventsAnswer> {
  const block = query.block_number
  const logs = await readLogs(state.anvilUrl, {
    address,
    fromBlock: toQuantity(block ?? 0),
    toBlock: block === undefined ? 'latest' : toQuantity(block),
  })
  const events = await describeAll(state, logs, query)
  if (query.order_by === 'block_timestamp,desc') events.reverse()
  const start = Number(query.fingerprint ?? 0)
  const page = events.slice(start, start + query.limit)
  const next = start + page.length
  const more = next < events.length ? { fingerprint: String(next) } : {}
  return succeed(page, more)
}

async function answerTransaction(
  state: TronNodeState,
  id: string,
  query: Query,
): Promise<EventsAnswer> {
  if (!/^[0-9a-f]{64}$/.test(id)) return refuse('Invalid transaction id')
  const entry = state.transactions.find(id)
  const settlement = entry ? await settleTransaction(state, entry) : null
  if (!entry?.carrier || !settlement) return succeed([], {})
  const receipt = await readReceipt(state.anvilUrl, entry.carrier)
  return succeed(await describeAll(state, receipt?.logs ?? [], query), {})
}

async function describeAll(
  state: TronNodeState,
  logs: readonly AnvilLog[],
  query: Query,
): Promise<object[]> {
  const solid = await readSolidNumber(state)
  const events: object[] = []
  for (const log of logs) {
    const block = await readBlock(state.anvilUrl, log.blockNumber)
    const event = decode(log)
    const isSolid = log.blockNumber <= solid && state.switches().solidity === 'up'
    if (!block || !event || !isAsked(query, { name: event.name, isSolid, timeMs: timeOf(block) })) {
      continue
    }
    events.push({
      block_number: Number(log.blockNumber),
      block_timestamp: timeOf(block),
      caller_contract_address: toBase58(log.address),
      contract_address: toBase58(log.address),
      event_index: Number(log.logIndex),
      event_name: event.name,
      event: event.signature,
      result: event.result,
      transaction_id: publicHash(state, log.transactionHash).slice(2),
      ...(isSolid ? {} : { _unconfirmed: true }),
    })
  }
  return events
}

function isAsked(
  query: Query,
  { name, isSolid, timeMs }: { name: string; isSolid: boolean; timeMs: number },
): boolean {
  if (query.event_name !== undefined && query.event_name !== name) return false
  if (query.only_confirmed === 'true' && !isSolid) return false
  if (query.only_unconfirmed === 'true' && isSolid) return false
  if (timeMs < (query.min_block_timestamp ?? 0)) return false
  return timeMs <= (query.max_block_timestamp ?? Number.POSITIVE_INFINITY)
}

/** Returns the event's values by position and by name; null for an event from an unknown contract. */
function decode({ topics, data }: AnvilLog) {
  const [topic, ...indexed] = topics
  if (topic === undefined) return null
  for (const event of knownEvents) {
    try {
      const signature: [Hex, ...Hex[]] = [topic, ...indexed]
      const { args } = decodeEventLog({ abi: [event], topics: signature, data })
      const values = z.record(z.string(), z.unknown()).parse(args)
      const texts = event.inputs.map(({ name = '' }) => [name, writeValue(values[name])] as const)
      const places = texts.map(([, text], place) => [String(place), text] as const)
      const result = Object.fromEntries([...places, ...texts])
      return { name: event.name, signature: toEventSignature(event), result }
    } catch {
      // The topic belongs to another event.
    }
  }
  return null
}

/** Writes an address in the contracts' format, in lower case; a hash without 0x; a number in decimal. */
function writeValue(value: unknown): string {
  const text = String(value)
  if (isAddress(text)) return text.toLowerCase()
  return text.replace(/^0x/, '')
}

function succeed(data: object[], more: { fingerprint?: string }): EventsAnswer {
  const meta = { at: Date.now(), page_size: data.length, ...more }
  return { status: 200, body: { data, success: true, meta } }
}

function refuse(error: string): EventsAnswer {
  return { status: 400, body: { success: false, error, statusCode: 400 } }
}
