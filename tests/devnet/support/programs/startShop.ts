import { type Devnet, startDevnet } from '@secure-payment/devnet'
import { type Address, getAddress, type Hex } from 'viem'
import { generatePrivateKey, type PrivateKeyAccount, privateKeyToAccount } from 'viem/accounts'
import { callService, expectSuccess } from './callService.ts'
import { type Receiver, startReceiver } from './startReceiver.ts'

/** A merchant who signed in with a wallet, and created a destination and credentials in the dashboard. */
export type Merchant = {
  address: Address
  /** Signs EIP-712 data with the merchant's wallet. */
  sign: PrivateKeyAccount['signTypedData']
  /** The composite id of the destination: USDC on devnet. */
  destinationId: string
  /** A backend client ID that is bound to the destination. */
  clientId: string
  /** Calls the service as the dashboard does, with the session. */
  manage(method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: object): Promise<unknown>
}

/** A transaction as the service returns it; the form of `value` depends on the operation. */
export type ReturnedTransaction = { to: string; data: string; value: unknown }

/** The devnet, with receivers of webhooks that were written for Request Network. */
export type Shop = AsyncDisposable & {
  devnet: Devnet
  baseUrl: string
  /** The receiver of the demo tenant, which uses the host's compatibility level. */
  receiver: Receiver
  createMerchant(): Promise<Merchant>
  /** Sends transactions in order from the payer's wallet, and mines until they are confirmed. */
  pay(transactions: readonly ReturnedTransaction[]): Promise<void>
  payer: Address
}

/** The payer's account on the devnet. */
const PAYER = 3

/** Starts the devnet; all webhooks carry Request Network's headers, as an operator sets it for a host. */
export async function startShop(): Promise<Shop> {
  await using stack = new AsyncDisposableStack()
  process.env['PAY_WEBHOOK_COMPATIBILITY'] = 'headers'
  const devnet = stack.use(
    await startDevnet({ blockTimeMs: 0 }).finally(() => {
      delete process.env['PAY_WEBHOOK_COMPATIBILITY']
    }),
  )
  const receiver = stack.use(await startReceiver())
  receiver.setSecret(await devnet.addWebhook(receiver.url))
  const { baseUrl } = devnet.json.host
  const wallet = devnet.chains.wallet('devnet', PAYER)
  const resources = stack.move()
  return {
    devnet,
    baseUrl,
    receiver,
    payer: wallet.account.address,
    createMerchant: () => createMerchant(devnet),
    async pay(transactions) {
      for (const { to, data, value } of transactions) {
        const hex: Hex = `0x${data.slice(2)}`
        await wallet.sendTransactionSync({ to: getAddress(to), data: hex, value: readValue(value) })
      }
      await devnet.mine('devnet', 3)
    },
    [Symbol.asyncDispose]: () => resources.disposeAsync(),
  }
}

/** Reads each published form of `value`: a number, a hex string, or an object with a hex string. */
function readValue(value: unknown): bigint {
  if (typeof value === 'number' || typeof value === 'string') return BigInt(value)
  if (typeof value === 'object' && value !== null && 'hex' in value)
    return BigInt(String(value.hex))
  throw new Error(`A transaction has the value ${JSON.stringify(value)}.`)
}

async function createMerchant({ json }: Devnet): Promise<Merchant> {
  const { baseUrl } = json.host
  const account = privateKeyToAccount(generatePrivateKey())
  const headers = { 'content-type': 'application/json', origin: baseUrl }
  const signIn = (path: string, body: object) =>
    callService(baseUrl, { method: 'POST', path, headers, body })
  const challenge = await signIn('/v1/auth/wallet/challenge', { address: account.address })
  const { challengeId, nonce, message } = expectSuccess<Record<string, string>>(challenge)
  const signature = await account.signMessage({ message: String(message) })
  const verified = await signIn('/v1/auth/wallet/verify', {
    challengeId,
    nonce,
    message,
    signature,
  })
  const cookie = /session=[^;]+/.exec(verified.headers['set-cookie'] ?? '')?.[0] ?? ''
  const manage: Merchant['manage'] = async (method, path, body) => {
    const sent = { ...headers, cookie }
    return expectSuccess(
      await callService(baseUrl, { method, path, headers: sent, ...(body && { body }) }),
    )
  }
  const token = json.tokens.find(({ currencyId }) => currencyId === 'USDC-devnet')
  const destination = Object(
    await manage('POST', '/v1/payee-destination', {
      tokenAddress: token?.address,
      chainId: 31_337,
    }),
  )
  const created = Object(
    await manage('POST', '/v1/client-ids', {
      label: 'Shop server',
      allowedDomains: [],
      payeeDestinationId: destination.id,
    }),
  )
  return {
    address: account.address,
    sign: (data) => account.signTypedData(data),
    destinationId: destination.destinationId,
    clientId: created.clientId,
    manage,
  }
}
