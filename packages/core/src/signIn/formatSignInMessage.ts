import { MalformedValueError } from '../errors.ts'
import { ACCOUNT_NAMES, isSignInMessage, type SignInMessage, VERSION } from './signInMessage.ts'

/**
 * Formats the text that a wallet signs to sign in. It has the lines of EIP-4361 in their order, separated by line feeds, without a trailing
 * line feed. Tron wallets receive the same lines with a different first line.
 *
 * @throws MalformedValueError when a field does not fit on its line
 */
export function formatSignInMessage(message: SignInMessage): string {
  if (!isSignInMessage(message)) {
    throw new MalformedValueError({
      what: 'A sign-in message',
      expected: 'made of fields that EIP-4361 allows',
      actual: message.domain,
    })
  }
  return [
    `${message.domain} wants you to sign in with your ${ACCOUNT_NAMES[message.walletType]} account:`,
    message.address,
    '',
    message.statement,
    '',
    `URI: ${message.uri}`,
    `Version: ${VERSION}`,
    `Chain ID: ${message.chainId}`,
    `Nonce: ${message.nonce}`,
    `Issued At: ${message.issuedAt}`,
    `Expiration Time: ${message.expiresAt}`,
  ].join('\n')
}
