import {
  buildTronTransaction,
  TRON_FEE_LIMITS,
  type TronTransaction,
} from '@secure-payment/core/tron'
import { type PaymentTerms, ways } from '@secure-payment/core/ways'
import { utils } from 'tronweb'
import type { Hex } from 'viem'
import type { Row } from '../../../host/src/db/schema.ts'
import { termsOf } from './pay.ts'
import type { World } from './startWorld.ts'
import { waitFor } from './waitFor.ts'

/** Tron, its devnet, and a host. */
type TronWorld = Pick<World, 'chains' | 'context' | 'network'>

/** A payer's differences from an exact payment. `payer`: index of the paying account, 1 by default. */
export type TronPayment = { payer?: number; units?: bigint; token?: string; payee?: string }

/** Pays a request on Tron as a wallet does, approval first, and returns the txID of the mined payment. */
export async function payTron(
  world: TronWorld,
  request: Row<'requests'>,
  { payer = 1, units, token, payee }: TronPayment = {},
): Promise<string> {
  const asked = termsOf(request)
  const terms: PaymentTerms = {
    ...asked,
    amountUnits: units ?? asked.amountUnits,
    token: token ?? asked.token,
    payee: payee ?? asked.payee,
  }
  const state = await payerState(world, { payer, token: terms.token ?? '' })
  let txID = ''
  for (const { transaction } of ways.tron.steps(world.network, terms, state)) {
    txID = await sendTron(world, payer, transaction)
  }
  return txID
}

/** Builds a call, signs it with tronweb, broadcasts it and waits until it is mined. Returns its txID. */
async function sendTron(
  world: TronWorld,
  payer: number,
  call: { to: string; data: Hex },
): Promise<string> {
  const transaction = await signTron(world, payer, call)
  const tron = world.context.chains.getTron('tron')
  const outcome = await tron.broadcast(transaction)
  if (!outcome.accepted) throw new Error(`The node refused: ${outcome.code} ${outcome.message}`)
  await waitFor(`${transaction.txID} to be mined`, async () => {
    const found = await tron.findTransaction(transaction.txID)
    return found?.blockNumber ?? null
  })
  return transaction.txID
}

/** Builds a call that references the newest block, and signs it with tronweb. */
async function signTron(
  { chains, context }: TronWorld,
  payer: number,
  { to, data }: { to: string; data: Hex },
): Promise<TronTransaction> {
  const account = accountOf({ chains }, payer)
  const block = await context.chains.getTron('tron').getReferenceBlock()
  const unsigned = buildTronTransaction({
    owner: account.tronAddress,
    contract: to,
    data,
    feeLimitSun: TRON_FEE_LIMITS.paySun,
    block,
    timestampMs: block.timestampMs,
    expirationMs: block.timestampMs + LIFETIME_MS,
  })
  const signed = utils.crypto.signTransaction(account.privateKey.slice(2), { ...unsigned })
  return { ...unsigned, signature: signed.signature }
}

const LIFETIME_MS = 60 * 60_000

/** Returns the paying account. */
export function accountOf({ chains }: Pick<World, 'chains'>, payer: number) {
  const account = chains.accounts[payer]
  if (account === undefined) throw new Error(`There is no account ${payer}`)
  return account
}

async function payerState(world: TronWorld, { payer, token }: { payer: number; token: string }) {
  const { context, network } = world
  const { tronAddress } = accountOf(world, payer)
  const spender = network.contracts.ERC20FeeProxy?.address ?? ''
  const chain = context.chains.get('tron')
  // A node that has just failed is paused for a moment before the next request.
  const { tokens } = await waitFor('the node to be asked', () =>
    chain.readPayerState({ wallet: tronAddress, tokens: [token], spender }).catch(() => null),
  )
  const allowance = tokens[token]?.allowanceUnits ?? 0n
  return { address: tronAddress, allowanceUnits: { [token]: allowance } }
}
