import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createFakeOfframp } from '../support/fakeOfframp.ts'
import { startTestHost, type TestHost } from '../support/testHost.ts'

const offramp = createFakeOfframp()
let test: TestHost
beforeAll(async () => {
  test = await startTestHost({}, { offramp })
})
afterAll(() => test[Symbol.asyncDispose]())

const PAYER = {
  clientUserId: 'ana+1@example.test',
  email: 'ana@example.test',
  firstName: 'Ana',
  lastName: 'Silva',
  beneficiaryType: 'individual',
  dateOfBirth: '1985-12-12',
  addressLine1: '1 Rua Augusta',
  city: 'Lisboa',
  state: 'Lisboa',
  postcode: '1100-048',
  country: 'PT',
  nationality: 'PT',
  phone: '+351912345678',
  ssn: '',
}

describe('smoke', () => {
  it('works', async () => {
    const a = await test.call('POST', '/v2/payer', { body: PAYER })
    console.log(a.status, a.text)
    const b = await test.call('GET', `/v2/payer/${encodeURIComponent(PAYER.clientUserId)}`)
    console.log(b.status, b.text)
    const c = await test.call(
      'POST',
      `/v2/payer/${encodeURIComponent(PAYER.clientUserId)}/payment-details`,
      {
        body: {
          bankName: 'Banco Exemplo',
          accountName: 'Joana Costa',
          beneficiaryType: 'individual',
          currency: 'EUR',
          addressLine1: '2 Avenida da Liberdade',
          city: 'Lisboa',
          country: 'pt',
          postalCode: '1250-096',
          dateOfBirth: '1990-03-02',
          iban: 'pt50 0002 0123 1234 5678 9015 4',
        },
      },
    )
    console.log(c.status, c.text)
    const d = await test.call(
      'GET',
      `/v2/payer/${encodeURIComponent(PAYER.clientUserId)}/payment-details`,
    )
    console.log(d.status, d.text)
    const e = await test.call('PATCH', `/v2/payer/${encodeURIComponent(PAYER.clientUserId)}`, {
      body: { agreementCompleted: true },
    })
    console.log(e.status, e.text, offramp.agreements)
    expect(a.status).toBe(200)
  })
})
