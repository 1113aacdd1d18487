import { randomUUID } from 'node:crypto'
import { signedPaymentAbi } from '@secure-payment/contracts'
import { testTokenAbi } from '@secure-payment/devnet'
import type { Address, Hex } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import type { Row } from '../../../host/src/db/schema.ts'
import type { Answer, Caller } from '../../support/callApi.ts'
import { PAYEE } from '../../support/testHost.ts'
import { type Payer, type Payouts, startPayouts } from './startPayouts.ts'
import { waitFor } from './waitFor.ts'

/** The offer of a signed payment in the API's response. */
type Offer = {
  kind: 'eip3009' | 'permit2' | 'eip2612'
  typedData: {
    domain: Record<string, unknown>
    types: Record<string, { name: string; type: string }[]>
    primaryType: string
    message: Record<string, unknown>
  }
  contract: Address
  deadline: number
  salt: string
  permitNonce: string | null
}

/** A payment that a payer begins to sign, with its attempt. */
export type Begun = {
  token: string
  requestId: string
  attempt: string
  offer: Offer
  /** Signs the offer, or a changed one, as a wallet does. */
  sign(changes?: Record<string, unknown>, by?: Payer): Promise<Hex>
  /** Submits a signature with the offer's terms, or changed ones, to the world's host or another. */
  submit(signature: Hex, changes?: Record<string, unknown>, to?: Caller): Promise<Answer>
}

/** A host that sponsors payments on its own chain. */
export type Signed = AsyncDisposable & {
  world: Payouts
  contract: Address
  /** Creates a wallet without native coins. */
  createPayer(symbol?: string, units?: bigint): Promise<Payer>
  /** Mints tokens for a wallet. */
  mint(address: Address, symbol: string, units: bigint): Promise<void>
  /** Creates a payment in a token, begins an attempt, and requests the offer. */
  begin(payer: Payer, symbol?: string): Promise<Begun>
  row(id: string): Promise<Row<'signed_payments'>>
  /** Waits until a signed payment is in a state. */
  until(id: string, status: Row<'signed_payments'>['status']): Promise<Row<'signed_payments'>>
  /** Returns the payments of a request that the watcher recorded. */
  payments(requestId: string): Promise<Row<'payments'>[]>
  balanceOf(symbol: string, owner: Address): Promise<bigint>
  /** Returns how many payments of this hash the contract has made. */
  made(hash: string): Promise<number>
}

export const UNITS = 12_500_000n
const MINTER = 9

/** Starts the host with sponsoring; `env` adds to its variables. */
export async function startSigned(env: Record<string, string> = {}): Promise<Signed> {
  const world = await startPayouts({ PAY_SPONSOR_NETWORKS: 'devnet', ...env })
  const { test, chains } = world
  const client = chains.client('devnet')
  const contract = chains.contract('devnet', 'ERC20SignedPayment')
  const { kysely } = test.host.context.db
  const addressOf = (symbol: string) => chains.token('devnet', symbol).address
  async function mint(address: Address, symbol: string, units: bigint): Promise<void> {
    await chains.wallet('devnet', MINTER).writeContractSync({
      address: addressOf(symbol),
      abi: testTokenAbi,
      functionName: 'mint',
      args: [address, units],
    })
  }
  const row = (id: string) =>
    kysely.selectFrom('signed_payments').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  return {
    world,
    contract,
    mint,
    row,
    async createPayer(symbol = 'USDC', units = 100_000_000_000_000_000_000n) {
      const payer = privateKeyToAccount(generatePrivateKey())
      await mint(payer.address, symbol, units)
      return payer
    },
    async begin(payer, symbol = 'USDC') {
      const currency = `${symbol}-devnet`
      const { token, requestIds } = await test.createPayment({
        requests: [
          { payee: PAYEE, invoiceCurrency: currency, paymentCurrency: currency, amount: '12.5' },
        ],
      })
      const attempt = randomUUID()
      const path = `/v2/secure-payments/${token}`
      const { json } = await test.call('GET', `${path}/pay?wallet=${payer.address}&signed=true`)
      const offer: Offer = json.signedPayment
      if (offer === undefined) throw new Error(`No offer: ${json.signedPaymentObstacle}`)
      await test.call('POST', `${path}/attempts`, {
        body: {
          attemptId: attempt,
          wallet: payer.address,
          chain: 'devnet',
          token: symbol,
          calldataHash: `0x${'5b'.repeat(32)}`,
        },
      })
      return {
        token,
        requestId: requestIds[0] ?? '',
        attempt,
        offer,
        sign: (changes = {}, by = payer) => signOffer(offer, by, changes),
        submit: (signature, changes = {}, to = test.call) =>
          to('POST', `${path}/signed-payments`, {
            body: {
              attempt,
              kind: offer.kind,
              deadline: offer.deadline,
              salt: offer.salt,
              ...(offer.permitNonce !== null && { permitNonce: offer.permitNonce }),
              wallet: payer.address,
              signature,
              ...changes,
            },
          }),
      }
    },
    until: (id, status) =>
      waitFor(`signed payment ${id} to be ${status}`, async () => {
        const found = await row(id)
        return found.status === status ? found : null
      }),
    payments: (requestId) =>
      kysely.selectFrom('payments').selectAll().where('request_id', '=', requestId).execute(),
    balanceOf: (symbol, owner) =>
      client.readContract({
        address: addressOf(symbol),
        abi: testTokenAbi,
        functionName: 'balanceOf',
        args: [owner],
      }),
    async made(hash) {
      const logs = await client.getContractEvents({
        address: contract,
        abi: signedPaymentAbi,
        eventName: 'SignedPaymentMade',
        args: { paymentHash: `0x${hash.slice(2)}` },
        fromBlock: 0n,
      })
      return logs.length
    },
    [Symbol.asyncDispose]: () => world[Symbol.asyncDispose](),
  }
}

/** Signs an offer, or one with a changed message, as a wallet does with the received JSON. */
function signOffer(
  { typedData }: Offer,
  by: Payer,
  changes: Record<string, unknown>,
): Promise<Hex> {
  const { EIP712Domain: _, ...types } = typedData.types
  return by.signTypedData({
    domain: typedData.domain,
    types,
    primaryType: typedData.primaryType,
    message: { ...typedData.message, ...changes },
  })
}
