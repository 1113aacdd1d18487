/** A payer from Portugal, as submitted. */
export const plainPayer = {
  clientUserId: 'user-123',
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

/** A bank account in euros; the IBAN is the example of the IBAN registry (SWIFT) for Portugal. */
export const plainAccount = {
  bankName: 'Banco Exemplo',
  accountName: 'Joana Costa',
  beneficiaryType: 'individual',
  currency: 'eur',
  addressLine1: '2 Avenida da Liberdade',
  city: 'Lisboa',
  country: 'PT',
  postalCode: '1250-096',
  dateOfBirth: '1990-03-02',
  iban: 'PT50000201231234567890154',
}
