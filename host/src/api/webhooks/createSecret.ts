import type { Context } from '../../context.ts'

const SECRET_BYTES = 32

/** Creates a new signing secret: `shown` to the merchant only in this response, `sealed` for the row. */
export function createSecret({ random, sealer }: Pick<Context, 'random' | 'sealer'>): {
  shown: string
  sealed: string
} {
  const shown = Buffer.from(random(SECRET_BYTES)).toString('hex')
  return { shown, sealed: sealer.seal('webhook_secret', shown) }
}
