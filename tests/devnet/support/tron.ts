import {
  accounts,
  type Chains,
  type DevnetAccount,
  startChains,
  type TronNode,
} from '@secure-payment/devnet'
import { TronWeb, type Types, utils } from 'tronweb'
import { z } from 'zod'

/** These tests' contracts and token, at the addresses on Tron's mainnet. */
export const USDT = 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t'
export const PROXY = 'TCUDPYnS9dH3WvFEaE7wN7vnDa51J4R4fd'
export const PROXY_ABI_ADDRESS = '0x1b6ca35d39842cf8fbe49000653a1505412da659'
/** keccak-256 of TransferWithReferenceAndFee's signature, from the recorded calls. */
export const PAYMENT_TOPIC = '0x9f16cbcc523c67a60c450e5ffe4f3b7b6dbe772e7abcadb2686ce029a9a0a2b6'

/** A Tron chain that mines a block per transaction, and the node in front of the chain. */
export type TronWorld = AsyncDisposable & { chains: Chains; node: TronNode }

export async function openTron(): Promise<TronWorld> {
  const chains = await startChains({ networks: ['tron'] })
  const node = chains.tronNode('tron')
  return { chains, node, [Symbol.asyncDispose]: () => chains[Symbol.asyncDispose]() }
}

/** Returns a devnet account. */
export function accountAt(index: number): DevnetAccount {
  const account = accounts[index]
  if (account) return account
  throw new Error(`There is no account ${index}`)
}

/** Returns a tronweb client with a devnet account's key. */
export function tronWebOf({ node }: Pick<TronWorld, 'node'>, index: number): TronWeb {
  return new TronWeb({
    fullHost: node.url,
    privateKey: accountAt(index).privateKey.slice('0x'.length),
  })
}

/** An unsigned transaction from tronweb. */
export type Unsigned = Types.Transaction<Types.TriggerSmartContract>
/** A transaction that tronweb has signed. */
export type Signed = Unsigned & { signature: string[] }

/** A payment in USDT; the default amount is 1 USDT, and the fee is 0.001 USDT. */
export type Payment = { reference: string; amount?: bigint; feeLimit?: number; txLocal?: boolean }

/** Builds a payment from an account to account 0, with tronweb. */
export async function buildPayment(
  tronWeb: TronWeb,
  { reference, amount = 1_000_000n, feeLimit = 300_000_000, txLocal = false }: Payment,
): Promise<Unsigned> {
  const { transaction } = await tronWeb.transactionBuilder.triggerSmartContract(
    PROXY,
    'transferFromWithReferenceAndFee(address,address,uint256,bytes,uint256,address)',
    { feeLimit, txLocal },
    [
      { type: 'address', value: USDT },
      { type: 'address', value: accountAt(0).tronAddress },
      { type: 'uint256', value: amount.toString() },
      { type: 'bytes', value: reference },
      { type: 'uint256', value: '1000' },
      { type: 'address', value: accountAt(9).tronAddress },
    ],
    String(tronWeb.defaultAddress.base58),
  )
  return transaction
}

/** Builds an approval of USDT for the payment contract, with tronweb. */
export async function buildApproval(
  tronWeb: TronWeb,
  units: bigint,
  feeLimit = 100_000_000,
): Promise<Unsigned> {
  const { transaction } = await tronWeb.transactionBuilder.triggerSmartContract(
    USDT,
    'approve(address,uint256)',
    { feeLimit },
    [
      { type: 'address', value: PROXY },
      { type: 'uint256', value: units.toString() },
    ],
    String(tronWeb.defaultAddress.base58),
  )
  return transaction
}

/** Signs with a key (64 hex digits), regardless of the transaction's owner. */
export function signWith(key: string, unsigned: Unsigned): Signed {
  const { signature } = utils.crypto.signTransaction(key, { ...unsigned, signature: [] })
  return { ...unsigned, signature }
}

const broadcastAnswer = z.object({
  result: z.boolean().optional(),
  txid: z.string(),
  code: z.string().optional(),
  message: z.string().optional(),
})

/** Returns the node's response to a signed transaction, with the message as text. */
export async function broadcast({ node }: Pick<TronWorld, 'node'>, signed: object) {
  const answer = broadcastAnswer.parse(
    await postJson(`${node.url}/wallet/broadcasttransaction`, signed),
  )
  const message = Buffer.from(answer.message ?? '', 'hex').toString()
  return { ...answer, message }
}

/** Signs with a tronweb client's account and broadcasts; throws unless the node accepts the transaction. Resolves with the id. */
export async function send(
  world: TronWorld,
  tronWeb: TronWeb,
  unsigned: Unsigned,
): Promise<string> {
  const { result, txid, code, message } = await broadcast(world, await tronWeb.trx.sign(unsigned))
  if (result === true) return txid
  throw new Error(`The node returned ${code}: ${message}`)
}

const infoShape = z.object({
  id: z.string(),
  fee: z.number().optional(),
  blockNumber: z.number(),
  contractResult: z.array(z.string()),
  receipt: z.object({
    energy_usage: z.number().optional(),
    energy_fee: z.number().optional(),
    energy_usage_total: z.number().optional(),
    net_usage: z.number().optional(),
    net_fee: z.number().optional(),
    result: z.string(),
  }),
  log: z
    .array(z.object({ address: z.string(), topics: z.array(z.string()), data: z.string() }))
    .optional(),
  result: z.string().optional(),
  resMessage: z.string().optional(),
})

/** Returns a transaction's outcome from the full node. Throws when the transaction is not in a block. */
export async function readInfo({ node }: Pick<TronWorld, 'node'>, id: string) {
  const answer = await postJson(`${node.url}/wallet/gettransactioninfobyid`, { value: id })
  return infoShape.parse(answer)
}

/** Posts JSON and resolves with the JSON of the response. */
export async function postJson(url: string, body: unknown): Promise<unknown> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  return response.json()
}

/** Makes a JSON-RPC call; returns its `result`, or its `error` with code and message. */
export async function callRpc(url: string, method: string, params: readonly unknown[]) {
  const answer = await postJson(url, { jsonrpc: '2.0', id: 7, method, params })
  return z
    .object({
      result: z.unknown().optional(),
      error: z.object({ code: z.number(), message: z.string() }).optional(),
    })
    .parse(answer)
}
