/** The two kinds of wallet that sign in. The kind decides the first line of the message, and how its signature is checked. */
export type WalletType = 'evm' | 'tron'

/** The message that a wallet signs: the fields of EIP-4361, whose layout Tron wallets receive too. */
export type SignInMessage = {
  walletType: WalletType
  /** Host of the sign-in service, with its port unless it is the scheme's default. */
  domain: string
  /** EIP-55 text, or Tron's base58. */
  address: string
  /** One line of plain ASCII for the person who signs. */
  statement: string
  /** Origin of the sign-in service. */
  uri: string
  chainId: number
  /** At least 8 letters and digits. */
  nonce: string
  /** ISO 8601 in UTC, like `expiresAt`. */
  issuedAt: string
  expiresAt: string
}

/** The kind of account in the first line. */
export const ACCOUNT_NAMES = { evm: 'Ethereum', tron: 'Tron' } as const satisfies Record<
  WalletType,
  string
>

/** The labels of the lines below the statement, in order. */
export const LABELS = [
  'URI',
  'Version',
  'Chain ID',
  'Nonce',
  'Issued At',
  'Expiration Time',
] as const

/** The only version of EIP-4361. */
export const VERSION = '1'

/**
 * Returns whether every field matches EIP-4361's grammar (a time always in UTC, a domain without user information). No field
 * contains a line feed, so that none can forge another line.
 */
export function isSignInMessage(message: SignInMessage): boolean {
  return (
    DOMAIN.test(message.domain) &&
    ADDRESSES[message.walletType].test(message.address) &&
    STATEMENT.test(message.statement) &&
    URI.test(message.uri) &&
    Number.isSafeInteger(message.chainId) &&
    message.chainId > 0 &&
    NONCE.test(message.nonce) &&
    isTime(message.issuedAt) &&
    isTime(message.expiresAt)
  )
}

const DOMAIN = /^[A-Za-z0-9.[\]:_-]{1,255}$/
const ADDRESSES = {
  evm: /^0x[0-9a-fA-F]{40}$/,
  tron: /^T[1-9A-HJ-NP-Za-km-z]{33}$/,
} as const satisfies Record<WalletType, RegExp>
/** The reserved and unreserved characters of RFC 3986, and the space. */
const STATEMENT = /^[A-Za-z0-9\-._~:/?#[\]@!$&'()*+,;= ]{1,1000}$/
const URI = /^https?:\/\/[A-Za-z0-9\-._~:/?#[\]@!$&'()*+,;=%]{1,2000}$/
const NONCE = /^[A-Za-z0-9]{8,128}$/
const TIME = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d{1,9})?Z$/

function isTime(text: string): boolean {
  return TIME.test(text) && !Number.isNaN(Date.parse(text))
}
