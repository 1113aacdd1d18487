import type { FormValues } from './examples.ts'

/** A field of a form. Autofill is off: real data does not belong in a sandbox. */
export type Field = {
  readonly name: string
  readonly label: string
  readonly hint?: string
  readonly type?: 'text' | 'email' | 'tel' | 'date'
  readonly choices?: readonly (readonly [value: string, label: string])[]
  readonly isWide?: boolean
}

/** Returns the fields of a payer, with a social security number for residents of the United States. */
export function payerFields({ country = '', nationality = '' }: FormValues): readonly Field[] {
  const isOfUnitedStates = [country, nationality].some((code) => code.toUpperCase() === 'US')
  return [
    { name: 'firstName', label: 'First name' },
    { name: 'lastName', label: 'Last name' },
    { name: 'email', label: 'E-mail', type: 'email' },
    { name: 'phone', label: 'Phone', type: 'tel', hint: 'With the country code, such as +351…' },
    { name: 'dateOfBirth', label: 'Date of birth', type: 'date' },
    { name: 'nationality', label: 'Nationality', hint: 'Two letters, such as PT' },
    { name: 'addressLine1', label: 'Street and number', isWide: true },
    { name: 'city', label: 'City' },
    { name: 'state', label: 'State or region' },
    { name: 'postcode', label: 'Postcode' },
    { name: 'country', label: 'Country', hint: 'Two letters, such as PT' },
    ...(isOfUnitedStates ? [{ name: 'ssn', label: 'Social security number' }] : []),
  ]
}

const CURRENCIES = [
  ['eur', 'EUR'],
  ['usd', 'USD'],
  ['gbp', 'GBP'],
] as const

/** Returns the fields of a bank account: the numbers that its currency needs. */
export function accountFields({ currency = 'eur' }: FormValues): readonly Field[] {
  return [
    { name: 'currency', label: 'Currency', choices: CURRENCIES },
    { name: 'bankName', label: 'Bank' },
    { name: 'accountName', label: 'Account holder' },
    ...numberFields(currency),
    { name: 'dateOfBirth', label: 'Holder’s date of birth', type: 'date' },
    { name: 'addressLine1', label: 'Street and number', isWide: true },
    { name: 'city', label: 'City' },
    { name: 'state', label: 'State', hint: 'In the United States' },
    { name: 'postalCode', label: 'Postcode' },
    { name: 'country', label: 'Country', hint: 'Two letters, such as PT' },
  ]
}

function numberFields(currency: string): readonly Field[] {
  const accountNumber = { name: 'accountNumber', label: 'Account number' }
  switch (currency) {
    case 'usd':
      return [accountNumber, { name: 'routingNumber', label: 'Routing number', hint: '9 digits' }]
    case 'gbp':
      return [accountNumber, { name: 'sortCode', label: 'Sort code', hint: '6 digits' }]
    default:
      return [{ name: 'iban', label: 'IBAN' }]
  }
}
