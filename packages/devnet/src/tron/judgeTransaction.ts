import { utils } from 'tronweb'
import type { Address } from 'viem'
import { type AnvilBlock, hasCode, readBlock } from './anvilChain.ts'
import { blockId, blockReference } from './blockId.ts'
import { BroadcastRefusal } from './broadcastRefusal.ts'
import {
  BANDWIDTH_PRICE_SUN,
  MAX_EXPIRATION_MS,
  MAX_FEE_LIMIT_SUN,
  RESULT_BYTES,
} from './chainParameters.ts'
import type { TronCall } from './packTransaction.ts'
import { toBase58 } from './tronAddress.ts'
import { freeBandwidth } from './tronLedger.ts'
import { type TronNodeState, timeOf } from './tronNodeState.ts'

/** The cost of a transaction's bytes for its owner: they are either free or paid in full, as on Tron. */
export type BandwidthCost = { freeBytes: bigint; feeSun: bigint }

/**
 * Checks a transaction in java-tron's order: expiry, signature, reference block, duplicates, bandwidth, the call. Throws
 * BroadcastRefusal, RpcError.
 */
export async function judgeTransaction(
  state: TronNodeState,
  call: TronCall,
  { head, isKnown }: { head: AnvilBlock; isKnown: boolean },
): Promise<BandwidthCost> {
  const nowMs = timeOf(head)
  assertSwitches(state)
  assertNotExpired(call, nowMs)
  assertSigned(call)
  await assertReference(state, call, head)
  if (isKnown) throw new BroadcastRefusal('DUP_TRANSACTION_ERROR', 'Dup transaction.')
  const cost = assertBandwidth(state, call, nowMs)
  await assertCall(state, call, cost)
  return cost
}

/** Counts the bytes of a transaction that use bandwidth: the bytes of its protobuf, plus those for its stored result. */
function countBytes({
  rawDataHex,
  signatures,
}: Pick<TronCall, 'rawDataHex' | 'signatures'>): number {
  const fields = [rawDataHex, ...signatures].map((hex) => fieldBytes(hex.length / 2))
  return fields.reduce((sum, bytes) => sum + bytes, RESULT_BYTES)
}

/** Returns the size of a length-delimited protobuf field: its tag, its length in base 128 and its content. */
function fieldBytes(length: number): number {
  const lengthBytes = Math.max(1, Math.ceil(length.toString(2).length / 7))
  return 1 + lengthBytes + length
}

function assertSwitches({ switches, transactions }: TronNodeState): void {
  const { fail } = switches()
  if (fail === 'server_busy' || transactions.isFull) {
    throw new BroadcastRefusal('SERVER_BUSY', 'Server busy.')
  }
  if (fail === 'expired') throw expired()
  if (fail === 'tapos') throw new BroadcastRefusal('TAPOS_ERROR', 'Tapos check error.')
  if (fail === 'bandwidth') throw noBandwidth()
}

function assertNotExpired({ expirationMs }: TronCall, nowMs: number): void {
  if (expirationMs <= nowMs || expirationMs > nowMs + MAX_EXPIRATION_MS) throw expired()
}

function assertSigned({ txID, owner, permissionId, signatures }: TronCall): void {
  const [signature] = signatures
  if (signature === undefined) throw badSignature('miss sig or contract')
  // 0 is the owner's permission, and 2 is the first active permission, which every new account has. Both belong to the owner's key.
  if (permissionId !== 0 && permissionId !== 2) throw badSignature("permission isn't exit")
  if (signatures.length > 1) {
    const count = signatures.length
    throw badSignature(`Signature count is ${count} more than key counts of permission : 1`)
  }
  if (signature.length < SIGNATURE_DIGITS) {
    throw badSignature(`Signature size is ${signature.length / 2}`)
  }
  const signer = recover(txID, signature)
  if (signer === owner) return
  const who = toBase58(signer)
  throw badSignature(`${signature} is signed by ${who} but it is not contained of permission.`)
}

const SIGNATURE_DIGITS = 130

function recover(txID: string, signature: string): Address {
  try {
    const address = utils.crypto.ecRecover(txID, signature.slice(0, SIGNATURE_DIGITS))
    return `0x${address.slice('41'.length).toLowerCase()}`
  } catch {
    throw badSignature('could not recover the signer')
  }
}

/** A transaction contains the last 16 bits of a block number, which refer to the newest block with these bits. */
async function assertReference(
  { anvilUrl }: TronNodeState,
  { refBlockBytes, refBlockHash }: TronCall,
  head: AnvilBlock,
): Promise<void> {
  const refusal = new BroadcastRefusal('TAPOS_ERROR', 'Tapos check error.')
  if (!/^[0-9a-f]{4}$/.test(refBlockBytes)) throw refusal
  const age = (head.number - BigInt(`0x${refBlockBytes}`)) & 0xffffn
  if (age > head.number) throw refusal
  const block = age === 0n ? head : await readBlock(anvilUrl, head.number - age)
  if (block === null) throw refusal
  const { ref_block_hash } = blockReference(blockId(block.number, block.hash))
  if (ref_block_hash !== refBlockHash) throw refusal
}

function assertBandwidth({ ledger }: TronNodeState, call: TronCall, nowMs: number): BandwidthCost {
  if (!ledger.has(call.owner)) throw invalid(`account [${toBase58(call.owner)}] does not exist`)
  const bytes = BigInt(countBytes(call))
  if (bytes <= freeBandwidth(ledger, call.owner, nowMs)) return { freeBytes: bytes, feeSun: 0n }
  const feeSun = bytes * BANDWIDTH_PRICE_SUN
  if (feeSun > ledger.balanceSun(call.owner)) throw noBandwidth()
  return { freeBytes: 0n, feeSun }
}

async function assertCall(
  { anvilUrl, ledger }: TronNodeState,
  call: TronCall,
  { feeSun }: BandwidthCost,
): Promise<void> {
  if (!(await hasCode(anvilUrl, call.contract)))
    throw invalid('No contract or not a smart contract')
  if (call.callValueSun < 0n) throw invalid('callValue must be >= 0')
  if (call.feeLimitSun < 0n || call.feeLimitSun > MAX_FEE_LIMIT_SUN) {
    throw invalid(`feeLimit must be >= 0 and <= ${MAX_FEE_LIMIT_SUN}`)
  }
  if (call.callValueSun > ledger.balanceSun(call.owner) - feeSun) {
    throw invalid('Validate InternalTransfer error, balance is not sufficient.')
  }
}

function expired(): BroadcastRefusal {
  return new BroadcastRefusal('TRANSACTION_EXPIRATION_ERROR', 'Transaction expired')
}

function noBandwidth(): BroadcastRefusal {
  return new BroadcastRefusal('BANDWITH_ERROR', 'Account resource insufficient error.')
}

function badSignature(problem: string): BroadcastRefusal {
  return new BroadcastRefusal('SIGERROR', `Validate signature error: ${problem}`)
}

function invalid(problem: string): BroadcastRefusal {
  return new BroadcastRefusal('CONTRACT_VALIDATE_ERROR', `Contract validate error : ${problem}`)
}
