import type { Transaction } from '@secure-payment/core'
import { encodeApprove, encodeErc20Payment, encodeNativePayment } from '@secure-payment/core/evm'
import { type PaymentTerms, ways } from '@secure-payment/core/ways'
import type { Hex } from 'viem'
import type { Row } from '../../../host/src/db/schema.ts'
import { conversionTerms } from './payConverted.ts'
import { payerState, send, sendSteps } from './send.ts'
import type { World } from './startWorld.ts'

/** A payer's differences from an exact payment. */
export type PayOptions = {
  /** Index of the paying account; 1 by default. */
  payer?: number
  units?: bigint
  token?: string
  payee?: string
  /** The contract to call instead of the registry's contract. */
  proxy?: string
}

/** Pays one request as a wallet does, approval first, and returns the mined payment's hash. */
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

/** Pays several requests in one transaction through the batch contract, with a conversion for requests in another currency. */
export async function payBatch(
  world: World,
  requests: readonly Row<'requests'>[],
  payer = 1,
): Promise<Hex> {
  const terms = await Promise.all(
    requests.map((request) =>
      request.kind === 'conversion' ? conversionTerms(world, request) : termsOf(request),
    ),
  )
  return sendSteps(world, payer, ways.batch.steps(world.network, terms, payerState(world, payer)))
}

/** Returns the payment itself, without approvals. */
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

/** Returns the payment terms of a request in its own currency. */
export function termsOf(request: Row<'requests'>): PaymentTerms {
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
