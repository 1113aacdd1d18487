import { z } from 'zod'
import { openHttpPool } from '../outgoing/openHttpPool.ts'
import { KmsError } from './errors.ts'
import type { Kms } from './kms.ts'

const TIMEOUT_MS = 10_000
const MAX_BYTES = 1_000_000
const SEALED = /^vault:v\d+:/

/** Vault's response to a batch; an item that failed has an error in place of its text. */
const answerSchema = z.object({
  data: z.object({
    batch_results: z.array(
      z.object({ plaintext: z.base64().optional(), error: z.string().optional() }),
    ),
  }),
})
const errorSchema = z.object({ errors: z.array(z.string()) })

/** Opens the transit engine of HashiCorp Vault, or of OpenBao, over HTTP. Nothing is sent before the first call. */
export function openVault({
  url,
  token,
  transitKey,
}: {
  url: string
  token: string
  transitKey: string
}): Kms {
  const { host } = new URL(url)
  const refuse = (reason: string, cause?: unknown) => new KmsError({ host, reason, cause })
  return {
    isSealed: (value) => SEALED.test(value),
    async decrypt(ciphertexts) {
      await using pool = openHttpPool(url, { maxBytes: MAX_BYTES })
      const call = {
        method: 'POST',
        path: `/v1/transit/decrypt/${transitKey}`,
        headers: { 'x-vault-token': token, 'content-type': 'application/json' },
        body: JSON.stringify({ batch_input: ciphertexts.map((ciphertext) => ({ ciphertext })) }),
      } as const
      const answer = await pool
        .send(call, AbortSignal.timeout(TIMEOUT_MS))
        .catch((cause: unknown) => {
          throw refuse('it does not respond', cause)
        })
      const errors = errorSchema.safeParse(answer.json)
      if (errors.success) throw refuse(`status ${answer.status}, ${errors.data.errors.join('; ')}`)
      const read = answerSchema.safeParse(answer.json)
      if (!read.success) throw refuse(`status ${answer.status}, with another body than Vault's`)
      const results = read.data.data.batch_results
      if (results.length !== ciphertexts.length) throw refuse('the response has too few values')
      return results.map(({ plaintext, error }) => {
        if (plaintext === undefined) throw refuse(error ?? 'a value is missing')
        return Buffer.from(plaintext, 'base64').toString('utf8')
      })
    },
  }
}
