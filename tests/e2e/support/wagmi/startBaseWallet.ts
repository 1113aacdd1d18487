import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { createWalletClient, type Hex, http } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import type { Payer } from '../payer.ts'
import type { World } from '../world.ts'

/** A stand-in for Base Account's wallet, on a separate origin: the page that its SDK opens in a window. */
export type BaseWallet = AsyncDisposable & {
  /** The URL for the SDK's `preference.walletUrl`. */
  url: string
  /** Methods that pages requested, oldest first. */
  asked: readonly string[]
}

/**
 * Starts a wallet page that speaks the protocol of `@base-org/account` 2.5 with the page that opened it. The protocol has messages between
 * windows, a key agreement with P-256, and requests encrypted with AES-GCM. The payer confirms each request in that window. An ordinary
 * devnet account stands in for the smart account.
 */
export async function startBaseWallet(
  { devnet }: Pick<World, 'devnet'>,
  payer: Payer,
): Promise<BaseWallet> {
  const [chain] = devnet.json.chains
  if (chain === undefined) throw new Error('The devnet has no chain.')
  const account = privateKeyToAccount(payer.privateKey)
  const signer = createWalletClient({ account, transport: http(chain.rpcUrl) })
  const asked: string[] = []

  async function answer(method: string, [call]: readonly Call[]): Promise<unknown> {
    asked.push(method)
    if (method === 'wallet_connect') {
      const chainIds = [`0x${chain?.chainId.toString(16)}`]
      return { accounts: [{ address: account.address, capabilities: {} }], chainIds }
    }
    if (method !== 'eth_sendTransaction' || call === undefined) throw new Error(method)
    const { to, data, value = '0x0' } = call
    return signer.sendTransaction({ chain: null, to, data, value: BigInt(value) })
  }

  const server = createServer((request, response) => {
    const { pathname, origin } = new URL(request.url ?? '/', `http://${request.headers.host}`)
    if (pathname === '/rpc') {
      void forward(request, response, chain.rpcUrl)
      return
    }
    if (request.method !== 'POST') {
      response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' })
      response.end(renderWallet({ chainId: chain.chainId, rpcUrl: `${origin}/rpc` }))
      return
    }
    void (async () => {
      const { method, params }: { method: string; params: Call[] } = JSON.parse(await text(request))
      response.end(JSON.stringify(await answer(method, params)))
    })()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo // a listening TCP server has one
  return {
    url: `http://localhost:${port}/connect`,
    asked,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

type Call = { to: Hex; data?: Hex; value?: Hex }
type Facts = { chainId: number; rpcUrl: string }

/** Forwards the SDK's reads to the wallet's node. The server accepts the SDK's own headers from any page. */
async function forward(
  request: IncomingMessage,
  response: ServerResponse,
  rpcUrl: string,
): Promise<void> {
  response.setHeader('access-control-allow-origin', '*')
  response.setHeader('access-control-allow-headers', '*')
  if (request.method === 'OPTIONS') {
    response.writeHead(204).end()
    return
  }
  const headers = { 'content-type': 'application/json' }
  const answer = await fetch(rpcUrl, { method: 'POST', headers, body: await text(request) })
  response.writeHead(answer.status, headers).end(await answer.text())
}

function renderWallet(facts: Facts): string {
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>Wallet</title><link rel="icon" href="data:,"></head>
<body><h1>Wallet</h1><p id="request"></p><button id="confirm" disabled>Confirm</button>
<script>(${runWallet.toString()})(${JSON.stringify(facts)})</script></body></html>`
}

/** Runs in the wallet's window, which the SDK opens. */
function runWallet({ chainId, rpcUrl }: Facts): void {
  const app = new URLSearchParams(location.search).get('origin') ?? ''
  const confirm = document.getElementById('confirm')
  const post = (message: object): void => window.opener.postMessage(message, app)
  const curve = { name: 'ECDH', namedCurve: 'P-256' }
  const keys = openKeys()
  const known = localStorage.getItem('peer')
  /** The session's shared key, which the wallet's later windows derive again. */
  let secret: Promise<CryptoKey> | null = known === null ? null : agree(known)

  function toHex(bytes: ArrayBuffer): string {
    return [...new Uint8Array(bytes)].map((byte) => byte.toString(16).padStart(2, '0')).join('')
  }
  function fromHex(hex: string): Uint8Array<ArrayBuffer> {
    return Uint8Array.from(hex.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16))
  }
  async function openKeys(): Promise<CryptoKeyPair> {
    const stored = localStorage.getItem('keys')
    if (stored !== null) {
      const [own, shared] = JSON.parse(stored)
      return {
        privateKey: await crypto.subtle.importKey('jwk', own, curve, true, ['deriveKey']),
        publicKey: await crypto.subtle.importKey('jwk', shared, curve, true, []),
      }
    }
    const fresh = await crypto.subtle.generateKey(curve, true, ['deriveKey'])
    const both = [fresh.privateKey, fresh.publicKey]
    const exported = await Promise.all(both.map((key) => crypto.subtle.exportKey('jwk', key)))
    localStorage.setItem('keys', JSON.stringify(exported))
    return fresh
  }
  async function agree(sender: string): Promise<CryptoKey> {
    const peer = await crypto.subtle.importKey('spki', fromHex(sender), curve, true, [])
    const { privateKey } = await keys
    const agreement = { name: 'ECDH', public: peer }
    const aes = { name: 'AES-GCM', length: 256 }
    return crypto.subtle.deriveKey(agreement, privateKey, aes, false, ['encrypt', 'decrypt'])
  }
  async function respond(requestId: string, value: unknown): Promise<void> {
    if (secret === null) throw new Error('There is no session.')
    const plain = new TextEncoder().encode(
      JSON.stringify({ result: { value }, data: { chains: { [chainId]: rpcUrl } } }),
    )
    const iv = crypto.getRandomValues(new Uint8Array(12))
    const cipherText = await crypto.subtle.encrypt({ name: 'AES-GCM', iv }, await secret, plain)
    const sender = toHex(await crypto.subtle.exportKey('spki', (await keys).publicKey))
    const content = { encrypted: { iv, cipherText } }
    post({ id: crypto.randomUUID(), requestId, sender, content, timestamp: new Date() })
  }
  async function decrypt(encrypted: { iv: Uint8Array<ArrayBuffer>; cipherText: ArrayBuffer }) {
    if (secret === null) throw new Error('There is no session.')
    const { iv, cipherText } = encrypted
    const plain = await crypto.subtle.decrypt({ name: 'AES-GCM', iv }, await secret, cipherText)
    return JSON.parse(new TextDecoder().decode(plain)).action
  }

  window.addEventListener('message', async ({ origin, data }) => {
    if (origin !== app || data.content === undefined) return
    if (data.content.handshake !== undefined) {
      localStorage.setItem('peer', data.sender)
      secret = agree(data.sender)
      await respond(data.id, null)
      return
    }
    const action = await decrypt(data.content.encrypted)
    const request = document.getElementById('request')
    if (request !== null) request.textContent = action.method
    confirm?.removeAttribute('disabled')
    confirm?.addEventListener('click', async () => {
      const answer = await fetch('/', { method: 'POST', body: JSON.stringify(action) })
      await respond(data.id, await answer.json())
      window.close()
    })
  })
  window.addEventListener('pagehide', () => post({ event: 'PopupUnload' }))
  post({ event: 'PopupLoaded', id: crypto.randomUUID() })
}
