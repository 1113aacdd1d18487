import type { Address, Hex } from 'viem'
import { z } from 'zod'
import { rpc } from '../chains/rpc.ts'
import { type AnvilBlock, hasCode, readBlock, toQuantity, tryCall } from './anvilChain.ts'
import { findBlockById } from './describeBlock.ts'
import { describeJsonRpcBlock, describeReceipt, findByHash } from './describeJsonRpc.ts'
import { getLogs, readBlockNumber } from './getLogs.ts'
import { invalidParams, JsonRpcRefusal, jsonRpcCode } from './jsonRpcRefusal.ts'
import { settleAll } from './settleTransaction.ts'
import { estimateEnergyOf } from './triggerContract.ts'
import { readHead, type TronNodeState } from './tronNodeState.ts'

/** Handles a method; `params` are the unparsed parameters. Throws JsonRpcRefusal, RpcError. */
export type JsonRpcMethod = (state: TronNodeState, params: readonly unknown[]) => Promise<unknown>

/** Tron's chain id, which `net_version` returns too. */
const CHAIN_ID = '0x2b6653dc'
const NOBODY: Address = '0x0000000000000000000000000000000000000000'
const NOT_LATEST = 'TAG [earliest | pending | finalized] not supported'
const NOT_A_TAG = 'QUANTITY not supported, just support TAG as latest'
/** Selector of `Error(string)`, which contains a contract's revert reason. */
const ERROR_SELECTOR = '0x08c379a0'

/**
 * The methods of Ethereum's JSON-RPC that a Tron node supports. None of them sends a transaction, and they read only the state of the
 * newest block.
 */
export const jsonRpcMethods: Record<string, JsonRpcMethod> = {
  web3_clientVersion: async () => 'TRON/devnet',
  web3_sha3: ({ anvilUrl }, [data]) => rpc(anvilUrl, 'web3_sha3', [data]),
  net_version: async () => CHAIN_ID,
  net_listening: async () => true,
  net_peerCount: async () => '0x1',
  eth_chainId: async () => CHAIN_ID,
  eth_protocolVersion: async () => '0x20',
  eth_syncing: async () => false,
  eth_accounts: async () => [],
  eth_mining: async () => false,
  eth_gasPrice: async ({ switches }) => toQuantity(switches().energyPriceSun),
  eth_blockNumber: async (state) => toQuantity((await readHead(state)).number),
  eth_getBalance,
  eth_getCode: (state, params) => readState(state, 'eth_getCode', params),
  eth_getStorageAt: (state, params) => readState(state, 'eth_getStorageAt', params),
  eth_call,
  eth_estimateGas,
  eth_getLogs: (state, [filter]) => getLogs(state, filter),
  eth_getBlockByNumber: async (state, [number, isFull]) =>
    describe(state, await blockOf(state, number), isFull),
  eth_getBlockByHash: async (state, [id, isFull]) =>
    describe(state, await findBlockById(state, readHash(id)), isFull),
  eth_getBlockTransactionCountByNumber: async (state, [number]) =>
    count(await blockOf(state, number)),
  eth_getBlockTransactionCountByHash: async (state, [id]) =>
    count(await findBlockById(state, readHash(id))),
  eth_getTransactionByHash: async (state, [hash]) =>
    (await findByHash(state, readHash(hash)))?.transaction ?? null,
  eth_getTransactionByBlockNumberAndIndex: async (state, [number, index]) =>
    atIndex(state, await blockOf(state, number), index),
  eth_getTransactionByBlockHashAndIndex: async (state, [id, index]) =>
    atIndex(state, await findBlockById(state, readHash(id)), index),
  eth_getTransactionReceipt: (state, [hash]) => describeReceipt(state, readHash(hash)),
}

const callShape = z.object({
  from: z.string().default(NOBODY),
  to: z.string(),
  data: z
    .string()
    .regex(/^(0x)?([0-9a-fA-F]{2})*$/)
    .default('0x'),
  value: z
    .string()
    .regex(/^0x[0-9a-fA-F]{1,16}$/)
    .default('0x0'),
})

async function eth_getBalance(state: TronNodeState, [owner, tag]: readonly unknown[]) {
  assertLatest(tag)
  await settleAll(state)
  return toQuantity(state.ledger.balanceSun(readEvmAddress(owner)))
}

