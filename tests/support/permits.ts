import { getNetwork } from '@secure-payment/core/networks'
import type { Host } from '@secure-payment/host'
import { type Address, type Hex, zeroAddress } from 'viem'
import type { PrivateKeyAccount } from 'viem/accounts'

/** The permit that a payer signs, in the contract's terms, written independently of the tested code. */
export type Permit = {
  domain: { name: string; version: string; chainId: number; verifyingContract: Address }
  message: {
    subscriber: Address
    token: Address
    recipient: Address
    feeAddress: Address
    amount: bigint
    feeAmount: bigint
    relayerFee: bigint
    periodSeconds: number
    firstPayment: number
    totalPayments: number
    nonce: bigint
    deadline: bigint
    strictOrder: boolean
  }
}

/** The type that the deployed ERC20RecurringPaymentProxy hashes; its type hash is 0x3e691a1c…6d03. */
export const SCHEDULE_PERMIT = [
  { name: 'subscriber', type: 'address' },
  { name: 'token', type: 'address' },
  { name: 'recipient', type: 'address' },
  { name: 'feeAddress', type: 'address' },
  { name: 'amount', type: 'uint128' },
  { name: 'feeAmount', type: 'uint128' },
  { name: 'relayerFee', type: 'uint128' },
  { name: 'periodSeconds', type: 'uint32' },
  { name: 'firstPayment', type: 'uint32' },
  { name: 'totalPayments', type: 'uint8' },
  { name: 'nonce', type: 'uint256' },
  { name: 'deadline', type: 'uint256' },
  { name: 'strictOrder', type: 'bool' },
] as const

/** Returns a stored schedule's permit. */
export async function permitOfRow({ context }: Host, id: string): Promise<Permit> {
  const row = await context.db.kysely
    .selectFrom('recurring_payments')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const address = (text: string | null) => (text ?? zeroAddress) as Address
  return {
    domain: {
      name: 'ERC20RecurringPaymentProxy',
      version: '1',
      chainId: getNetwork(row.network).chainId,
      verifyingContract: address(row.contract),
    },
    message: {
      subscriber: address(row.payer),
      token: address(row.token_address),
      recipient: address(row.payee),
      feeAddress: address(row.fee_address),
      amount: BigInt(row.amount_units),
      feeAmount: BigInt(row.fee_units),
      relayerFee: 0n,
      periodSeconds: Number(row.period_s),
      firstPayment: Number(row.first_payment_s),
      totalPayments: row.total_payments,
      nonce: BigInt(row.permit_nonce),
      deadline: BigInt(row.deadline_s),
      strictOrder: true,
    },
  }
}

/** Signs a permit as a wallet does. */
export function signPermit(account: PrivateKeyAccount, { domain, message }: Permit): Promise<Hex> {
  return account.signTypedData({
    domain,
    types: { SchedulePermit: SCHEDULE_PERMIT },
    primaryType: 'SchedulePermit',
    message,
  })
}
