import { decodePaymentCall, encodeApprove, encodeErc20Payment } from '@secure-payment/core/evm'
import type { Network } from '@secure-payment/core/networks'
import { type Address, getAddress, type Hex } from 'viem'
import { CommandError } from '../errors.ts'
import type { Wallet } from './openWallet.ts'
import type { Simulation } from './simulation.ts'

/** One transaction of the host's calldata, for a wallet to send. */
export type Call = { to: Address; data: Hex; value: bigint }

/** The part of the amount that is sent, as a fraction. */
export type Part = { numerator: bigint; denominator: bigint }

/** The whole amount. */
export const WHOLE: Part = { numerator: 1n, denominator: 1n }

type WireCall = {
  to: string
  data: string
  value: number | string | { hex: string }
}

/** Reads the transactions that pay a link, from the host. @throws CommandError for a batch */
export async function readCalls(
  { client }: Pick<Simulation, 'client'>,
  token: string,
  query: { wallet: string; chain?: string; token?: string },
): Promise<Call[]> {
  const answer = await client.securePayments.pay({ params: { token }, query })
  if (!('transactions' in answer)) {
    throw new CommandError('simulate pays links with one item.', {
      hint: 'Create such a link: secure-payment links create.',
    })
  }
  return answer.transactions.map(readWireCall)
}

function readWireCall({ to, data, value }: WireCall): Call {
  const units = BigInt(typeof value === 'object' ? value.hex : value)
  // The contract describes the data as hex.
  return { to: getAddress(to), data: data as Hex, value: units }
}

/** Changes the paid amount of calldata, and the approval with it. @throws CommandError for a payment that converts */
export async function changeAmount(
  wallet: Wallet,
  network: Network,
  calls: readonly Call[],
  part: Part,
): Promise<Call[]> {
  const payment = calls.at(-1)
  const decoded = payment === undefined ? null : decodePaymentCall(payment.data)
  if (payment === undefined || decoded === null) throw unknownCalls()
  if (decoded.kind === 'native_payment') {
    const amount = payment.value - decoded.feeUnits
    return [{ ...payment, value: partOf(amount, part) + decoded.feeUnits }]
  }
  if (decoded.kind !== 'erc20_payment') {
    throw new CommandError('The amount of a payment that converts currencies cannot be changed.', {
      hint: 'Create a link whose invoice and payment currencies are the same.',
    })
  }
  const amountUnits = partOf(decoded.amountUnits, part)
  const { data } = encodeErc20Payment({ ...decoded, proxy: payment.to, amountUnits })
  const approvals = await approvalsFor(wallet, network, {
    token: getAddress(decoded.token),
    spender: payment.to,
    units: amountUnits + decoded.feeUnits,
  })
  return [...approvals, { ...payment, data }]
}

/** Rounds down to the smallest unit, and never to zero. */
function partOf(units: bigint, { numerator, denominator }: Part): bigint {
  const part = (units * numerator) / denominator
  return part > 0n ? part : 1n
}

async function approvalsFor(
  wallet: Wallet,
  network: Network,
  { token, spender, units }: { token: Address; spender: Address; units: bigint },
): Promise<Call[]> {
  const allowance = await wallet.readAllowance(token, spender)
  if (allowance >= units) return []
  const known = network.tokens.find(({ address }) => getAddress(address) === token)
  const amounts = allowance > 0n && known?.resetsApproval ? [0n, units] : [units]
  return amounts.map((amountUnits) => ({
    to: token,
    data: encodeApprove({ token, spender, amountUnits }).data,
    value: 0n,
  }))
}

/** Sends transactions in order, each after the previous one is mined. @throws CommandError if one reverts */
export async function sendCalls(
  { note }: Pick<Simulation, 'note'>,
  wallet: Wallet,
  calls: readonly Call[],
): Promise<Hex[]> {
  if (calls.some(({ data }) => data.length < MIN_DATA_LENGTH)) throw unknownCalls()
  const hashes: Hex[] = []
  for (const [at, call] of calls.entries()) {
    const hash = await wallet.send(call)
    note(`Sent transaction ${at + 1} of ${calls.length}: ${hash}`)
    if (!(await wallet.isDone(hash))) {
      throw new CommandError(`The transaction ${hash} reverted.`, {
        hint: `Check the balance of ${wallet.address} on ${wallet.networkName}.`,
      })
    }
    hashes.push(hash)
  }
  return hashes
}

/** `0x` and a selector of four bytes. */
const MIN_DATA_LENGTH = 10

function unknownCalls(): CommandError {
  return new CommandError('The host returned transactions that are not a payment.')
}
