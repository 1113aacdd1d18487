/**
 * Personal data whose every text occurs nowhere else, so that wherever one of them turns up it leaked. Numbers are valid: they have
 * the checksums that are asked for.
 */
export type PlantedPayer = {
  /** The merchant's own id: the one text that answers and webhooks tell. */
  clientUserId: string
  /** As `POST /v2/payer` takes it. */
  payer: Readonly<Record<string, string>>
  /** As `POST /v2/payer/{clientUserId}/payment-details` takes it. */
  account: Readonly<Record<string, string>>
  /** Everything that must not be found, `clientUserId` left out. */
  secrets: readonly string[]
}

/** Plants a payer; `mark` is letters and digits that occur nowhere else. */
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

/** Those of some texts that another one holds, as they are or as they may be written: in any case, escaped or encoded. */
export function findPlanted(secrets: readonly string[], haystack: string): string[] {
  const text = haystack.toLowerCase()
  return secrets.filter((secret) => spellingsOf(secret).some((one) => text.includes(one)))
}

/** What says something about a person by itself, and does not stand for half of mankind. */
function isTelling(text: string): boolean {
  return text.length > MAX_COMMON_LENGTH && text !== 'individual'
}

const MAX_COMMON_LENGTH = 8

function spellingsOf(secret: string): string[] {
  const bytes = Buffer.from(secret)
  // Without the last characters, which depend on what follows.
  const encoded = bytes.toString('base64').replace(/.{0,3}={0,2}$/, '')
  return [
    secret,
    encodeURIComponent(secret),
    JSON.stringify(secret).slice(1, -1),
    bytes.toString('hex'),
    encoded,
  ].map((spelling) => spelling.toLowerCase())
}

/** Ten digits that follow from a text; the first is not zero. */
function digitsOf(text: string): string {
  let sum = 7n
  for (const byte of Buffer.from(text)) sum = (sum * 257n + BigInt(byte)) % 9_000_000_000n
  return String(sum + 1_000_000_000n)
}

/** A British IBAN of ISO 13616 with the check digits of ISO 7064 MOD 97-10: four letters and 14 digits. */
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
