import type { Context } from '../context.ts'
import { preparedRead, TEXT } from '../db/preparedRead.ts'

/** Reads a logo by its id, if it exists. */
export const selectLogo = preparedRead((kysely) =>
  kysely.selectFrom('logos').select(['type', 'content']).where('id', '=', TEXT).compile(),
)

/** Returns a stored logo's bytes for a PDF, which shows PNG and JPEG images; null for another type, or if there is none. */
export async function readLogoBytes(
  { db }: Pick<Context, 'db'>,
  id: string,
): Promise<Uint8Array | null> {
  const [found] = await selectLogo(db, id)
  if (found === undefined || found.type === 'image/webp') return null
  return new Uint8Array(Buffer.from(found.content, 'base64'))
}
