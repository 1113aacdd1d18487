import { expect } from 'vitest'
import type { Answer } from './callApi.ts'
import { dumpDatabase } from './dumpDatabase.ts'
import { RICH, startTronNode, type TronNode } from './startTronNode.ts'
import { startTestHost, type TestHost } from './testHost.ts'
import {
  buildTron,
  type SignedTronJson,
  signTron,
  type TronAccount,
  tronPayee,
  tronPayer,
} from './tronWallets.ts'

/** A request for 12.5 USDT on Tron. */
export const usdtItem = {
  payee: tronPayee.address,
  amount: '12.5',
  invoiceCurrency: 'USDT-tron',
  paymentCurrency: 'USDT-tron',
}

/** A transaction in the response to `GET /v2/secure-payments/{token}/pay`. */
export type TronWireCall = { to: string; data: string; feeLimit: number }

/** A new secure payment, with the transactions that pay it. */
type TronPayment = {
  token: string
  requestId: string
  approval: TronWireCall
  payment: TronWireCall
}

/** A host whose Tron node a test controls, with helpers for suites about the relay. */
export type TronRelay = AsyncDisposable & {
  test: TestHost
  node: TronNode
  /** Creates a payment, resets the node so that it accepts every transaction, and clears its record of broadcasts. */
  createPayment(): Promise<TronPayment>
  /** Signs a call as the payer's wallet would, or as `signer`. */
  sign(call: TronWireCall, changes?: SignChanges, signer?: TronAccount): Promise<SignedTronJson>
  broadcast(token: string, signedTransaction: unknown): Promise<Answer>
  /** Expects a rejection that names `field`, and expects the host to broadcast and store nothing. */
  expectMismatch(token: string, signed: unknown, field: string | RegExp): Promise<void>
  /** Returns the rows of all tables except those that any call may change. */
  readRows(): Promise<string>
  /** Returns a payment's stored transactions. */
  readStored(token: string): Promise<{ tx_hash: string; chain: string; status: unknown }[]>
}

type SignChanges = { lifeMs?: number; callValue?: number; feeLimit?: number }

/** Starts a host and its Tron node, by default without market prices. */
export async function startTronRelay(
  overrides: Parameters<typeof startTestHost>[1] = {},
  more: Record<string, string> = {},
): Promise<TronRelay> {
  const node = await startTronNode()
  const env = { PAY_NETWORKS: 'devnet,tron', PAY_RPC_URL_TRON: node.url, ...more }
  const sources = { PAY_PRICE_SOURCES: 'coinbase,kraken' }
  const test = await startTestHost(
    overrides.prices === undefined ? env : { ...env, ...sources },
    overrides,
  )
  const { db } = test.host.context
  const readRows = () => dumpDatabase(db, { without: ['api_keys', 'rate_limits'] })
  const broadcast: TronRelay['broadcast'] = (token, signedTransaction) =>
    test.call('POST', `/v2/secure-payments/${token}/tron/broadcast`, {
      body: { signedTransaction },
    })
  return {
    test,
    node,
    async createPayment() {
      Object.assign(node.state, RICH)
      node.sent.length = 0
      const { token, requestIds } = await test.createPayment({ requests: [usdtItem] })
      const { json } = await test.call('GET', `/v2/secure-payments/${token}/pay`)
      const [approval, payment] = json.transactions
      return { token, requestId: requestIds[0] ?? '', approval, payment }
    },
    async sign(call, changes = {}, signer = tronPayer) {
      const nowMs = test.clock.now().getTime()
      const facts = { ...call, owner: tronPayer.address, nowMs, ...changes }
      return signTron(await buildTron(facts), signer)
    },
    broadcast,
    async expectMismatch(token, signed, field) {
      const before = await readRows()
      const { status, json } = await broadcast(token, signed)
      expect({ status, code: json.code }).toEqual({
        status: 400,
        code: 'tron_transaction_mismatch',
      })
      expect(json.errors).toHaveLength(1)
      const named = json.errors[0].field
      if (typeof field === 'string') expect(named).toBe(`signedTransaction.${field}`)
      else expect(named).toMatch(field)
      expect(node.sent).toEqual([])
      expect(await readRows()).toBe(before)
    },
    readRows,
    readStored: (token) =>
      db.kysely
        .selectFrom('intents')
        .select(['tx_hash', 'chain', 'status'])
        .where('token', '=', token)
        .execute(),
    async [Symbol.asyncDispose]() {
      await test[Symbol.asyncDispose]()
      await node[Symbol.asyncDispose]()
    },
  }
}
