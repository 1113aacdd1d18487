import { randomUUID } from 'node:crypto'
import { SignClient } from '@walletconnect/sign-client'
import { createWalletClient, type Hex, http } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import type { Payer } from './payer.ts'
import type { World } from './world.ts'

/** A wallet on another device: the real WalletConnect client, and a key that signs for the devnet. */
export type RemoteWallet = AsyncDisposable & {
  /** Scans a code, and approves or declines the session according to `mode`. */
  scan(uri: string): Promise<void>
  /** Methods that pages requested. */
  asked: readonly string[]
  /** The wallet's response from now on. */
  mode: 'accept' | 'reject'
  /** Ends all the wallet's sessions. */
  leave(): Promise<void>
}

type Rejection = { code: number; message: string }
const DECLINED: Rejection = { code: 5000, message: 'User rejected.' }

/** Starts a wallet on a relay. */
export async function startRemoteWallet(
  { devnet }: Pick<World, 'devnet'>,
  payer: Payer,
  relayUrl: string,
): Promise<RemoteWallet> {
  const [chain] = devnet.json.chains
  if (chain === undefined) throw new Error('The devnet has no chain.')
  const account = privateKeyToAccount(payer.privateKey)
  const signer = createWalletClient({ account, transport: http(chain.rpcUrl) })
  const client = await SignClient.init({
    projectId: 'remote-wallet',
    relayUrl,
    metadata: { name: 'Remote wallet', description: '', url: 'https://wallet.example', icons: [] },
    storage: createMemory(),
    // Clients with the same prefix share a connection within a process, but an earlier story's relay is closed.
    customStoragePrefix: randomUUID(),
    telemetryEnabled: false,
    logger: 'silent',
  })
  const asked: string[] = []
  const wallet: RemoteWallet = {
    asked,
    mode: 'accept',
    scan: (uri) => client.core.pairing.pair({ uri }).then(() => undefined),
    async leave() {
      for (const { topic } of client.session.getAll()) {
        await client.disconnect({ topic, reason: { code: 6000, message: 'User disconnected.' } })
      }
    },
    async [Symbol.asyncDispose]() {
      await client.core.relayer.transportClose()
      client.core.heartbeat.stop()
    },
  }
  client.on('session_proposal', ({ id, params }) => {
    asked.push('session_proposal')
    if (wallet.mode === 'reject') {
      void client.reject({ id, reason: DECLINED })
      return
    }
    const { methods = [], events = [] } = params.optionalNamespaces['eip155'] ?? {}
    const chains = [`eip155:${chain.chainId}`]
    const accounts = chains.map((id) => `${id}:${account.address}`)
    void client.approve({ id, namespaces: { eip155: { chains, accounts, methods, events } } })
  })
  client.on('session_request', ({ id, topic, params }) => {
    const { method, params: given } = params.request
    asked.push(method)
    void (async () => {
      const response =
        wallet.mode === 'reject'
          ? { id, jsonrpc: '2.0', error: DECLINED }
          : { id, jsonrpc: '2.0', result: await send(given[0]) }
      await client.respond({ topic, response })
    })()
  })
  const send = (call: { to: Hex; data?: Hex; value?: Hex }): Promise<Hex> =>
    signer.sendTransaction({
      chain: null,
      to: call.to,
      data: call.data,
      value: BigInt(call.value ?? 0),
    })
  return wallet
}

/** Keeps the client's data in memory, instead of in files. */
function createMemory() {
  const items = new Map<string, string>()
  const read = <T>(key: string): T | undefined => {
    const text = items.get(key)
    return text === undefined ? undefined : JSON.parse(text)
  }
  return {
    getKeys: async () => [...items.keys()],
    getEntries: async <T>(): Promise<[string, T][]> =>
      [...items].map(([key, text]) => [key, JSON.parse(text)]),
    getItem: async <T>(key: string) => read<T>(key),
    setItem: async <T>(key: string, value: T) => void items.set(key, JSON.stringify(value)),
    removeItem: async (key: string) => void items.delete(key),
  }
}
