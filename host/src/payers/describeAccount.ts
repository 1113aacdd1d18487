import type { BankAccount } from '@secure-payment/core/api'
import { maskNumber } from './maskNumber.ts'

/** Describes a bank account for display: its holder, its bank and the ends of its numbers. */
export function describeAccount(account: BankAccount) {
  const { bankName, accountName, beneficiaryType, routingNumber, currency, rails } = account
  const number = account.accountNumber ?? account.iban
  return {
    bankName,
    accountName,
    beneficiaryType,
    ...(number !== undefined && { accountNumber: maskNumber(number) }),
    ...(routingNumber !== undefined && { routingNumber: maskNumber(routingNumber) }),
    currency,
    rails,
  }
}
