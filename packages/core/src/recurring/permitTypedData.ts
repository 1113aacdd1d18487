import { MalformedValueError } from '../errors.ts'
import { checksumAddress } from '../evm/address.ts'
import type { Address, Hex } from '../hex.ts'
import {
  domainWords,
  type PermitDomain,
  permitWords,
  SCHEDULE_PERMIT_FIELDS,
  type SchedulePermit,
} from './schedulePermit.ts'

/** ERC20RecurringPaymentProxy's EIP-712 domain name and version, in the deployments of Request Network and this project. */
export const PERMIT_DOMAIN = { name: 'ERC20RecurringPaymentProxy', version: '1' } as const

/**
 * Builds a permit as EIP-712 typed data that JSON can represent, for viem's `signTypedData` and `eth_signTypedData_v4`. With `message`
 * renamed to `values`, it also fits ethers' `domain, types, values`. Amounts are decimal text, because a JSON number could not represent
 * them; addresses have their EIP-55 checksum.
 *
 * @throws InvalidAddressError, MalformedValueError or FeeWithoutAddressError, which names the field at fault; the deadline must fit in a JSON number.
 */
export function permitTypedData(permit: SchedulePermit, domain: PermitDomain): PermitTypedData {
  permitWords(permit)
  domainWords(domain)
  return {
    domain: {
      ...PERMIT_DOMAIN,
      chainId: domain.chainId,
      verifyingContract: checksumAddress(domain.contract),
    },
    // A copy, so that a caller who changes the result does not affect later results.
    types: { SchedulePermit: SCHEDULE_PERMIT_FIELDS.map((field) => ({ ...field })) },
    primaryType: 'SchedulePermit',
    message: {
      subscriber: checksumAddress(permit.subscriber),
      token: checksumAddress(permit.token),
      recipient: checksumAddress(permit.recipient),
      feeAddress: checksumAddress(permit.feeAddress),
      amount: permit.amount.toString(),
      feeAmount: permit.feeAmount.toString(),
      relayerFee: permit.relayerFee.toString(),
      periodSeconds: permit.periodSeconds,
      firstPayment: permit.firstPayment,
      totalPayments: permit.totalPayments,
      nonce: permit.nonce,
      deadline: safeDeadline(permit.deadline),
      strictOrder: permit.strictOrder,
    },
  }
}

/** A permit for a wallet. The types do not contain `EIP712Domain`: ethers rejects it, viem adds it. */
export type PermitTypedData = {
  domain: { name: string; version: string; chainId: number; verifyingContract: Address }
  types: { SchedulePermit: { name: string; type: string }[] }
  primaryType: 'SchedulePermit'
  message: PermitMessage
}

/** The members of a permit in JSON. */
type PermitMessage = {
  subscriber: Address
  token: Address
  recipient: Address
  feeAddress: Address
  /** Decimal text, like the other two amounts. */
  amount: string
  feeAmount: string
  relayerFee: string
  periodSeconds: number
  firstPayment: number
  totalPayments: number
  nonce: Hex
  deadline: number
  strictOrder: boolean
}

function safeDeadline(deadline: bigint): number {
  if (deadline > BigInt(Number.MAX_SAFE_INTEGER))
    throw new MalformedValueError({
      what: 'deadline',
      expected: 'at most 2^53 - 1 seconds since 1970 in typed data',
      actual: deadline,
      field: 'deadline',
    })
  return Number(deadline)
}
