import { utils } from 'tronweb'
import type { Address, Hex } from 'viem'
import { z } from 'zod'
import { readAddress, writeAddress } from './tronAddress.ts'
import { TronRequestError } from './tronRequestError.ts'

/** A parsed transaction that calls a contract. `rawDataHex` and `txID` are the output of tronweb's protobuf. */
export type TronCall = {
  txID: string
  rawDataHex: string
  owner: Address
  contract: Address
  data: Hex
  callValueSun: bigint
  feeLimitSun: bigint
  refBlockBytes: string
  refBlockHash: string
  expirationMs: number
  timestampMs: number
  /** The id of the permission that signs; 0 is the owner's permission. */
  permissionId: number
  /** A memo, as hex without 0x; empty if there is none. */
  memo: string
  /** Hex without 0x. */
  signatures: readonly string[]
}

/** The fields of a call that its author chooses; the transaction's id and raw data follow from them. */
export type TronCallFields = Omit<TronCall, 'txID' | 'rawDataHex'>

/** The type of a contract call, the only type of transaction that the node accepts. */
const TYPE = 'TriggerSmartContract'
const TYPE_URL = `type.googleapis.com/protocol.${TYPE}`

const bytes = z
  .string()
  .regex(/^(0x)?([0-9a-fA-F]{2})*$/)
  .transform((text) => text.replace(/^0x/, '').toLowerCase())
const whole = z.number().int().min(Number.MIN_SAFE_INTEGER).max(Number.MAX_SAFE_INTEGER).default(0)

const bodyShape = z.object({
  visible: z.boolean().default(false),
  raw_data: z.object({
    contract: z
      .array(
        z.object({
          type: z.string(),
          Permission_id: whole,
          parameter: z.object({ value: z.record(z.string(), z.unknown()) }),
        }),
      )
      .length(1),
    ref_block_bytes: bytes.default(''),
    ref_block_hash: bytes.default(''),
    expiration: whole,
    timestamp: whole,
    fee_limit: whole,
    data: bytes.default(''),
  }),
  signature: z.array(bytes).default([]),
})

const valueShape = z.object({
  owner_address: z.string(),
  contract_address: z.string(),
  data: bytes.default(''),
  call_value: whole,
  call_token_value: z.literal(0).default(0),
  token_id: z.literal(0).default(0),
})

/**
 * Parses a signed transaction as java-tron does: from its JSON, not from the `raw_data_hex` and `txID` in it. Accepts only contract
 * calls. Throws TronRequestError.
 */
export function packTransaction(body: unknown): TronCall {
  const { visible, raw_data: raw, signature } = parse(bodyShape, body)
  const [contract] = raw.contract
  if (contract?.type !== TYPE) {
    throw new TronRequestError({
      javaClass: 'java.lang.IllegalArgumentException',
      problem: `contracts other than ${TYPE} are not supported here`,
    })
  }
  const value = parse(valueShape, contract.parameter.value)
  return sealCall({
    owner: readAddress(value.owner_address, visible),
    contract: readAddress(value.contract_address, visible),
    data: `0x${value.data}`,
    callValueSun: BigInt(value.call_value),
    feeLimitSun: BigInt(raw.fee_limit),
    refBlockBytes: raw.ref_block_bytes,
    refBlockHash: raw.ref_block_hash,
    expirationMs: raw.expiration,
    timestampMs: raw.timestamp,
    permissionId: contract.Permission_id,
    memo: raw.data,
    signatures: signature,
  })
}

/** Encodes a call with tronweb's protobuf and hashes it. */
export function sealCall(fields: TronCallFields): TronCall {
  const protobuf: unknown = utils.transaction.txJsonToPb({
    visible: false,
    raw_data: describeRawData(fields, false),
  })
  return {
    ...fields,
    txID: utils.transaction.txPbToTxID(protobuf).replace(/^0x/, ''),
    rawDataHex: utils.transaction.txPbToRawDataHex(protobuf).toLowerCase(),
  }
}

/** Describes a transaction in a node's format. With `visible` its addresses are `T…`. */
export function describeTransaction(call: TronCall, visible: boolean): object {
  return {
    visible,
    txID: call.txID,
    raw_data: describeRawData(call, visible),
    raw_data_hex: call.rawDataHex,
    ...(call.signatures.length === 0 ? {} : { signature: call.signatures }),
  }
}

/** Omits fields that are 0 or empty, as protobuf does. */
function describeRawData(call: TronCallFields, visible: boolean): object {
  const value = {
    ...(call.data === '0x' ? {} : { data: call.data.slice(2) }),
    owner_address: writeAddress(call.owner, visible),
    contract_address: writeAddress(call.contract, visible),
    ...(call.callValueSun === 0n ? {} : { call_value: Number(call.callValueSun) }),
  }
  const contract = {
    parameter: { value, type_url: TYPE_URL },
    type: TYPE,
    ...(call.permissionId === 0 ? {} : { Permission_id: call.permissionId }),
  }
  return {
    contract: [contract],
    ref_block_bytes: call.refBlockBytes,
    ref_block_hash: call.refBlockHash,
    expiration: call.expirationMs,
    ...(call.memo === '' ? {} : { data: call.memo }),
    ...(call.feeLimitSun === 0n ? {} : { fee_limit: Number(call.feeLimitSun) }),
    timestamp: call.timestampMs,
  }
}

function parse<Shape extends z.ZodType>(shape: Shape, value: unknown): z.infer<Shape> {
  const { data, error } = shape.safeParse(value)
  if (data !== undefined) return data
  const [issue] = error?.issues ?? []
  throw new TronRequestError({
    javaClass: 'com.alibaba.fastjson.JSONException',
    problem: `${issue?.path.join('.')}: ${issue?.message}`,
  })
}
