/**
 * Personal data in which every text is unique, so any occurrence elsewhere is a leak. Numbers are valid: they have the required checksums.
 */
export type PlantedPayer = {
  /** The merchant's own id: the only text that responses and webhooks contain. */
  clientUserId: string
  /** The payer in the format of `POST /v2/payer`. */
  payer: Readonly<Record<string, string>>
  /** The bank account in the format of `POST /v2/payer/{clientUserId}/payment-details`. */
  account: Readonly<Record<string, string>>
  /** Every text that must not be found, except `clientUserId`. */
  secrets: readonly string[]
}

/** Plants a payer; `mark` is unique letters and digits. */
export function plantPayer(mark: string): PlantedPayer {
  const digits = digitsOf(mark)
  const payer = {
    clientUserId: `${mark}id@planted.example.test`,
    email: `${mark}mail@planted.example.test`,
    firstName: `${mark}first`,
    lastName: `${mark}last`,
    beneficiaryType: 'business',
    companyName: `${mark}company`,
    sourceOfFunds: `${mark}funds`,
    businessActivity: `${mark}activity`,
    dateOfBirth: '1931-03-29',
    addressLine1: `${mark}street`,
    addressLine2: `${mark}floor`,
    city: `${mark}city`,
    state: `${mark}state`,
    postcode: `${mark}code`,
    country: 'US',
    nationality: 'US',
    phone: `+1${digits}`,
    ssn: `${mark}ssn`,
  }
  const account = {
    bankName: `${mark}bank`,
    accountName: `${mark}holder`,
    beneficiaryType: 'individual',
    currency: 'usd',
    addressLine1: `${mark}bankstreet`,
    addressLine2: `${mark}bankfloor`,
    city: `${mark}bankcity`,
    state: `${mark}bankstate`,
    country: 'US',
    postalCode: `${mark}bankcode`,
    dateOfBirth: '1932-04-30',
    accountNumber: `7${digits}`,
    routingNumber: '026013356',
    documentNumber: `${mark}document`,
    documentType: `${mark}documenttype`,
    iban: formatIban(`BANK${mark.slice(0, 4)}${digits}`),
    swiftBic: 'BANKPTPL',
    branchCode: `9${digits}`,
  }
  const { clientUserId, ...particulars } = payer
  const secrets = [...Object.values(particulars), ...Object.values(account)].filter(isTelling)
  return { clientUserId, payer, account, secrets }
}

/** Returns the texts that another text contains, unchanged or in another form: in any case, escaped or encoded. */
export function findPlanted(secrets: readonly string[], haystack: string): string[] {
  const text = haystack.toLowerCase()
  return secrets.filter((secret) => spellingsOf(secret).some((one) => text.includes(one)))
}

/** Returns whether a text identifies a person on its own, unlike a text that many people share. */
function isTelling(text: string): boolean {
  return text.length > MAX_COMMON_LENGTH && text !== 'individual'
}

const MAX_COMMON_LENGTH = 8

function spellingsOf(secret: string): string[] {
  const bytes = Buffer.from(secret)
  // The last characters are left out, because they depend on the bytes that follow.
  const encoded = bytes.toString('base64').replace(/.{0,3}={0,2}$/, '')
  return [
    secret,
    encodeURIComponent(secret),
    JSON.stringify(secret).slice(1, -1),
    bytes.toString('hex'),
    encoded,
  ].map((spelling) => spelling.toLowerCase())
}

/** Derives ten digits from a text; the first is not zero. */
function digitsOf(text: string): string {
  let sum = 7n
  for (const byte of Buffer.from(text)) sum = (sum * 257n + BigInt(byte)) % 9_000_000_000n
  return String(sum + 1_000_000_000n)
}

/** Returns a British IBAN of ISO 13616 with the check digits of ISO 7064 MOD 97-10: four letters and 14 digits. */
function formatIban(text: string): string {
  const letters = text
    .replaceAll(/[^A-Z]/g, '')
    .padEnd(4, 'X')
    .slice(0, 4)
  const digits = text.replaceAll(/\D/g, '').padStart(14, '0').slice(-14)
  const rearranged = `${letters}${digits}GB00`
  const number = [...rearranged].map((one) => Number.parseInt(one, 36)).join('')
  const check = 98n - (BigInt(number) % 97n)
  return `GB${String(check).padStart(2, '0')}${letters}${digits}`
}
