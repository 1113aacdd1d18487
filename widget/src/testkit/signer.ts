import { keccak256 } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'

/** Signs with one key for one chain, and calls that chain's node. */
export type Signer = {
  /** Calls a JSON-RPC method; throws the node's error with its code. */
  rpc(method: string, params: readonly unknown[]): Promise<unknown>
  /** Fills in nonce, gas and fees as a wallet does, and signs the transaction. Sends nothing. */
  sign(
    transaction: Readonly<Record<string, unknown>>,
    options?: { readonly nonce?: number; readonly isUrgent?: boolean },
  ): Promise<{ readonly raw: string; readonly hash: string; readonly nonce: number }>
  sendRaw(raw: string): Promise<void>
  /** Signs bytes, given in hex, by EIP-191 (`personal_sign`). */
  signMessage(bytes: string): Promise<string>
  /** Signs EIP-712 typed data, given in JSON. */
  signTypedData(data: string): Promise<string>
}

/** The key, the chain and the node. */
export type SignerOptions = {
  readonly rpcUrl: string
  readonly privateKey: string
  readonly chainId: number
}

const TIP_WEI = 1_000_000_000n
/** The gas limit for a transaction whose gas the node cannot estimate, so that a test can mine a reverting one. */
const FALLBACK_GAS = 1_000_000n

/** Creates a signer of EIP-1559 transactions. */
export function createSigner({ rpcUrl, privateKey, chainId }: SignerOptions): Signer {
  const account = privateKeyToAccount(`0x${privateKey.replace(/^0x/, '')}`)

  async function rpc(method: string, params: readonly unknown[]): Promise<unknown> {
    const response = await fetch(rpcUrl, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
    })
    const body: { result?: unknown; error?: { code: number; message: string } } =
      await response.json()
    if (body.error === undefined) return body.result
    throw Object.assign(new Error(body.error.message), { code: body.error.code })
  }

  async function estimate(call: Readonly<Record<string, unknown>>): Promise<bigint> {
    const gas = await rpc('eth_estimateGas', [call]).catch(() => null)
    return typeof gas === 'string' ? (BigInt(gas) * 5n) / 4n : FALLBACK_GAS
  }

  return {
    rpc,
    async sign(transaction, options = {}) {
      const { to, data, value } = transaction
      const call = { from: account.address, to, data, value: value ?? '0x0' }
      const chosen = options.nonce ?? transaction['nonce']
      const count = chosen ?? (await rpc('eth_getTransactionCount', [account.address, 'pending']))
      const nonce = Number(count)
      const block = await rpc('eth_getBlockByNumber', ['latest', false])
      const baseFee = BigInt(String((block as { baseFeePerGas?: unknown }).baseFeePerGas ?? 0))
      const tip = options.isUrgent ? 10n * TIP_WEI : TIP_WEI
      const raw = await account.signTransaction({
        type: 'eip1559',
        chainId,
        nonce,
        to: typeof to === 'string' ? `0x${to.slice(2)}` : null,
        data: typeof data === 'string' ? `0x${data.slice(2)}` : '0x',
        value: BigInt(String(value ?? '0x0')),
        gas: await estimate(call),
        maxPriorityFeePerGas: tip,
        maxFeePerGas: 2n * baseFee + tip,
      })
      return { raw, hash: keccak256(raw), nonce }
    },
    async sendRaw(raw) {
      await rpc('eth_sendRawTransaction', [raw])
    },
    signMessage: (bytes) => account.signMessage({ message: { raw: `0x${bytes.slice(2)}` } }),
    signTypedData: (data) => account.signTypedData(JSON.parse(data)),
  }
}
