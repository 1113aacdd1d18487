import type { Step, Transaction } from '@secure-payment/core'
import { encodeApprove, encodeErc20Payment, encodeNativePayment } from '@secure-payment/core/evm'
import { batch, type PaymentTerms } from '@secure-payment/core/kinds'
import type { Hex } from 'viem'
import type { Row } from '../../../host/src/db/schema.ts'
import type { World } from './startWorld.ts'

/** How a payer departs from paying exactly what is asked. */
export type PayOptions = {
  /** Index of the paying account; 1 by default. */
  payer?: number
  units?: bigint
  token?: string
  payee?: string
  /** Contract to pay through instead of the registry's. */
  proxy?: string
}

/** Pays one request as a wallet would, approval first, and returns the hash of the mined payment. */
export async function pay(
  world: World,
  request: Row<'requests'>,
  options: PayOptions = {},
): Promise<Hex> {
  const { payer = 1 } = options
  const payment = paymentTransaction(world, request, options)
  const token = options.token ?? request.token_address
  if (token !== null) {
    const approvedUnits =
      (options.units ?? BigInt(request.expected_units)) + BigInt(request.fee_units)
    await send(world, payer, encodeApprove({ token, spender: payment.to, amountUnits: 0n }))
    await send(
      world,
      payer,
      encodeApprove({ token, spender: payment.to, amountUnits: approvedUnits }),
    )
  }
  return send(world, payer, payment)
}

/** Pays several requests in one transaction through the batch contract. */
export async function payBatch(
  world: World,
  requests: readonly Row<'requests'>[],
  payer = 1,
): Promise<Hex> {
  const steps: Step[] = batch.steps(world.network, requests.map(termsOf), {
    address: world.chains.accounts[payer]?.address ?? null,
    allowanceUnits: null,
  })
  let hash: Hex = '0x'
  for (const step of steps) hash = await send(world, payer, step.transaction)
  return hash
}

/** The payment itself, without approvals. */
export function paymentTransaction(
  world: World,
  request: Row<'requests'>,
  options: PayOptions = {},
): Transaction {
  const terms = termsOf(request)
  const common = {
    payee: options.payee ?? terms.payee,
    amountUnits: options.units ?? terms.amountUnits,
    paymentReference: terms.paymentReference,
    feeUnits: terms.feeUnits,
    feeAddress: terms.feeAddress ?? terms.payee,
  }
  const token = options.token ?? terms.token
  if (token === null) {
    const proxy = options.proxy ?? world.chains.contract(world.network.id, 'EthereumFeeProxy')
    return encodeNativePayment({ proxy, ...common })
  }
  const proxy = options.proxy ?? world.chains.contract(world.network.id, 'ERC20FeeProxy')
  return encodeErc20Payment({ proxy, token, ...common })
}

/** Sends a transaction and waits until it is mined. Throws when it reverted. */
export async function send(world: World, payer: number, transaction: Transaction): Promise<Hex> {
  const wallet = world.chains.wallet(world.network.id, payer)
  const receipt = await wallet.sendTransactionSync({
    to: asHex(transaction.to),
    data: transaction.data,
    value: transaction.value,
  })
  if (receipt.status !== 'success') throw new Error(`${receipt.transactionHash} reverted`)
  return receipt.transactionHash
}

function termsOf(request: Row<'requests'>): PaymentTerms {
  return {
    network: request.network,
    token: request.token_address,
    payee: request.payee,
    amountUnits: BigInt(request.expected_units),
    paymentReference: asHex(request.payment_reference),
    feeUnits: BigInt(request.fee_units),
    feeAddress: request.fee_address,
  }
}

function asHex(text: string): Hex {
  return `0x${text.slice(2)}`
}
