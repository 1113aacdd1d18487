import type { Answer } from './callApi.ts'
import type { TestHost } from './testHost.ts'

/** The response to a challenge request; a client sends back everything except `expiresAt`. */
export type WalletChallenge = {
  challengeId: string
  nonce: string
  message: string
  expiresAt: string
}

const CHALLENGE = '/v1/auth/wallet/challenge'
const VERIFY = '/v1/auth/wallet/verify'

type Place = Pick<TestHost, 'call'>

/** Requests a challenge and returns the response, regardless of its status. */
export function askForChallenge(
  { call }: Place,
  body: unknown,
  headers: Record<string, string> = {},
): Promise<Answer> {
  return call('POST', CHALLENGE, { anonymous: true, body, headers })
}

/** Gets a challenge for an address. */
export async function getChallenge(
  place: Place,
  body: { address: string; chainId?: number },
): Promise<WalletChallenge> {
  const answer = await askForChallenge(place, body)
  if (answer.status === 201) return answer.json as WalletChallenge
  throw new Error(`No challenge: ${answer.status} ${answer.text}`)
}

/** Sends a challenge back with a signature. */
export function verify(
  { call }: Place,
  { challengeId, nonce, message }: Pick<WalletChallenge, 'challengeId' | 'nonce' | 'message'>,
  signature: string,
  headers: Record<string, string> = {},
): Promise<Answer> {
  const body = { challengeId, nonce, message, signature }
  return call('POST', VERIFY, { anonymous: true, body, headers })
}

/** Returns a rejection without the members that differ in every call. */
export function refusalOf({ status, json }: Answer): unknown {
  const { requestId: _, ...body } = json
  return { status, body }
}
