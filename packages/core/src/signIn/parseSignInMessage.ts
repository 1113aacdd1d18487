import {
  ACCOUNT_NAMES,
  isSignInMessage,
  LABELS,
  type SignInMessage,
  VERSION,
} from './signInMessage.ts'

/**
 * Parses a text from {@link formatSignInMessage}; `null` for any other text, even if only one character differs. A page uses it to show and
 * check the text before a wallet signs it. A service never relies on this parser: it compares the text with the stored one.
 */
export function parseSignInMessage(text: string): SignInMessage | null {
  if (text.length > MAX_LENGTH) return null
  const [first = '', address = '', blank, statement = '', secondBlank, ...rest] = text.split('\n')
  const opening = FIRST_LINE.exec(first)
  const values = readLabelled(rest)
  if (opening === null || values === null || blank !== '' || secondBlank !== '') return null
  const [uri, version, chainId, nonce, issuedAt, expiresAt] = values
  if (version !== VERSION || !CHAIN_ID.test(chainId)) return null
  const message: SignInMessage = {
    walletType: opening[2] === ACCOUNT_NAMES.tron ? 'tron' : 'evm',
    domain: opening[1] ?? '',
    address,
    statement,
    uri,
    chainId: Number(chainId),
    nonce,
    issuedAt,
    expiresAt,
  }
  return isSignInMessage(message) ? message : null
}

const MAX_LENGTH = 5_000
const FIRST_LINE = /^(\S+) wants you to sign in with your (Ethereum|Tron) account:$/
const CHAIN_ID = /^[1-9]\d{0,15}$/

type Values = [string, string, string, string, string, string]

function readLabelled(lines: readonly string[]): Values | null {
  if (lines.length !== LABELS.length) return null
  const [uri = '', version = '', chainId = '', nonce = '', issuedAt = '', expiresAt = ''] =
    LABELS.map((label, index) => {
      const line = lines[index] ?? ''
      return line.startsWith(`${label}: `) ? line.slice(label.length + 2) : ''
    })
  return [uri, version, chainId, nonce, issuedAt, expiresAt]
}
