import { z } from 'zod'
import { PasskeyRefusedError } from './errors.ts'

/** The members of a browser's client data that count (WebAuthn Level 3, section 5.8.1). */
const clientDataSchema = z.object({
  type: z.string(),
  challenge: z.string(),
  origin: z.string(),
  crossOrigin: z.boolean().optional(),
  topOrigin: z.string().optional(),
})

/**
 * Guards the client data that a browser signs: the ceremony, the challenge and the origin. Also rejects a credential from a frame in a page
 * of another origin: the visitor sees that page, and not the service.
 *
 * @throws PasskeyRefusedError, or the parser's error for other data
 */
export function guardClientData(
  clientDataJSON: string,
  expected: { type: 'webauthn.create' | 'webauthn.get'; challenge: string; origin: string },
): void {
  const text = Buffer.from(clientDataJSON, 'base64url').toString('utf8')
  const data = clientDataSchema.parse(JSON.parse(text))
  const { type, challenge, origin, crossOrigin = false, topOrigin } = data
  if (type !== expected.type) throw new PasskeyRefusedError()
  if (challenge !== expected.challenge) throw new PasskeyRefusedError()
  if (origin !== expected.origin) throw new PasskeyRefusedError()
  if (crossOrigin || topOrigin !== undefined) throw new PasskeyRefusedError()
}
