import type { Address } from 'viem'
import { z } from 'zod'
import { type AnvilBlock, readBlock } from './anvilChain.ts'
import { broadcast } from './broadcast.ts'
import { BANDWIDTH_PRICE_SUN, describeChainParameters, FREE_BANDWIDTH } from './chainParameters.ts'
import {
  describeBlock,
  describeSettled,
  findBlockById,
  type SettledEntry,
  settledIn,
} from './describeBlock.ts'
import { describeContract } from './describeContract.ts'
import { describeInfo } from './describeInfo.ts'
import { describeTransaction } from './packTransaction.ts'
import { settleAll, settleTransaction } from './settleTransaction.ts'
import { estimateEnergy, triggerConstantContract, triggerSmartContract } from './triggerContract.ts'
import { readAddress, writeAddress } from './tronAddress.ts'
import { readHead, readSolidNumber, type TronNodeState, timeOf } from './tronNodeState.ts'
import { TronRequestError } from './tronRequestError.ts'

/** A call to the HTTP API. `parameters` combines the query's and the body's parameters. */
export type WalletCall = {
  /** For example `getnowblock`. */
  name: string
  /** True for `/walletsolidity`, which returns only solidified data. */
  isSolid: boolean
  parameters: Record<string, unknown>
}

/** Handles a call to `/wallet` or `/walletsolidity`; returns null for an unknown name. Throws TronRequestError, RpcError. */
export async function answerWallet(
  state: TronNodeState,
  { name, isSolid, parameters }: WalletCall,
): Promise<object | null> {
  const visible = String(parameters['visible'] ?? false) === 'true'
  const context: Context = { state, isSolid, visible, parameters }
  const read = READS[name.toLowerCase()]
  if (read) return read(context)
  const act = isSolid ? undefined : ACTIONS[name.toLowerCase()]
  return act ? act(context) : null
}

type Context = {
  state: TronNodeState
  isSolid: boolean
  visible: boolean
  parameters: Record<string, unknown>
}
type Answer = (context: Context) => Promise<object>

/** Available under both `/wallet` and `/walletsolidity`. */
const READS: Record<string, Answer> = {
  getnowblock: async (context) => describe(context, await newestBlock(context), true),
  getblock,
  getblockbynum: async (context) => describe(context, await blockAt(context, 'num'), true),
  getblockbyid: async (context) => describe(context, await blockWithId(context, 'value'), true),
  gettransactionbyid: async (context) => {
    const settled = await findSettled(context)
    return settled ? describeSettled(settled, context.visible) : {}
  },
  gettransactioninfobyid: async (context) => {
    const settled = await findSettled(context)
    return settled ? describeInfo(context.state, settled, context.visible) : {}
  },
  gettransactioninfobyblocknum: async ({ state, ...context }) => {
    const block = await blockAt({ state, ...context }, 'num')
    const settled = block ? await settledIn(state, block) : []
    return Promise.all(settled.map((one) => describeInfo(state, one, context.visible)))
  },
  getaccount,
  triggerconstantcontract: ({ state, parameters, visible }) =>
    triggerConstantContract(state, parameters, visible),
  estimateenergy: ({ state, parameters, visible }) => estimateEnergy(state, parameters, visible),
}

/** Available only at `/wallet`. */
const ACTIONS: Record<string, Answer> = {
  triggersmartcontract: ({ state, parameters, visible }) =>
    triggerSmartContract(state, parameters, visible),
  broadcasttransaction: ({ state, parameters, visible }) => broadcast(state, parameters, visible),
  gettransactionfrompending,
  getaccountresource,
  getaccountnet: getaccountresource,
  getchainparameters: async ({ state }) => describeChainParameters(state.switches()),
  getenergyprices: async ({ state }) => ({ prices: `0:${state.switches().energyPriceSun}` }),
  getbandwidthprices: async () => ({ prices: `0:${BANDWIDTH_PRICE_SUN}` }),
  getcontract: ({ state, parameters, visible }) =>
    describeContract(state, readAddress(parameters['value'], visible), visible),
}

const TOTAL_NET_LIMIT = 43_200_000_000
const TOTAL_ENERGY_LIMIT = 180_000_000_000

