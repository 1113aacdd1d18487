import { expect, test } from 'vitest'
import { fakeForm } from '../../testing/fakeForm.ts'
import { en } from '../../text/en.ts'
import { type Binding, readClientIdForm } from './readClientIdForm.ts'

/** The ERC-7930 checksum of this wallet on chain 8453, as in the README's example. */
const DESTINATION =
  '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266@eip155:8453#5A431E5E:0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913'
const OWN = '01KB4T3F6V3M2N5P7R9T0W1X2Y'
const FEE_ADDRESS = '0x742d35Cc6634C0532925a3b844Bc454e4438f44e'

const base = { label: ' Web shop ', allowedDomains: 'shop.example.com' }

function read(
  values: Readonly<Record<string, string>>,
  options: {
    isBackend?: boolean
    binding?: Binding
    keepsBinding?: boolean
    takesFee?: boolean
  } = {},
) {
  const { isBackend = false, binding = 'none', keepsBinding = false, takesFee = false } = options
  return readClientIdForm(fakeForm({ ...base, ...values }), {
    isBackend,
    binding,
    keepsBinding,
    takesFee,
    ownDestinationId: OWN,
    text: en,
  })
}

test('An empty choice is sent as null, so that an edit unsets it', () => {
  expect(read({ feePercentage: '5', feeAddress: FEE_ADDRESS, payeeDestinationId: 'x' })).toEqual({
    fields: {},
    body: {
      label: 'Web shop',
      allowedDomains: ['https://shop.example.com'],
      feePercentage: null,
      feeAddress: null,
      feeBearer: null,
      payeeDestinationId: null,
      allowAnyPayee: false,
    },
  })
})

test('The form allows any payee only when the merchant chooses it, and then binds no destination', () => {
  expect(read({}, { binding: 'any' }).body).toMatchObject({
    payeeDestinationId: null,
    allowAnyPayee: true,
  })
  expect(read({}, { binding: 'none' }).body.allowAnyPayee).toBe(false)
})

test('A backend client ID has no domains', () => {
  expect(read({ allowedDomains: 'x' }, { isBackend: true, binding: 'own' })).toEqual({
    fields: {},
    body: {
      label: 'Web shop',
      feePercentage: null,
      feeAddress: null,
      feeBearer: null,
      payeeDestinationId: OWN,
      allowAnyPayee: false,
    },
  })
})

test('The form binds the wallet’s own route by its record’s id', () => {
  expect(read({}, { binding: 'own' }).body.payeeDestinationId).toBe(OWN)
})

test('Another destination must be valid, including its checksum', () => {
  const other = (payeeDestinationId: string) => read({ payeeDestinationId }, { binding: 'other' })
  expect(other(DESTINATION)).toMatchObject({
    fields: {},
    body: { payeeDestinationId: DESTINATION },
  })
  for (const wrong of ['', DESTINATION.replace('5A431E5E', '00000000'), '0xf39F']) {
    expect(other(wrong).fields).toEqual({ payeeDestinationId: en.clientIds.destinationInvalid })
  }
})

test.each([
  ['0', true],
  ['1.5', true],
  ['100', true],
  ['100.00', true],
  ['100.01', false],
  ['1.555', false],
  ['-1', false],
  ['1,5', false],
  ['', false],
])('A fee of %j percent is accepted: %j', (feePercentage, isTaken) => {
  const { fields } = read({ feePercentage, feeAddress: FEE_ADDRESS }, { takesFee: true })
  expect(fields).toEqual(isTaken ? {} : { feePercentage: en.clientIds.feePercentageInvalid })
})

test.each([
  ['', null],
  ['payer', 'payer'],
  ['payee', 'payee'],
])('The choice %j of a fee’s bearer is sent as %j', (feeBearer, expected) => {
  const fee = { feePercentage: '1', feeAddress: FEE_ADDRESS, feeBearer }
  expect(read(fee, { takesFee: true }).body.feeBearer).toBe(expected)
})

test('A fee needs an address', () => {
  expect(read({ feePercentage: '1', feeAddress: '' }, { takesFee: true }).fields).toEqual({
    feeAddress: en.clientIds.feePairNeeded,
  })
})

test('The form reports all errors at once', () => {
  const { fields } = read({ label: ' ', allowedDomains: '' }, { binding: 'other', takesFee: true })
  expect(Object.keys(fields).sort()).toEqual([
    'allowedDomains',
    'feeAddress',
    'feePercentage',
    'label',
    'payeeDestinationId',
  ])
})
