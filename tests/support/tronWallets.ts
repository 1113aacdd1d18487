import { TronWeb, utils } from 'tronweb'

/** A Tron account for the tests. The account's key is public: never send anything of value to this account. */
export type TronAccount = { address: string; privateKey: string }

export const tronPayee = accountOf('11')
export const tronPayer = accountOf('22')
export const tronStranger = accountOf('33')
export const tronFeeAddress = accountOf('44')

/** Contracts of Tron's main network, from Request Network's deployment artifacts and token list. */
export const TRON_PROXY = 'TCUDPYnS9dH3WvFEaE7wN7vnDa51J4R4fd'
export const TRON_USDT = 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t'
export const TRON_CHAIN_ID = 728_126_428

/** The transaction that a wallet signs, in TronWeb's format. */
export type TronJson = {
  visible: boolean
  txID: string
  // biome-ignore lint/suspicious/noExplicitAny: tests change any part of the transaction.
  raw_data: any
  raw_data_hex: string
}
export type SignedTronJson = TronJson & { signature: string[] }

/** A call for a wallet to send; `nowMs` in milliseconds since 1970, the fee limit and the value in sun. */
export type TronCallFacts = {
  owner: string
  to: string
  data: string
  feeLimit: number
  nowMs: number
  lifeMs?: number
  callValue?: number
  /** The reference block; an invented block by default. */
  block?: { number: bigint; id: string }
}

const SOME_BLOCK = { number: 2n, id: '000000000000000238fb00be9601341d' }

/** Wallets build and sign with TronWeb. No server listens on this port, because TronWeb sends no requests here. */
const tronWeb = new TronWeb({ fullHost: 'http://127.0.0.1:9' })

/** Builds a call's transaction as a wallet does. */
export async function buildTron(call: TronCallFacts): Promise<TronJson> {
  const { owner, to, data, feeLimit, nowMs, lifeMs = 60_000, callValue = 0 } = call
  const { number, id } = call.block ?? SOME_BLOCK
  const options = {
    txLocal: true,
    input: data.slice(2),
    callValue,
    feeLimit,
    blockHeader: {
      ref_block_bytes: number.toString(16).padStart(4, '0').slice(-4),
      ref_block_hash: id.slice(16, 32),
      expiration: nowMs + lifeMs,
      timestamp: nowMs,
    },
  }
  const builder = tronWeb.transactionBuilder
  const { transaction } = await builder.triggerSmartContract(to, '', options, [], owner)
  return transaction
}

/** Signs like a wallet. */
export function signTron(transaction: TronJson, { privateKey }: TronAccount): SignedTronJson {
  const { signature } = utils.crypto.signTransaction(privateKey, { txID: transaction.txID })
  return { ...transaction, signature }
}

/** Encodes arbitrary raw data as a transaction with the matching id. */
export function encodeTron(rawData: object): TronJson {
  const message = utils.transaction.txJsonToPb({ visible: false, raw_data: rawData })
  return {
    visible: false,
    txID: utils.transaction.txPbToTxID(message).replace(/^0x/, ''),
    raw_data: rawData,
    raw_data_hex: utils.transaction.txPbToRawDataHex(message).toLowerCase(),
  }
}

/** Returns a Tron address as contracts use it: `0x` and the 20 bytes in hex. */
export function abiAddressOf(address: string): `0x${string}` {
  return `0x${utils.address.toHex(address).slice(2)}`
}

function accountOf(byte: string): TronAccount {
  const privateKey = byte.repeat(32)
  return { privateKey, address: utils.crypto.pkToAddress(privateKey) }
}
