import fc from 'fast-check'
import { TronWeb, Trx, utils } from 'tronweb'
import type { TronCall, TronTransaction } from '../src/tron/index.ts'

/** tronweb performs every check and encoding here. It sends no request to its node, whose port is closed. */
const tronWeb = new TronWeb({ fullHost: 'http://127.0.0.1:9' })

/** Returns the transaction that tronweb builds for a call, without a node request. */
export async function tronwebBuild(call: TronCall): Promise<unknown> {
  const { owner, contract, data, callValueSun = 0n, feeLimitSun, block } = call
  const options = {
    txLocal: true,
    input: data.slice(2),
    callValue: Number(callValueSun),
    feeLimit: Number(feeLimitSun),
    // tronweb's own reference to a block, from a node's response.
    blockHeader: {
      ref_block_bytes: block.number.toString(16).slice(-4).padStart(4, '0'),
      ref_block_hash: block.id.slice(16, 32),
      expiration: call.expirationMs,
      timestamp: call.timestampMs,
    },
  }
  const builder = tronWeb.transactionBuilder
  const { transaction } = await builder.triggerSmartContract(contract, '', options, [], owner)
  return transaction
}

/** Encodes any transaction JSON as bytes, and hashes them to get the id. */
export function tronwebEncode(rawData: object): Pick<TronTransaction, 'txID' | 'raw_data_hex'> {
  const message = utils.transaction.txJsonToPb({ visible: false, raw_data: rawData })
  return {
    txID: utils.transaction.txPbToTxID(message).replace(/^0x/, ''),
    raw_data_hex: utils.transaction.txPbToRawDataHex(message).toLowerCase(),
  }
}

/** Signs with tronweb, as TronLink and similar wallets do. */
export function tronwebSign<Transaction extends { txID: string }>(
  transaction: Transaction,
  privateKey: string,
): Transaction & { signature: string[] } {
  const { signature } = utils.crypto.signTransaction(privateKey, { txID: transaction.txID })
  return { ...transaction, signature }
}

/** Returns tronweb's address for a private key. */
export function tronwebAddress(privateKey: string): string {
  return utils.crypto.pkToAddress(privateKey)
}

/** Returns tronweb's text for `41` and a body. */
export function tronwebText(body: string): string {
  return utils.address.fromHex(`41${body}`)
}

/** Recovers a hash's signer, as tronweb recovers it. Throws ethers' error if there is none. */
export function tronwebSigner(txID: string, signature: string): string {
  return utils.address.fromHex(utils.crypto.ecRecover(txID, signature))
}

/**
 * Recovers a received transaction's signer, as tronweb recovers it: after checking that the id and the bytes match the JSON.
 */
export function tronwebRecover(transaction: TronTransaction & { signature: string[] }): unknown {
  return Trx.ecRecover(JSON.parse(JSON.stringify(transaction)))
}

/** The order of secp256k1 (SEC 2, section 2.4.1): a private key is below it. */
export const CURVE_ORDER = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n

const MAX_SAFE = BigInt(Number.MAX_SAFE_INTEGER)

/** Random private keys, 64 hex digits. */
export const anyPrivateKey = hexText(32).filter(
  (hex) => BigInt(`0x${hex}`) > 0n && BigInt(`0x${hex}`) < CURVE_ORDER,
)

/** Random calls to any contract by any account, with any amount and time that JSON can represent. */
export const anyCall: fc.Arbitrary<TronCall> = fc.record({
  owner: hexText(20).map(tronwebText),
  contract: hexText(20).map(tronwebText),
  data: hexText(1, 400).map((hex) => `0x${hex}` as const),
  callValueSun: fc.oneof(fc.constant(0n), fc.bigInt(0n, MAX_SAFE)),
  feeLimitSun: fc.bigInt(1n, 15_000_000_000n),
  block: fc.record({
    number: fc.bigInt(0n, 2n ** 40n),
    id: hexText(32),
    timestampMs: fc.integer({ min: 0 }),
  }),
  timestampMs: fc.integer({ min: 1, max: Number.MAX_SAFE_INTEGER }),
  expirationMs: fc.integer({ min: 1, max: Number.MAX_SAFE_INTEGER }),
})

function hexText(minBytes: number, maxBytes = minBytes): fc.Arbitrary<string> {
  const bytes = fc.uint8Array({ minLength: minBytes, maxLength: maxBytes })
  return bytes.map((array) => Buffer.from(array).toString('hex'))
}

/** Returns the protobuf bytes of a transaction with this many signatures. */
export function tronwebSignedSize(transaction: TronTransaction, signatures: number): number {
  const message = utils.transaction.txJsonToPb(transaction)
  for (let count = 0; count < signatures; count++) message.addSignature(new Uint8Array(65).fill(7))
  return message.serializeBinary().length
}

/** Returns tronweb's ABI form of an address. */
export function tronwebBody(address: string): `0x${string}` {
  return `0x${utils.address.toHex(address).slice(2)}`
}
