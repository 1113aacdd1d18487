import { sha256 } from '@noble/hashes/sha2'
import { bytesToHex, hexToBytes } from '@noble/hashes/utils'
import {
  chainAddress,
  encodeRawData,
  type ParsedTronTransaction,
  TRIGGER_TYPE_URL,
} from './rawDataCodec.ts'

/**
 * Formats an unsigned transaction in the JSON of nodes and wallets. Its id is the SHA-256 of its raw data, so it is known before signing,
 * and no signature changes it.
 */
export function formatTronTransaction(transaction: ParsedTronTransaction): TronTransaction {
  const rawDataHex = encodeRawData(transaction)
  return {
    visible: false,
    txID: bytesToHex(sha256(hexToBytes(rawDataHex))),
    raw_data: formatRawData(transaction),
    raw_data_hex: rawDataHex,
  }
}

/**
 * A transaction in the JSON of java-tron's HTTP API and tronweb. Hex has no `0x`; if `visible` is false, addresses are hex with the
 * prefix 41. `signature` contains r, s and v of each signature.
 */
export type TronTransaction = {
  visible: boolean
  txID: string
  raw_data: TronRawData
  raw_data_hex: string
  signature?: string[]
}

/** The raw data as JSON. Amounts are in sun, times in milliseconds; zero values are omitted. */
export type TronRawData = {
  contract: {
    parameter: {
      value: { data: string; owner_address: string; contract_address: string; call_value?: number }
      type_url: string
    }
    type: string
  }[]
  ref_block_bytes: string
  ref_block_hash: string
  expiration: number
  fee_limit?: number
  timestamp: number
}

function formatRawData(transaction: ParsedTronTransaction): TronRawData {
  const { owner, contract, data, callValueSun, feeLimitSun } = transaction
  const value = {
    data: data.slice(2),
    owner_address: chainAddress(owner),
    contract_address: chainAddress(contract),
    ...(callValueSun === 0n ? {} : { call_value: Number(callValueSun) }),
  }
  return {
    contract: [{ parameter: { value, type_url: TRIGGER_TYPE_URL }, type: 'TriggerSmartContract' }],
    ref_block_bytes: transaction.refBlockBytes,
    ref_block_hash: transaction.refBlockHash,
    expiration: transaction.expirationMs,
    ...(feeLimitSun === 0n ? {} : { fee_limit: Number(feeLimitSun) }),
    timestamp: transaction.timestampMs,
  }
}
