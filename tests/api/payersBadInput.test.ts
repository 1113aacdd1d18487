import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createRefusalCheck, invalid, type RefusalCheck } from '../support/createRefusalCheck.ts'
import { createFakeOfframp } from '../support/fakeOfframp.ts'
import { plainAccount, plainPayer } from '../support/plainPayer.ts'
import { startTestHost, type TestHost } from '../support/testHost.ts'

/**
 * Tests every rule for the bodies of payers and bank accounts. A rejected call returns the field and the code, and neither stores
 * nor submits anything.
 */
const offramp = createFakeOfframp()
let test: TestHost
let check: RefusalCheck
const payer = { ...plainPayer, clientUserId: 'ana@example.test' }
const PATH = `/v2/payer/${encodeURIComponent(payer.clientUserId)}`
const DETAILS = `${PATH}/payment-details`

beforeAll(async () => {
  test = await startTestHost({}, { offramp })
  check = createRefusalCheck(test)
  await test.call('POST', '/v2/payer', { body: payer })
  await test.call('POST', DETAILS, { body: plainAccount })
  await check.rememberRows()
})
afterAll(() => test[Symbol.asyncDispose]())

const told = () => offramp.payers.length + offramp.accounts.length + offramp.agreements.length
const tomorrow = () => new Date(test.clock.now().getTime() + 86_400_000).toISOString().slice(0, 10)
const SECRET = 'TellNobody7788'

describe('An invalid payer is rejected:', () => {
  it.each<[string, object, ...string[]]>([
    ['no id', { clientUserId: undefined }, 'clientUserId required'],
    ['an empty id', { clientUserId: '' }, 'clientUserId too_short'],
    ['a long id', { clientUserId: 'x'.repeat(256) }, 'clientUserId too_long'],
    ['an id with NUL', { clientUserId: 'a\u0000b' }, 'clientUserId control_characters'],
    ['no e-mail', { email: undefined }, 'email required'],
    ['no e-mail address', { email: SECRET }, 'email invalid_email'],
    ['no first name', { firstName: undefined }, 'firstName required'],
    ['an empty first name', { firstName: '' }, 'firstName too_short'],
    ['an empty last name', { lastName: '' }, 'lastName too_short'],
    ['a last name that is not text', { lastName: 7 }, 'lastName invalid_type'],
    ['another kind of payer', { beneficiaryType: 'person' }, 'beneficiaryType invalid_value'],
    ['no sort', { beneficiaryType: undefined }, 'beneficiaryType required'],
    [
      'a business without any data',
      { beneficiaryType: 'business' },
      'companyName required',
      'sourceOfFunds required',
      'businessActivity required',
    ],
    [
      'a business with empty texts',
      { beneficiaryType: 'business', companyName: '', sourceOfFunds: 'x', businessActivity: '' },
      'companyName required',
      'businessActivity required',
    ],
    ['no date of birth', { dateOfBirth: undefined }, 'dateOfBirth required'],
    ['a date in another format', { dateOfBirth: '12.12.1985' }, 'dateOfBirth invalid_date'],
    ['a day that no month has', { dateOfBirth: '1985-02-30' }, 'dateOfBirth invalid_date'],
    ['no street', { addressLine1: undefined }, 'addressLine1 required'],
    ['an empty street', { addressLine1: '' }, 'addressLine1 too_short'],
    ['no city', { city: '' }, 'city too_short'],
    ['no state', { state: undefined }, 'state required'],
    ['no postcode', { postcode: undefined }, 'postcode required'],
    ['a country of three letters', { country: 'PRT' }, 'country invalid_country'],
    ['a country that does not exist', { country: 'ZZ' }, 'country invalid_country'],
    ['a nationality that does not exist', { nationality: 'AA' }, 'nationality invalid_country'],
    ['a phone number of two digits', { phone: '12' }, 'phone invalid_phone'],
    ['a phone number of six digits', { phone: '+351912' }, 'phone invalid_phone'],
    ['a phone number of 16 digits', { phone: '+3519123456789012' }, 'phone invalid_phone'],
    ['no country', { country: undefined }, 'country required'],
    ['a nationality of digits', { nationality: '12' }, 'nationality invalid_country'],
    ['a phone number with a letter', { phone: '+35191234567x' }, 'phone invalid_phone'],
    ['a phone number that begins with zero', { phone: '0912345678' }, 'phone invalid_phone'],
    ['a US resident without an SSN', { country: 'US' }, 'ssn required'],
    ['a US national without an SSN', { nationality: 'us', ssn: undefined }, 'ssn required'],
    ['an array', { firstName: ['Ana'] }, 'firstName invalid_type'],
  ])('an invalid payer is rejected: %s', async (_, members, ...errors) => {
    const before = told()
    const body = { ...payer, clientUserId: 'another', ...members }
    await check.expectRefusal(['POST', '/v2/payer', body], invalid(...errors))
    expect(told()).toBe(before)
  })

  it('a payer with a date of birth in the future is rejected', async () => {
    const body = { ...payer, clientUserId: 'another', dateOfBirth: tomorrow() }
    await check.expectRefusal(['POST', '/v2/payer', body], invalid('dateOfBirth date_in_future'))
  })

  it('a six-year-old payer, and a payer who turns 18 tomorrow, are rejected', async () => {
    const now = test.clock.now()
    const at = (years: number, days: number) => {
      const date = new Date(now.getTime() + days * 86_400_000)
      return `${date.getUTCFullYear() - years}${date.toISOString().slice(4, 10)}`
    }
    for (const dateOfBirth of [at(6, 0), at(18, 1)]) {
      const body = { ...payer, dateOfBirth }
      await check.expectRefusal(['POST', '/v2/payer', body], invalid('dateOfBirth under_age'))
    }
  })

  it('a body that is not an object is rejected', async () => {
    await check.expectRefusal(['POST', '/v2/payer', []], invalid(' invalid_type'))
  })
})