function readState({ anvilUrl }: TronNodeState, method: string, params: readonly unknown[]) {
  const [owner, ...rest] = params
  assertLatest(rest.at(-1))
  return rpc(anvilUrl, method, [readEvmAddress(owner), ...rest])
}

async function eth_call(state: TronNodeState, [call, block]: readonly unknown[]): Promise<Hex> {
  await assertCallBlock(state, block)
  const target = await readCall(state, call)
  const { isReverted, data } = await tryCall(state.anvilUrl, target)
  if (!isReverted) return data
  const reason = data.startsWith(ERROR_SELECTOR) ? `: ${readReason(data)}` : ''
  throw new JsonRpcRefusal(jsonRpcCode.internal, `REVERT opcode executed${reason}`)
}

async function eth_estimateGas(state: TronNodeState, [call]: readonly unknown[]): Promise<Hex> {
  const { from, to, data, value } = await readCall(state, call)
  const facts = { owner: from, contract: to, data, callValueSun: value }
  const energy = await estimateEnergyOf(state, facts)
  if (energy !== null) return toQuantity(energy)
  throw new JsonRpcRefusal(jsonRpcCode.internal, 'REVERT opcode executed')
}

async function readCall({ anvilUrl }: TronNodeState, parameter: unknown) {
  const { data: call, error } = callShape.safeParse(parameter)
  if (error) throw new JsonRpcRefusal(jsonRpcCode.invalidRequest, 'invalid json request')
  const to = readEvmAddress(call.to)
  if (!(await hasCode(anvilUrl, to))) {
    throw new JsonRpcRefusal(jsonRpcCode.invalidRequest, 'Smart contract is not exist.')
  }
  const data: Hex = `0x${call.data.replace(/^0x/, '')}`
  return { from: readEvmAddress(call.from), to, data, value: BigInt(call.value) }
}

/** The caller may also pass an existing block in an object; the call still runs on the newest state. */
async function assertCallBlock(state: TronNodeState, block: unknown): Promise<void> {
  if (typeof block !== 'object' || block === null) return assertLatest(block)
  const number: unknown = Reflect.get(block, 'blockNumber')
  const found = await (number === undefined
    ? findBlockById(state, readHash(Reflect.get(block, 'blockHash')))
    : blockOf(state, number))
  if (!found) throw new JsonRpcRefusal(jsonRpcCode.internal, 'header not found')
}

function assertLatest(tag: unknown): void {
  const text = String(tag).toLowerCase()
  if (text === 'latest') return
  if (['earliest', 'pending', 'finalized'].includes(text)) throw invalidParams(NOT_LATEST)
  throw invalidParams(/^0x[0-9a-f]+$/.test(text) ? NOT_A_TAG : 'invalid block number')
}

async function blockOf(state: TronNodeState, number: unknown): Promise<AnvilBlock | null> {
  return readBlock(state.anvilUrl, await readBlockNumber(state, String(number)))
}

async function describe(state: TronNodeState, block: AnvilBlock | null, isFull: unknown) {
  return block && describeJsonRpcBlock(state, block, isFull === true)
}

async function atIndex(state: TronNodeState, block: AnvilBlock | null, index: unknown) {
  const position = /^0x[0-9a-f]{1,8}$/i.test(String(index)) ? Number(index) : null
  if (position === null) throw invalidParams('invalid index value')
  const hash = block?.transactions[position]
  return hash === undefined ? null : ((await findByHash(state, hash.slice(2)))?.transaction ?? null)
}

function count(block: AnvilBlock | null): Hex | null {
  return block && toQuantity(block.transactions.length)
}

/** Returns 64 hex digits without 0x, the format in which ids are stored. */
function readHash(value: unknown): string {
  const digits = /^(?:0x)?([0-9a-f]{64})$/.exec(String(value).toLowerCase())?.[1]
  if (digits !== undefined) return digits
  throw invalidParams('invalid hash value')
}

/** Accepts addresses with or without the prefix 41. */
function readEvmAddress(value: unknown): Address {
  const body = /^(?:0x)?(?:41)?([0-9a-f]{40})$/.exec(String(value).toLowerCase())?.[1]
  if (body !== undefined) return `0x${body}`
  throw invalidParams('invalid address hash value')
}

function readReason(data: Hex): string {
  const length = Number(BigInt(`0x${data.slice(74, 138)}`))
  return Buffer.from(data.slice(138, 138 + 2 * length), 'hex').toString()
}
