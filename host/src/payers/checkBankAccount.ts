import { type FieldIssue, InvalidInputError } from '@secure-payment/core'
import type { BankAccount } from '@secure-payment/core/api'
import { isValidBIC, isValidIBAN } from 'ibantools'
import { findFutureDate } from './findFutureDate.ts'
import { withoutEmpty } from './withoutEmpty.ts'

/**
 * Returns a bank account in canonical form: without empty members, and with its numbers in upper case without spaces and hyphens. The
 * account must have the members that its currency and rails need, with plausible numbers:
 *
 * | currency | local, wire | swift |
 * |---|---|---|
 * | usd | accountNumber, routingNumber | swiftBic, and iban or accountNumber |
 * | eur | iban | iban, swiftBic |
 * | gbp | accountNumber, sortCode | iban, swiftBic |
 * | inr | accountNumber, swiftBic, ifsc | the same |
 * | others | iban or accountNumber | the same |
 *
 * @throws InvalidInputError that names every invalid field, without its value
 */
export function checkBankAccount(given: BankAccount, now: Date): BankAccount {
  const account = withoutEmpty(withPlainNumbers(given))
  const issues = [
    ...findMissing(account),
    ...findFaults(account),
    ...(account.dateOfBirth === undefined ? [] : [findFutureDate(account.dateOfBirth, now)]),
  ].filter((issue) => issue !== null)
  if (issues.length > 0) throw new InvalidInputError(issues)
  return account
}

type Field = keyof BankAccount

/** Members that identify an account or its bank, and are often written with spaces and hyphens. */
const NUMBERS = [
  'accountNumber',
  'routingNumber',
  'sortCode',
  'iban',
  'swiftBic',
  'bsbNumber',
  'ifsc',
  'ribNumber',
  'ncc',
  'branchCode',
  'bankCode',
] as const satisfies readonly Field[]

function withPlainNumbers(account: BankAccount): BankAccount {
  const plain = { ...account }
  for (const field of NUMBERS) {
    const text = plain[field]
    if (text !== undefined) plain[field] = text.replaceAll(/[\s-]/g, '').toUpperCase()
  }
  return plain
}

/** The members that a currency needs on its rails; of a nested list, one member is enough. */
type Needs = readonly (Field | readonly Field[])[]

const IBAN_OR_NUMBER = ['iban', 'accountNumber'] as const

function needsOf({ currency, rails }: BankAccount): Needs {
  const isSwift = rails === 'swift'
  switch (currency) {
    case 'usd':
      return isSwift ? ['swiftBic', IBAN_OR_NUMBER] : ['accountNumber', 'routingNumber']
    case 'eur':
      return isSwift ? ['iban', 'swiftBic'] : ['iban']
    case 'gbp':
      return isSwift ? ['iban', 'swiftBic'] : ['accountNumber', 'sortCode']
    case 'inr':
      return ['accountNumber', 'swiftBic', 'ifsc']
    default:
      return [IBAN_OR_NUMBER]
  }
}

function findMissing(account: BankAccount): FieldIssue[] {
  const { currency, rails } = account
  const issues: FieldIssue[] = []
  const demand = (field: Field, message: string) => {
    if (account[field] === undefined) issues.push({ field, code: 'required', message })
  }
  for (const need of needsOf(account)) {
    if (typeof need === 'string') demand(need, `is required for ${currency} by ${rails}`)
    else if (need.every((field) => account[field] === undefined)) {
      const [field = 'accountNumber', ...others] = need
      demand(field, `or ${others.join(' or ')} is required for ${currency} by ${rails}`)
    }
  }
  if (account.country === 'US') demand('state', 'is required when country is US')
  if (account.beneficiaryType === 'individual') {
    demand('dateOfBirth', 'is required for an individual')
  }
  return issues
}

/** The forms of the numbers in every currency; `FORMS_OF_CURRENCY` adds to them or replaces them for one currency. */
const FORMS: { readonly [F in Field]?: Form } = {
  iban: {
    isRight: (text) => isValidIBAN(text),
    code: 'invalid_iban',
    message: 'must be an IBAN: its length, form or checksum does not match its country',
  },
  swiftBic: {
    isRight: (text) => isValidBIC(text),
    code: 'invalid_bic',
    message: 'must be a BIC of 8 or 11 characters',
  },
  sortCode: {
    isRight: matches(/^\d{6}$/),
    code: 'invalid_sort_code',
    message: 'must have 6 digits',
  },
  bsbNumber: { isRight: matches(/^\d{6}$/), code: 'invalid_bsb', message: 'must have 6 digits' },
  ifsc: {
    isRight: matches(/^[A-Z]{4}0[A-Z0-9]{6}$/),
    code: 'invalid_ifsc',
    message: 'must be an IFSC: four letters, a zero, six letters or digits',
  },
  accountNumber: {
    isRight: matches(/^[A-Z0-9]{1,34}$/),
    code: 'invalid_account_number',
    message: 'must be at most 34 letters and digits',
  },
}

const FORMS_OF_CURRENCY: { readonly [currency: string]: { readonly [F in Field]?: Form } } = {
  usd: {
    routingNumber: {
      isRight: isRoutingNumber,
      code: 'invalid_routing_number',
      message: 'must have 9 digits, the last of which is the checksum',
    },
  },
  gbp: {
    accountNumber: {
      isRight: (text, { rails }) => rails === 'swift' || /^\d{6,8}$/.test(text),
      code: 'invalid_account_number',
      message: 'must have 6 to 8 digits',
    },
  },
  inr: {
    accountNumber: {
      isRight: matches(/^\d{9,18}$/),
      code: 'invalid_account_number',
      message: 'must have 9 to 18 digits',
    },
  },
}

type Form = {
  isRight: (text: string, account: BankAccount) => boolean
  code: string
  message: string
}

function findFaults(account: BankAccount): FieldIssue[] {
  const forms = { ...FORMS, ...FORMS_OF_CURRENCY[account.currency] }
  return NUMBERS.flatMap((field) => {
    const text = account[field]
    const form = forms[field]
    if (text === undefined || form === undefined || form.isRight(text, account)) return []
    return [{ field, code: form.code, message: form.message }]
  })
}

function matches(pattern: RegExp): (text: string) => boolean {
  return (text) => pattern.test(text)
}

/**
 * The digit weights of a routing number: a valid number's weighted sum is a multiple of ten (American Bankers Association, Policy
 * 2015).
 */
const ROUTING_WEIGHTS = [3, 7, 1] as const

function isRoutingNumber(text: string): boolean {
  if (!/^\d{9}$/.test(text)) return false
  const sum = [...text].reduce(
    (total, digit, index) => total + Number(digit) * (ROUTING_WEIGHTS[index % 3] ?? 0),
    0,
  )
  return sum > 0 && sum % 10 === 0
}