describe('An invalid agreement is rejected:', () => {
  it.each<[string, object, string]>([
    ['an empty agreement', {}, 'agreementCompleted required'],
    ['a text', { agreementCompleted: 'true' }, 'agreementCompleted invalid_type'],
    ['null', { agreementCompleted: null }, 'agreementCompleted invalid_type'],
  ])('an invalid agreement is rejected: %s', async (_, body, error) => {
    await check.expectRefusal(['PATCH', PATH, body], invalid(error))
  })
})

const NO_IBAN = { iban: undefined }
const USD = {
  ...NO_IBAN,
  currency: 'usd',
  accountNumber: '253009233489',
  routingNumber: '026013356',
}
const USD_SWIFT = {
  ...NO_IBAN,
  currency: 'usd',
  rails: 'swift',
  accountNumber: '253009233489',
  swiftBic: 'CHASUS33',
}
const GBP = { ...NO_IBAN, currency: 'gbp', accountNumber: '12345678', sortCode: '20-00-00' }
const GBP_SWIFT = {
  currency: 'gbp',
  rails: 'swift',
  iban: 'GB29 NWBK 6016 1331 9268 19',
  swiftBic: 'NWBKGB2L',
}
const EUR_SWIFT = { rails: 'swift', iban: 'DE89370400440532013000', swiftBic: 'DEUTDEFF' }
const INR = {
  ...NO_IBAN,
  currency: 'inr',
  accountNumber: '00123456789012',
  swiftBic: 'SBININBB',
  ifsc: 'sbin0001234',
}
const AUD = { ...NO_IBAN, currency: 'aud', accountNumber: '123456789', bsbNumber: '062-000' }

