import fc from 'fast-check'
import { TronWeb, Trx, utils } from 'tronweb'
import type { TronCall, TronTransaction } from '../src/tron/index.ts'

/** tronweb judges and writes everything here. Its node is never asked: no port answers there. */
const tronWeb = new TronWeb({ fullHost: 'http://127.0.0.1:9' })

/** The transaction that tronweb builds for a call, without asking a node. */
export async function tronwebBuild(call: TronCall): Promise<unknown> {
  const { owner, contract, data, callValueSun = 0n, feeLimitSun, block } = call
  const options = {
    txLocal: true,
    input: data.slice(2),
    callValue: Number(callValueSun),
    feeLimit: Number(feeLimitSun),
    // How tronweb itself names a reference block, from a block that a node answers.
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

/** Writes the JSON of a transaction as bytes, whatever is in it, and takes the id of them. */
export function tronwebEncode(rawData: object): Pick<TronTransaction, 'txID' | 'raw_data_hex'> {
  const message = utils.transaction.txJsonToPb({ visible: false, raw_data: rawData })
  return {
    txID: utils.transaction.txPbToTxID(message).replace(/^0x/, ''),
    raw_data_hex: utils.transaction.txPbToRawDataHex(message).toLowerCase(),
  }
}

/** Signs with tronweb, as TronLink-class wallets do. */
export function tronwebSign<Transaction extends { txID: string }>(
  transaction: Transaction,
  privateKey: string,
): Transaction & { signature: string[] } {
  const { signature } = utils.crypto.signTransaction(privateKey, { txID: transaction.txID })
  return { ...transaction, signature }
}

/** The address of a private key, by tronweb. */
export function tronwebAddress(privateKey: string): string {
  return utils.crypto.pkToAddress(privateKey)
}

/** Writes `41` and a body as text, by tronweb. */
export function tronwebText(body: string): string {
  return utils.address.fromHex(`41${body}`)
}

/** Who signed a hash, by tronweb. It throws what ethers throws when nobody did. */
export function tronwebSigner(txID: string, signature: string): string {
  return utils.address.fromHex(utils.crypto.ecRecover(txID, signature))
}

/** Who signed a transaction off the wire, by tronweb, which first checks that id and bytes are those of its JSON. */
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

/** Random calls by anybody of anything, with every amount and time that JSON carries. */
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

/** The bytes of a transaction with this many signatures, as protobuf writes it. */
export function tronwebSignedSize(transaction: TronTransaction, signatures: number): number {
  const message = utils.transaction.txJsonToPb(transaction)
  for (let count = 0; count < signatures; count++) message.addSignature(new Uint8Array(65).fill(7))
  return message.serializeBinary().length
}

/** The ABI's form of an address, by tronweb. */
export function tronwebBody(address: string): `0x${string}` {
  return `0x${utils.address.toHex(address).slice(2)}`
}
