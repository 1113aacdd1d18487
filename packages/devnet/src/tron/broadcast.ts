import { type Address, type Hex, hexToBytes } from 'viem'
import { z } from 'zod'
import { rpc, rpcBatch } from '../chains/rpc.ts'
import { readReceipt, toQuantity } from './anvilChain.ts'
import { BroadcastRefusal } from './broadcastRefusal.ts'
import { type BandwidthCost, judgeTransaction } from './judgeTransaction.ts'
import { packTransaction, type TronCall } from './packTransaction.ts'
import { freeEnergy, settleAll } from './settleTransaction.ts'
import { readHead, type TronNodeState, timeOf } from './tronNodeState.ts'
import type { TronEntry } from './tronTransactions.ts'

/**
 * Accepts or rejects a signed transaction and returns the response body of `/wallet/broadcasttransaction`. For each accepted transaction,
 * the node sends a carrier: a transaction from the owner on the chain behind the node. Broadcasts run one at a time, so that the second of
 * two equal broadcasts finds the first. Throws TronRequestError, RpcError.
 */
export async function broadcast(
  state: TronNodeState,
  body: unknown,
  visible: boolean,
): Promise<object> {
  const call = packTransaction(body)
  try {
    await take(state, call)
    return { result: true, txid: call.txID }
  } catch (error) {
    if (!(error instanceof BroadcastRefusal)) throw error
    const { refusal, message } = error
    return { code: refusal, txid: call.txID, message: visible ? message : toHex(message) }
  }
}

/** Prepares the chain behind the node for failing calls, once at the start. Throws RpcError. */
export async function prepareFailures(anvilUrl: string): Promise<void> {
  await rpcBatch(anvilUrl, [
    { method: 'anvil_autoImpersonateAccount', params: [true] },
    // PUSH1 0 PUSH1 0 REVERT, and INVALID, which uses all gas.
    { method: 'anvil_setCode', params: [REVERTER, '0x60006000fd'] },
    { method: 'anvil_setCode', params: [BURNER, '0xfe'] },
  ])
}

const REVERTER: Address = '0x7100000000000000000000000000000000000001'
const BURNER: Address = '0x7100000000000000000000000000000000000002'

/** The maximum gas of one EVM transaction (EIP-7825). */
const MAX_GAS = 16_777_216n
/** The balance of a carrier's owner on that chain, high enough that no carrier fails because of the gas price. */
const CARRIER_BALANCE = 10n ** 24n

async function take(state: TronNodeState, call: TronCall): Promise<void> {
  await settleAll(state)
  const head = await readHead(state)
  const cost = await judgeTransaction(state, call, { head, isKnown: await isKnown(state, call) })
  const nowMs = timeOf(head)
  const entry = planCarrier(state, call, { cost, nowMs })
  if (state.switches().fail !== 'drop') {
    entry.carrier = await carry(state, entry)
    state.ledger.useBandwidth(call.owner, cost.freeBytes, nowMs)
    state.ledger.spend(call.owner, cost.feeSun + call.callValueSun)
    if (call.callValueSun > 0n) state.ledger.add(call.contract, call.callValueSun)
  }
  state.transactions.add(entry)
}

/** Returns whether the transaction is pending or mined; false if it was dropped, or lost in a reorganisation. */
async function isKnown(state: TronNodeState, { txID }: TronCall): Promise<boolean> {
  const carrier = state.transactions.find(txID)?.carrier ?? null
  if (carrier === null) return false
  const found = await rpc(state.anvilUrl, 'eth_getTransactionByHash', [carrier])
  return found !== null || (await readReceipt(state.anvilUrl, carrier)) !== null
}

function planCarrier(
  state: TronNodeState,
  call: TronCall,
  { cost, nowMs }: { cost: BandwidthCost; nowMs: number },
): TronEntry {
  const { fail, energyPriceSun } = state.switches()
  const price = BigInt(energyPriceSun)
  const { baseGas, floorGas } = countBaseGas(call)
  const left = state.ledger.balanceSun(call.owner) - cost.feeSun - call.callValueSun
  const affordable = freeEnergy(state, call.owner, nowMs) + (left > 0n ? left / price : 0n)
  // As in java-tron, the fee limit bounds all energy, including the free part.
  const energyLimit = min(affordable, call.feeLimitSun / price)
  const gas = min(baseGas + energyLimit, MAX_GAS)
  const isTooLittle = gas < floorGas
  const failures = { revert: 'REVERT', out_of_energy: 'OUT_OF_ENERGY' } as const
  const switched = fail === 'revert' || fail === 'out_of_energy' ? failures[fail] : null
  return {
    call,
    carrier: null,
    gas: isTooLittle ? floorGas : gas,
    baseGas,
    energyLimit,
    energyPriceSun: price,
    freeBytes: cost.freeBytes,
    bandwidthFeeSun: cost.feeSun,
    // With less gas than `floorGas`, the EVM would reject the carrier instead of running it out of gas.
    failure: switched ?? (isTooLittle ? 'OUT_OF_ENERGY' : null),
    settlement: null,
  }
}

/** Returns the EVM's charge for a transaction and its bytes, and the transaction's minimum gas (EIP-7623). */
function countBaseGas({ data }: TronCall): { baseGas: bigint; floorGas: bigint } {
  const bytes = hexToBytes(data)
  const nonZero = bytes.filter((byte) => byte !== 0).length
  const zero = bytes.length - nonZero
  const baseGas = BigInt(21_000 + 16 * nonZero + 4 * zero)
  const floorGas = BigInt(21_000 + 40 * nonZero + 10 * zero)
  return { baseGas, floorGas: floorGas > baseGas ? floorGas : baseGas }
}

/**
 * Sends a transaction's carrier and returns its hash. A chain with automine has then mined it, so that the caller finds it in a
 * block immediately.
 */
async function carry({ anvilUrl }: TronNodeState, { call, gas, failure }: TronEntry): Promise<Hex> {
  const balance = toQuantity(CARRIER_BALANCE + call.callValueSun)
  await rpc(anvilUrl, 'anvil_setBalance', [call.owner, balance])
  const to = { REVERT: REVERTER, OUT_OF_ENERGY: BURNER, none: call.contract }[failure ?? 'none']
  const value = toQuantity(call.callValueSun)
  const transaction = { from: call.owner, to, data: call.data, gas: toQuantity(gas), value }
  const isMined = await rpc(anvilUrl, 'anvil_getAutomine')
  if (isMined !== true) {
    return hashShape.parse(await rpc(anvilUrl, 'eth_sendTransaction', [transaction]))
  }
  const receipt = await rpc(anvilUrl, 'eth_sendTransactionSync', [transaction])
  return z.object({ transactionHash: hashShape }).parse(receipt).transactionHash
}

const hashShape = z
  .string()
  .regex(/^0x[0-9a-f]{64}$/)
  .transform((text): Hex => `0x${text.slice(2)}`)

function min(a: bigint, b: bigint): bigint {
  return a < b ? a : b
}

function toHex(text: string): string {
  return Buffer.from(text).toString('hex')
}