async function getblock(context: Context): Promise<object> {
  const { id_or_num: which, detail = false } = context.parameters
  const withTransactions = String(detail) === 'true'
  if (which === undefined) return describe(context, await newestBlock(context), withTransactions)
  const isId = /^[0-9a-f]{64}$/i.test(String(which))
  const block = await (isId ? blockWithId(context, 'id_or_num') : blockAt(context, 'id_or_num'))
  return describe(context, block, withTransactions)
}

async function getaccount({ state, parameters, visible }: Context): Promise<object> {
  const owner = readAddress(parameters['address'], visible)
  await settleAll(state)
  if (!state.ledger.has(owner)) return {}
  const balance = Number(state.ledger.balanceSun(owner))
  const account = { address: writeAddress(owner, visible), account_resource: {} }
  return balance === 0 ? account : { ...account, balance }
}

async function getaccountresource({ state, parameters, visible }: Context): Promise<object> {
  const owner: Address = readAddress(parameters['address'], visible)
  await settleAll(state)
  if (!state.ledger.has(owner)) return {}
  const nowMs = timeOf(await readHead(state))
  const freeNetUsed = Number(state.ledger.usedBandwidth(owner, nowMs))
  const energyUsed = Number(state.ledger.usedEnergy(owner, nowMs))
  const { energy } = state.switches()
  return {
    ...(freeNetUsed === 0 ? {} : { freeNetUsed }),
    freeNetLimit: Number(FREE_BANDWIDTH),
    ...(energyUsed === 0 ? {} : { EnergyUsed: energyUsed }),
    ...(energy === 0 ? {} : { EnergyLimit: energy }),
    TotalNetLimit: TOTAL_NET_LIMIT,
    TotalEnergyLimit: TOTAL_ENERGY_LIMIT,
  }
}

async function gettransactionfrompending({ state, parameters, visible }: Context): Promise<object> {
  const entry = state.transactions.find(readTransactionId(parameters['value']))
  if (!entry || entry.carrier === null) return {}
  return (await settleTransaction(state, entry)) ? {} : describeTransaction(entry.call, visible)
}

async function findSettled(context: Context): Promise<SettledEntry | null> {
  const { state, isSolid, parameters } = context
  const entry = state.transactions.find(readTransactionId(parameters['value']))
  const settlement = entry ? await settleTransaction(state, entry) : null
  if (!entry || !settlement) return null
  if (isSolid && settlement.blockNumber > (await readSolidNumber(state))) return null
  return { entry, settlement }
}

async function newestBlock({ state, isSolid }: Context): Promise<AnvilBlock | null> {
  return isSolid ? readBlock(state.anvilUrl, await readSolidNumber(state)) : readHead(state)
}

async function blockAt(context: Context, field: string): Promise<AnvilBlock | null> {
  const { state, parameters } = context
  const number = z.coerce
    .bigint()
    .min(0n)
    .safeParse(parameters[field] ?? 0)
  if (!number.success) throw malformed(`${field} is not a number`)
  return onlySolid(context, await readBlock(state.anvilUrl, number.data))
}

async function blockWithId(context: Context, field: string): Promise<AnvilBlock | null> {
  const id = readTransactionId(context.parameters[field])
  return onlySolid(context, await findBlockById(context.state, id))
}

async function onlySolid(
  { state, isSolid }: Context,
  block: AnvilBlock | null,
): Promise<AnvilBlock | null> {
  if (!isSolid || block === null) return block
  return block.number > (await readSolidNumber(state)) ? null : block
}

async function describe(
  { state, visible }: Context,
  block: AnvilBlock | null,
  withTransactions: boolean,
): Promise<object> {
  return block ? describeBlock(state, block, { withTransactions, visible }) : {}
}

/** Reads a transaction id: 64 hex digits. */
function readTransactionId(value: unknown): string {
  if (typeof value === 'string' && /^[0-9a-fA-F]{64}$/.test(value)) return value.toLowerCase()
  throw malformed('INVALID hex String')
}

function malformed(problem: string): TronRequestError {
  return new TronRequestError({
    javaClass: 'org.tron.core.services.http.JsonFormat$ParseException',
    problem,
  })
}
