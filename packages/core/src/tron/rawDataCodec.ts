import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils'
import type { Hex } from '../hex.ts'
import { fromAbiAddress } from './fromAbiAddress.ts'
import { MalformedTronTransactionError } from './MalformedTronTransactionError.ts'
import {
  assertEnd,
  bytesField,
  intField,
  openReader,
  type Reader,
  takeBytes,
  takeInt,
} from './protobuf.ts'
import { toAbiAddress } from './toAbiAddress.ts'

/**
 * A transaction that calls one contract, with everything in its raw data. `owner` sends and pays; addresses are in Tron's format; `data`
 * is the calldata. Bytes 6 and 7 of its number and bytes 8 to 15 of its id identify the reference block, in hex without `0x`.
 */
export type ParsedTronTransaction = {
  owner: string
  contract: string
  data: Hex
  callValueSun: bigint
  feeLimitSun: bigint
  refBlockBytes: string
  refBlockHash: string
  expirationMs: number
  timestampMs: number
}

/** The `type_url` for the one supported contract call. */
export const TRIGGER_TYPE_URL = 'type.googleapis.com/protocol.TriggerSmartContract'

/**
 * Encodes raw data like java-tron and tronweb (`Transaction.raw` and `TriggerSmartContract` in java-tron's protocol), in lower-case hex.
 * The caller has checked that amounts and times are safe integers.
 */
export function encodeRawData(transaction: ParsedTronTransaction): string {
  const { owner, contract, data, callValueSun, feeLimitSun } = transaction
  const call =
    bytesField(CALL.owner, chainAddress(owner)) +
    bytesField(CALL.contract, chainAddress(contract)) +
    intField(CALL.callValue, Number(callValueSun)) +
    bytesField(CALL.data, data.slice(2))
  const any = bytesField(ANY.typeUrl, TYPE_URL_HEX) + bytesField(ANY.value, call)
  return (
    bytesField(RAW.refBlockBytes, transaction.refBlockBytes) +
    bytesField(RAW.refBlockHash, transaction.refBlockHash) +
    intField(RAW.expiration, transaction.expirationMs) +
    bytesField(RAW.contract, intField(CONTRACT.type, TRIGGER) + bytesField(CONTRACT.value, any)) +
    intField(RAW.timestamp, transaction.timestampMs) +
    intField(RAW.feeLimit, Number(feeLimitSun))
  )
}

/**
 * Decodes raw data in lower-case hex. It accepts only the output of `encodeRawData`. It rejects fields that are unknown, repeated, out of
 * order or encoded differently. It also rejects fields that the encoder never writes: a memo, permissions, scripts, tokens, a second
 * contract.
 *
 * @throws MalformedTronTransactionError
 */
export function decodeRawData(hex: string): ParsedTronTransaction {
  const raw = openReader(hex, 'the raw data', { 10: 'a memo', 11: 'a second contract' })
  const refBlockBytes = takeSized(raw, RAW.refBlockBytes, 2)
  const refBlockHash = takeSized(raw, RAW.refBlockHash, 8)
  const expirationMs = takeInt(raw, RAW.expiration)
  const contract = takeBytes(raw, RAW.contract)
  const timestampMs = takeInt(raw, RAW.timestamp)
  const feeLimitSun = BigInt(takeInt(raw, RAW.feeLimit))
  assertEnd(raw)
  const call = decodeContract(contract)
  return { ...call, feeLimitSun, refBlockBytes, refBlockHash, expirationMs, timestampMs }
}

/** Converts an address to its form in a transaction: `41` and the body. */
export function chainAddress(address: string): string {
  return PREFIX + toAbiAddress(address).slice(2)
}

const PREFIX = '41'

/** `ContractType.TriggerSmartContract`. */
const TRIGGER = 31

const TYPE_URL_HEX = bytesToHex(utf8ToBytes(TRIGGER_TYPE_URL))

/** Tags on the wire: field number * 8 + wire type (0 number, 2 bytes), in the order of the field numbers. */
const RAW = {
  refBlockBytes: '0a',
  refBlockHash: '22',
  expiration: '40',
  contract: '5a',
  timestamp: '70',
  feeLimit: '9001',
} as const
const CONTRACT = { type: '08', value: '12' } as const
const ANY = { typeUrl: '0a', value: '12' } as const
const CALL = { owner: '0a', contract: '12', callValue: '18', data: '22' } as const

function decodeContract(
  hex: string,
): Pick<ParsedTronTransaction, 'owner' | 'contract' | 'data' | 'callValueSun'> {
  const contract = openReader(hex, 'its contract', { 5: 'a permission' })
  const type = takeInt(contract, CONTRACT.type)
  const parameter = takeBytes(contract, CONTRACT.value)
  assertEnd(contract)
  const any = openReader(parameter, "its contract's parameter")
  const typeUrl = takeBytes(any, ANY.typeUrl)
  const value = takeBytes(any, ANY.value)
  assertEnd(any)
  if (type !== TRIGGER || typeUrl !== TYPE_URL_HEX)
    throw new MalformedTronTransactionError('it does not call a contract')
  const call = openReader(value, 'its call')
  const owner = takeAddress(call, CALL.owner)
  const address = takeAddress(call, CALL.contract)
  const callValueSun = BigInt(takeInt(call, CALL.callValue))
  const data: Hex = `0x${takeBytes(call, CALL.data)}`
  assertEnd(call)
  return { owner, contract: address, data, callValueSun }
}

function takeAddress(reader: Reader, tag: string): string {
  const hex = takeSized(reader, tag, 21)
  if (!hex.startsWith(PREFIX))
    throw new MalformedTronTransactionError(`${reader.name} contains no Tron address`)
  return fromAbiAddress(`0x${hex.slice(PREFIX.length)}`)
}

function takeSized(reader: Reader, tag: string, bytes: number): string {
  const hex = takeBytes(reader, tag)
  if (hex.length === 2 * bytes) return hex
  throw new MalformedTronTransactionError(
    `${reader.name} has ${hex.length / 2} bytes instead of ${bytes}`,
  )
}
