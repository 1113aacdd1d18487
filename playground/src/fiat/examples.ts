/** A form's values by field name. */
export type FormValues = Readonly<Record<string, string>>

/** A filled form, and the sandbox's result for that form. */
export type Example = {
  readonly label: string
  readonly outcome: string
  readonly values: FormValues
}

const ANA: FormValues = {
  firstName: 'Ana',
  lastName: 'Silva',
  email: 'ana@example.test',
  phone: '+351912345678',
  dateOfBirth: '1985-12-12',
  nationality: 'PT',
  addressLine1: '1 Rua Augusta',
  city: 'Lisboa',
  state: 'Lisboa',
  postcode: '1100-048',
  country: 'PT',
  ssn: '',
}

/** Payers; the last name selects the sandbox's result. */
export const payerExamples: readonly Example[] = [
  { label: 'Approved', outcome: 'The check approves after a few seconds.', values: ANA },
  {
    label: 'Rejected',
    outcome: 'The check rejects this payer permanently.',
    values: { ...ANA, lastName: 'Rejected' },
  },
  {
    label: 'Fails once',
    outcome: 'The check fails the first time, and approves when the payer is submitted again.',
    values: { ...ANA, lastName: 'Failed' },
  },
  {
    label: 'Stays pending',
    outcome: 'The check waits for your decision on its page.',
    values: { ...ANA, lastName: 'Pending' },
  },
]

const JOANA: FormValues = {
  bankName: 'Banco Exemplo',
  accountName: 'Joana Costa',
  currency: 'eur',
  dateOfBirth: '1990-03-02',
  addressLine1: '2 Avenida da Liberdade',
  city: 'Lisboa',
  state: '',
  postalCode: '1250-096',
  country: 'PT',
  iban: 'PT50000201231234567890154',
  accountNumber: '',
  routingNumber: '',
  sortCode: '',
}

/** Bank accounts; the bank's name selects the sandbox's result before the payment, and the holder's name after it. */
export const accountExamples: readonly Example[] = [
  { label: 'Arrives', outcome: 'The money arrives.', values: JOANA },
  {
    label: 'Bounces once',
    outcome: 'The bank sends the money back once, then accepts it.',
    values: { ...JOANA, accountName: 'Joana Bounce' },
  },
  {
    label: 'Sent again',
    outcome: 'The transfer fails once, and the provider sends the money again.',
    values: { ...JOANA, accountName: 'Joana Retry' },
  },
  {
    label: 'Returned',
    outcome: 'The bank returns the money permanently: the payment fails.',
    values: { ...JOANA, accountName: 'Joana Return' },
  },
  {
    label: 'Fails',
    outcome: 'The payout fails before the money reaches the bank.',
    values: { ...JOANA, accountName: 'Joana Fail' },
  },
  {
    label: 'Refused account',
    outcome: 'The bank has no such account.',
    values: { ...JOANA, bankName: 'Banco Reject' },
  },
  {
    label: 'Check never ends',
    outcome: 'The account check stays pending.',
    values: { ...JOANA, bankName: 'Banco Pending' },
  },
]
