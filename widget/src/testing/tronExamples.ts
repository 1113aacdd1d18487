import { getNetwork } from '@secure-payment/core/networks'
import {
  formatTronTransaction,
  parseTronTransaction,
  type TronTransaction,
  toAbiAddress,
} from '@secure-payment/core/tron'
import { ways } from '@secure-payment/core/ways'
import type { AccountInfo } from '../accountInfo.ts'
import type { PaymentMetadata } from '../paymentMetadata.ts'
import type { Session } from '../steps/session.ts'
import { anItem, aPayment, REFERENCE } from './examples.ts'

/** Examples for tests: a payment of 10 USDT on Tron. */

/** Addresses of public test vectors: the payer, the payee, and a third party. */
export const TRON_PAYER = 'TJRabPrwbZy45sbavfcjinPJC18kjpRTv8'
export const TRON_PAYEE = 'TXJgMdjVX5dKiQaUi9QobwNxtSQaFqccvd'
export const TRON_STRANGER = 'TLhmUGFgqr565iRq14uEwA4JxcHpG1GRBr'
/** The contract addresses that Tether and Request Network publish. */
export const TRON_USDT = 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t'
export const TRON_PROXY = 'TCUDPYnS9dH3WvFEaE7wN7vnDa51J4R4fd'
export const TRON_MAINNET = 728_126_428

/** Returns the service's response about a payment on Tron without an attempt. */
export function aTronPayment(patch: Partial<PaymentMetadata> = {}): PaymentMetadata {
  return aPayment({
    network: 'tron',
    chain: {
      id: 'tron',
      name: 'Tron',
      chainId: TRON_MAINNET,
      isTestnet: false,
      isLocal: false,
      explorerUrl: 'https://tronscan.org',
      rpcUrl: 'http://node.test/jsonrpc',
      nativeCurrency: { symbol: 'TRX', decimals: 6 },
    },
    items: [
      anItem({
        payee: TRON_PAYEE,
        invoiceCurrency: 'USDT-tron',
        paymentCurrency: 'USDT-tron',
        symbol: 'USDT',
        tokenAddress: TRON_USDT,
        fee: null,
      }),
    ],
    ...patch,
  })
}

/**
 * Returns the response from a correct service to `GET …/pay` for `aTronPayment`: an unlimited approval, and the payment. `patch` replaces
 * its token, its payee, its amounts and its fee's payee.
 */
export function honestTronCalldata(
  allowanceUnits: bigint | null = null,
  patch: Partial<{
    token: string
    payee: string
    amountUnits: bigint
    feeUnits: bigint
    feeAddress: string
  }> = {},
) {
  const network = getNetwork('tron')
  const terms = {
    network: 'tron',
    token: TRON_USDT,
    payee: TRON_PAYEE,
    amountUnits: 10_000_000n,
    paymentReference: `0x${REFERENCE.slice(2)}` as const,
    feeUnits: 0n,
    feeAddress: null,
    conversion: null,
    ...patch,
  }
  const known = allowanceUnits === null ? null : { [TRON_USDT]: allowanceUnits }
  const steps = ways.tron.steps(network, terms, { address: TRON_PAYER, allowanceUnits: known })
  return {
    transactions: steps.map(({ kind, transaction: { to, data } }) => ({
      to,
      data,
      value: 0,
      chainId: TRON_MAINNET,
      chainType: 'tron',
      feeLimit: kind === 'pay' ? 300_000_000 : 100_000_000,
    })),
    metadata: { hasEnoughBalance: true, hasEnoughGas: true },
  }
}

/** Returns the connected account. */
export function aTronAccount(address: string = TRON_PAYER): AccountInfo {
  const wallet = { id: 'w', name: 'Test wallet', rdns: 'test.tron' }
  return { address, chainId: TRON_MAINNET, wallet }
}

