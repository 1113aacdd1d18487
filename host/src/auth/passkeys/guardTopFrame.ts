import { z } from 'zod'
import { PasskeyRefusedError } from './errors.ts'

const clientDataSchema = z.object({ crossOrigin: z.boolean().optional() })

/**
 * Rejects a credential from a frame in a page of another origin: the visitor sees that page, and not the service.
 *
 * @throws PasskeyRefusedError
 */
export function guardTopFrame(clientDataJSON: string): void {
  const text = Buffer.from(clientDataJSON, 'base64url').toString('utf8')
  if (clientDataSchema.parse(JSON.parse(text)).crossOrigin === true) throw new PasskeyRefusedError()
}
