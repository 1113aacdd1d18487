import type { Client } from '@secure-payment/core/client'

type Payer = Omit<Parameters<Client['payers']['submit']>[0]['body'], 'clientUserId'>
type Account = Parameters<Client['payers']['createPaymentDetails']>[0]['body']

/** Reads the payer's data from the form; the service validates it. */
export function readPayer(body: unknown): Payer {
  const text = textsOf(body)
  return {
    beneficiaryType: 'individual',
    firstName: text('firstName'),
    lastName: text('lastName'),
    email: text('email'),
    phone: text('phone'),
    dateOfBirth: text('dateOfBirth'),
    nationality: text('nationality'),
    addressLine1: text('addressLine1'),
    city: text('city'),
    state: text('state'),
    postcode: text('postcode'),
    country: text('country'),
    ssn: text('ssn'),
  }
}

/** Reads bank account data from the form; the service validates it. */
export function readAccount(body: unknown): Account {
  const text = textsOf(body)
  return {
    beneficiaryType: 'individual',
    bankName: text('bankName'),
    accountName: text('accountName'),
    currency: text('currency'),
    dateOfBirth: text('dateOfBirth'),
    addressLine1: text('addressLine1'),
    city: text('city'),
    state: text('state'),
    postalCode: text('postalCode'),
    country: text('country'),
    iban: text('iban'),
    accountNumber: text('accountNumber'),
    routingNumber: text('routingNumber'),
    sortCode: text('sortCode'),
  }
}

/** Reads the text members of a JSON body; any other value becomes an empty string. */
function textsOf(body: unknown): (name: string) => string {
  return (name) => {
    const value: unknown = Object(body)[name]
    return typeof value === 'string' ? value.trim() : ''
  }
}