/** The state of a fake Tron node; a test changes it while it runs. */
export type FakeTronNode = {
  /** The timestamps of the newest block and of the newest solid block, in milliseconds. */
  headMs: number
  solidMs: number
  headNumber: number
  /** The ids of the transactions that the node has. */
  readonly known: Set<string>
  readonly solidKnown: Set<string>
  /** The responses to `gettransactioninfobyid` by id, for each view of the chain. */
  readonly infos: Record<string, object>
  readonly solidInfos: Record<string, object>
  allowanceUnits: bigint
  isSolidDown: boolean
  isDown: boolean
  /** Responds to a broadcast; the node adds each accepted transaction to `known`. */
  broadcast: (transaction: { txID: string }) => object
  /** Requested paths, oldest first. */
  readonly calls: { readonly path: string; readonly body: Readonly<Record<string, unknown>> }[]
}

/** The timestamp of the fake node's first block, in milliseconds as in java-tron. */
export const BLOCK_MS = 1_767_225_600_000

/** Creates a node that responds like java-tron, and the `fetch` that reaches it. */
export function fakeTronNode(): { readonly node: FakeTronNode; readonly fetch: Session['fetch'] } {
  const node: FakeTronNode = {
    headMs: BLOCK_MS,
    solidMs: BLOCK_MS - 57_000,
    headNumber: 1_000,
    known: new Set(),
    solidKnown: new Set(),
    infos: {},
    solidInfos: {},
    allowanceUnits: 0n,
    isSolidDown: false,
    isDown: false,
    broadcast: ({ txID }) => {
      node.known.add(txID)
      return { result: true, txid: txID }
    },
    calls: [],
  }
  return {
    node,
    async fetch(url, init) {
      const path = new URL(url).pathname
      const body = JSON.parse(String(init.body))
      node.calls.push({ path, body })
      const isSolid = path.startsWith('/walletsolidity/')
      if (node.isDown || (isSolid && node.isSolidDown)) {
        return new Response('{"Error":"down"}', { status: 503 })
      }
      return Response.json(answer(node, path, body, isSolid))
    },
  }
}

function answer(
  node: FakeTronNode,
  path: string,
  body: { value?: string; txID?: string },
  isSolid: boolean,
): object {
  const id = body.value ?? ''
  switch (path.split('/').at(-1)) {
    case 'getnowblock': {
      const number = isSolid ? node.headNumber - 19 : node.headNumber
      const timestamp = isSolid ? node.solidMs : node.headMs
      const blockID = number.toString(16).padStart(16, '0') + 'ab'.repeat(24)
      return { blockID, block_header: { raw_data: { number, timestamp } } }
    }
    case 'gettransactionbyid':
      return (isSolid ? node.solidKnown : node.known).has(id) ? { txID: id } : {}
    case 'gettransactioninfobyid':
      return (isSolid ? node.solidInfos : node.infos)[id] ?? {}
    case 'triggerconstantcontract':
      return { constant_result: [node.allowanceUnits.toString(16).padStart(64, '0')] }
    case 'broadcasttransaction':
      return node.broadcast({ txID: body.txID ?? '' })
    default:
      throw new Error(`The fake node has no ${path}.`)
  }
}

/** Returns a node's data about a mined transaction. */
export function aTronInfo(txID: string, outcome: string, feeSun: number, blockNumber = 1_000) {
  const failed = outcome === 'SUCCESS' ? {} : { result: 'FAILED' }
  return { id: txID, fee: feeSun, blockNumber, receipt: { result: outcome }, ...failed }
}

/** Returns an address as a word of calldata, without `0x`. */
export function tronWord(address: string): string {
  return toAbiAddress(address).slice(2).padStart(64, '0')
}

/** Returns another transaction with the same call. */
export function withLaterEnd({ raw_data_hex }: TronTransaction): TronTransaction {
  const parsed = parseTronTransaction(raw_data_hex)
  return formatTronTransaction({ ...parsed, expirationMs: parsed.expirationMs + 60_000 })
}