describe('A valid bank account is accepted:', () => {
  it.each<[string, object]>([
    ['dollars', USD],
    ['dollars by wire', { ...USD, rails: 'wire', accountType: 'savings' }],
    ['dollars by swift to a number', USD_SWIFT],
    ['dollars by swift to an IBAN', { ...USD_SWIFT, accountNumber: '', iban: plainAccount.iban }],
    ['pounds', GBP],
    ['pounds by swift', GBP_SWIFT],
    ['euros by swift', EUR_SWIFT],
    ['euros by wire', { rails: 'wire' }],
    ['rupees', INR],
    ['rupees by swift', { ...INR, rails: 'swift' }],
    ['another currency', AUD],
    ['a business with an empty date of birth', { beneficiaryType: 'business', dateOfBirth: '' }],
    ['a business without a date of birth', { beneficiaryType: 'business', dateOfBirth: undefined }],
    ['an address in the US', { country: 'us', state: 'CA' }],
  ])('a valid bank account is accepted: %s', async (accountName, members) => {
    const body = { ...plainAccount, ...members, accountName }
    const { status, text } = await test.call('POST', DETAILS, { body })
    expect({ status, text }).toMatchObject({ status: 201 })
  })
})

describe('An invalid bank account is rejected:', () => {
  beforeAll(() => check.rememberRows())

  it.each<[string, object, ...string[]]>([
    ['no bank', { bankName: undefined }, 'bankName required'],
    ['an empty bank', { bankName: '' }, 'bankName too_short'],
    ['no holder', { accountName: undefined }, 'accountName required'],
    ['another kind of holder', { beneficiaryType: 'x' }, 'beneficiaryType invalid_value'],
    ['no currency', { currency: undefined }, 'currency required'],
    ['a currency of four letters', { currency: 'usdc' }, 'currency invalid_currency'],
    ['no street', { addressLine1: '' }, 'addressLine1 too_short'],
    ['no city', { city: undefined }, 'city required'],
    ['no country', { country: undefined }, 'country required'],
    ['no postal code', { postalCode: undefined }, 'postalCode required'],
    ['other rails', { rails: 'sepa' }, 'rails invalid_value'],
    ['another kind of account', { accountType: 'current' }, 'accountType invalid_value'],
    ['a person without a date of birth', { dateOfBirth: undefined }, 'dateOfBirth required'],
    ['a person with an empty date of birth', { dateOfBirth: '' }, 'dateOfBirth required'],
    ['a date in another format', { dateOfBirth: '1990' }, 'dateOfBirth invalid_date'],
    ['an address in the US without a state', { country: 'US' }, 'state required'],
    ['euros without an IBAN', NO_IBAN, 'iban required'],
    ['euros by wire without an IBAN', { ...NO_IBAN, rails: 'wire' }, 'iban required'],
    ['euros by swift without a BIC', { rails: 'swift' }, 'swiftBic required'],
    [
      'euros by swift without any number',
      { ...NO_IBAN, rails: 'swift' },
      'iban required',
      'swiftBic required',
    ],
    ['an IBAN with a wrong digit', { iban: 'PT50000201231234567890155' }, 'iban invalid_iban'],
    ['an IBAN that is too short', { iban: 'DE8937040044053201300' }, 'iban invalid_iban'],
    ['an IBAN from no country', { iban: 'XX89370400440532013000' }, 'iban invalid_iban'],
    ['a BIC of seven letters', { ...EUR_SWIFT, swiftBic: 'DEUTDEF' }, 'swiftBic invalid_bic'],
    ['a BIC from no country', { ...EUR_SWIFT, swiftBic: 'DEUTXXFF' }, 'swiftBic invalid_bic'],
    [
      'dollars without numbers',
      { ...NO_IBAN, currency: 'usd' },
      'accountNumber required',
      'routingNumber required',
    ],
    [
      'dollars by wire without a routing number',
      { ...USD, rails: 'wire', routingNumber: '' },
      'routingNumber required',
    ],
    [
      'a routing number of eight digits',
      { ...USD, routingNumber: '02601335' },
      'routingNumber invalid_routing_number',
    ],
    [
      'a routing number with a wrong checksum',
      { ...USD, routingNumber: '026013357' },
      'routingNumber invalid_routing_number',
    ],
    [
      'a routing number of zeros',
      { ...USD, routingNumber: '000000000' },
      'routingNumber invalid_routing_number',
    ],
    ['dollars by swift without a BIC', { ...USD_SWIFT, swiftBic: undefined }, 'swiftBic required'],
    [
      'dollars by swift without an account number',
      { ...USD_SWIFT, accountNumber: undefined },
      'iban required',
    ],
    ['pounds without a sort code', { ...GBP, sortCode: undefined }, 'sortCode required'],
    ['pounds without a number', { ...GBP, accountNumber: undefined }, 'accountNumber required'],
    ['a sort code of five digits', { ...GBP, sortCode: '20-00-0' }, 'sortCode invalid_sort_code'],
    [
      'a British number of nine digits',
      { ...GBP, accountNumber: '123456789' },
      'accountNumber invalid_account_number',
    ],
    ['pounds by swift without an IBAN', { ...GBP_SWIFT, iban: '' }, 'iban required'],
    ['pounds by swift without a BIC', { ...GBP_SWIFT, swiftBic: '' }, 'swiftBic required'],
    ['rupees without an IFSC', { ...INR, ifsc: undefined }, 'ifsc required'],
    ['rupees without a BIC', { ...INR, swiftBic: undefined }, 'swiftBic required'],
    ['rupees without a number', { ...INR, accountNumber: undefined }, 'accountNumber required'],
    ['an IFSC without its zero', { ...INR, ifsc: 'SBIN1001234' }, 'ifsc invalid_ifsc'],
    [
      'an Indian number with letters',
      { ...INR, accountNumber: '0012345678901X' },
      'accountNumber invalid_account_number',
    ],
    [
      'another currency without an account number',
      { ...AUD, accountNumber: undefined },
      'iban required',
    ],
    ['a BSB of five digits', { ...AUD, bsbNumber: '06200' }, 'bsbNumber invalid_bsb'],
    [
      'a number of other characters',
      { ...AUD, accountNumber: '12_34' },
      'accountNumber invalid_account_number',
    ],
    ['a text with a line break', { bankName: 'Banco\nExemplo' }, 'bankName control_characters'],
  ])('an invalid bank account is rejected: %s', async (_, members, ...errors) => {
    const before = told()
    await check.expectRefusal(
      ['POST', DETAILS, { ...plainAccount, ...members }],
      invalid(...errors),
    )
    expect(told()).toBe(before)
  })

  it('a bank account with a date of birth in the future is rejected', async () => {
    const body = { ...plainAccount, dateOfBirth: tomorrow() }
    await check.expectRefusal(['POST', DETAILS, body], invalid('dateOfBirth date_in_future'))
  })
})

describe('An error response', () => {
  it('an error response repeats no part of the input', async () => {
    const bodies: [string, object][] = [
      [
        '/v2/payer',
        { ...payer, email: SECRET, phone: SECRET, country: SECRET, ssn: `${SECRET}\n` },
      ],
      ['/v2/payer', { ...payer, dateOfBirth: SECRET, beneficiaryType: SECRET }],
      ['/v2/payer', { ...payer, lastName: SECRET }],
      [DETAILS, { ...plainAccount, iban: SECRET, swiftBic: SECRET, rails: SECRET }],
      [
        DETAILS,
        { ...plainAccount, iban: SECRET, swiftBic: SECRET, ifsc: SECRET, sortCode: SECRET },
      ],
      [DETAILS, { ...USD, ...plainAccount, currency: 'usd', routingNumber: SECRET }],
      [`/v2/payer/${SECRET}/payment-details`, plainAccount],
    ]
    for (const [path, body] of bodies) {
      const { status, text } = await test.call('POST', path, { body })
      expect(status).toBeGreaterThanOrEqual(400)
      expect(text.toLowerCase()).not.toContain(SECRET.toLowerCase())
    }
  })
})
