import { getNetwork } from '@secure-payment/core/networks'
import type { SignatureVerdict } from '../../host/src/chains/chainClient.ts'
import type { Row } from '../../host/src/db/schema.ts'
import { seedPayments } from './seedPayments.ts'
import { PAYER, type TestHost, usdcItem } from './testHost.ts'

/** The chain as a test states it: contracts have code, and each transaction its sender and target. */
export type StatedChain = {
  contracts: Set<string>
  /** The verdict of any account's code about a signature; there is no code by default. */
  verdict: SignatureVerdict
  /** Other verdicts, by network id. */
  verdictOn: Map<string, SignatureVerdict>
  /** Sender and target by the hash of a transaction; by default the payer, who calls the payment contract. */
  transactions: Map<string, { from: string; to: string | null } | null>
}

const PROXY = getNetwork('devnet').contracts.ERC20FeeProxy?.address ?? ''

/** Replaces the account and transaction reads of a host whose nodes are unreachable. */
export function stateChain({ host }: Pick<TestHost, 'host'>): StatedChain {
  const chain: StatedChain = {
    contracts: new Set(),
    verdict: 'no_code',
    verdictOn: new Map(),
    transactions: new Map(),
  }
  const { chains } = host.context
  const { get } = chains
  chains.get = (networkId) => ({
    ...get(networkId),
    readAccount: async (address) => ({
      ...{ latestNonce: 0n, pendingNonce: 0n, balanceUnits: 0n },
      hasContractCode: chain.contracts.has(address),
    }),
    checkSignature: async () => chain.verdictOn.get(networkId) ?? chain.verdict,
    hasCode: async (addresses) => addresses.map((address) => chain.contracts.has(address)),
    getAgreedTransaction: async (hash) => {
      const stated = chain.transactions.get(hash)
      if (stated === null) return null
      const { from, to } = stated ?? { from: PAYER, to: PROXY }
      return { hash, from, to, input: '0x', blockNumber: 1n }
    },
  })
  return chain
}

let hashes = 0

/** Adds a confirmed payment of 12.5 USDC by `PAYER` to a new request, with the given changes, and returns the payment's row. */
export async function seedPaid(
  { host, call }: Pick<TestHost, 'host' | 'call'>,
  change: Partial<Row<'payments'>> = {},
  body: object = {},
): Promise<Row<'payments'>> {
  const { db } = host.context
  const created = await call('POST', '/v2/request', { body: { ...usdcItem, ...body } })
  if (created.status !== 201) throw new Error(created.text)
  return seedMore({ host }, { ...change, request_id: String(created.json.requestId) }, db)
}

/** Adds a confirmed payment to an existing request, which counts it. */
export async function seedMore(
  { host }: Pick<TestHost, 'host'>,
  change: Partial<Row<'payments'>> & { request_id: string },
  { kysely } = host.context.db,
): Promise<Row<'payments'>> {
  hashes += 1
  const units = change.credited_units ?? '12500000'
  const [id = ''] = await seedPayments(host.context, [
    {
      tx_hash: `0x${'5e'.repeat(28)}${hashes.toString(16).padStart(8, '0')}`,
      block_number: BigInt(hashes),
      payer: PAYER,
      amount_units: units,
      credited_units: units,
      request_units: units,
      ...change,
    },
  ])
  const payment = await kysely
    .selectFrom('payments')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const request = await kysely
    .selectFrom('requests')
    .select(['paid_units', 'expected_units'])
    .where('id', '=', payment.request_id)
    .executeTakeFirstOrThrow()
  const paidUnits = BigInt(request.paid_units) + BigInt(payment.request_units)
  const isPaid = paidUnits >= BigInt(request.expected_units)
  await kysely
    .updateTable('requests')
    .set({
      paid_units: paidUnits.toString(),
      status: isPaid ? 'paid' : 'partially_paid',
      has_been_paid: isPaid ? 1 : 0,
    })
    .where('id', '=', payment.request_id)
    .execute()
  return payment
}
