import { type Check, list, mapOf, number, shape, text } from '../../answer.ts'
import type { WalletConnectSession } from './signClient.ts'

/** A limit above the number of accounts that any wallet has on all chains together. */
const MAX_ACCOUNTS = 1_000
const MAX_METHODS = 200

/** The wallet’s own description; it is ignored if it is not text, because that does not justify rejecting the wallet. */
const word: Check<string> = (value) => (typeof value === 'string' ? value : '')

const metadata: Check<WalletConnectSession['peer']['metadata']> = (value) => {
  const { name, redirect } = Object(value)
  return { name: word(name, ''), redirect: { native: word(Object(redirect).native, '') } }
}

const session = shape({
  topic: text,
  expiry: number,
  namespaces: mapOf(
    shape({ accounts: list(text, MAX_ACCOUNTS), methods: list(text, MAX_METHODS) }),
  ),
  peer: (value: unknown) => ({ metadata: metadata(Object(value).metadata, '') }),
})

/** Reads a session from the network; the wallet’s own fields in it are untrusted. Returns null if the session cannot be used. */
export function readSession(value: unknown): WalletConnectSession | null {
  try {
    return session(value, '')
  } catch {
    return null
  }
}
