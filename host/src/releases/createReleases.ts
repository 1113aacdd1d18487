import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Context } from '../context.ts'
import { preparedRead, TEXT } from '../db/preparedRead.ts'
import type { Build, ReleaseKind } from './build.ts'
import { readBuildFiles } from './readBuildFiles.ts'

/** The scripts for pages of this and of earlier releases, in the database that all hosts share. */
export type Releases = {
  /** Stores a build once; resolves when any other host can serve it, or when it cannot be stored now. Never rejects. */
  keep(build: Build): Promise<void>
  /** Returns a stored file as Brotli, by its path (`widget/0.1.0-0a1b2c3d/flow-1.js`); null if it is not stored. */
  find(path: string): Promise<Buffer | null>
}

/**
 * The number of kept releases of each kind. A page that is older than this many releases reports an update and must be reloaded.
 */
export const MAX_KEPT = 20
/** The maximum size of a build that is stored, in compressed bytes. */
const MAX_BUILD_BYTES = 4 * 1_024 * 1_024
/** The size limit of cached files of other releases, in compressed bytes. */
const MAX_CACHED_BYTES = 8 * 1_024 * 1_024
/** The maximum number of lookups of unknown files per host and second. */
const MAX_UNKNOWN_SEARCHES = 20
/** The minimum interval between reads of all stored paths, which the host needs if more unknown files are requested. */
const LISTED_MS = 1_000
/** The maximum time that a page waits for a database that does not respond. */
const MAX_WAIT_MS = 2_000

const selectFiles = preparedRead((kysely) =>
  kysely
    .selectFrom('release_files')
    .select(['content', 'digest'])
    .where('path', '=', TEXT)
    .compile(),
)

/** Returns the digest of a stored file under the hosts' key. */
export function signFile(
  sealer: Pick<Context['sealer'], 'digest'>,
  { path, content }: { path: string; content: string },
): string {
  return sealer.digest('release', `${path}\n${content}`)
}

/**
 * Opens the stored releases. Each file has a digest with the hosts' own key (PAY_ENCRYPTION_KEY), so a script that was changed in the
 * database is not served.
 */
export function createReleases(
  context: Pick<Context, 'db' | 'log' | 'sealer'>,
  nowMs: () => number = () => performance.now(),
): Releases {
  const { db, log, sealer } = context
  const mayBeKept = createPathGuard(db, nowMs)
  const keeping = new Map<string, Promise<void>>()
  const cache = createCache()
  const sign = (path: string, content: string) => signFile(sealer, { path, content })
  return {
    async keep(build) {
      const known = keeping.get(build.id)
      const kept =
        known ??
        storeBuild(context, build, sign).catch((error: unknown) => {
          keeping.delete(build.id)
          log.warn({ err: error, release: build.id }, 'Did not store the release')
        })
      keeping.set(build.id, kept)
      await Promise.race([kept, delay(MAX_WAIT_MS, undefined, { ref: false })])
    },
    async find(path) {
      const cached = cache.get(path)
      if (cached !== undefined) return cached
      if (!(await mayBeKept(path))) return null
      const rows = await selectFiles(db, path)
      const row = rows.find(({ content, digest }) => sign(path, content) === digest)
      if (row === undefined) {
        if (rows.length > 0) log.error({ path }, 'Rejected a stored file that was modified')
        return null
      }
      const bytes = Buffer.from(row.content, 'base64')
      cache.add(path, bytes)
      return bytes
    },
  }
}

/**
 * Returns whether a file is worth a database lookup. Anyone can request names that do not exist, so caching the result of each would be
 * useless. Above a number of lookups per second, the host decides from a list of all stored files that is at most a second old.
 */
function createPathGuard(
  { kysely }: Pick<Context['db'], 'kysely'>,
  nowMs: () => number,
): (path: string) => Promise<boolean> {
  let searches = { sinceMs: 0, count: 0 }
  let listed: { atMs: number; paths: Promise<ReadonlySet<string>> } | null = null
  const list = async () => {
    const rows = await kysely.selectFrom('release_files').select('path').execute()
    return new Set(rows.map(({ path }) => path))
  }
  return async (path) => {
    const now = nowMs()
    if (now - searches.sinceMs >= 1_000) searches = { sinceMs: now, count: 0 }
    searches.count += 1
    if (searches.count <= MAX_UNKNOWN_SEARCHES) return true
    if (listed === null || now - listed.atMs >= LISTED_MS) listed = { atMs: now, paths: list() }
    return (await listed.paths).has(path)
  }
}

async function storeBuild(
  { db, log }: Pick<Context, 'db' | 'log'>,
  build: Build,
  sign: (path: string, content: string) => string,
): Promise<void> {
  const files = await readBuildFiles(build)
  const bytes = files.reduce((sum, { content }) => sum + content.length, 0)
  if (bytes > MAX_BUILD_BYTES) {
    log.warn(
      { release: build.id, bytes, limit: MAX_BUILD_BYTES },
      'Did not store the release: it is too large',
    )
    return
  }
  const rows = files.map(({ path, content }) => {
    const text = content.toString('base64')
    return { path, release_id: build.id, content: text, digest: sign(path, text) }
  })
  await db.transaction(async (tx) => {
    const [last] = await tx
      .selectFrom('releases')
      .select(['id', 'position'])
      .where('kind', '=', build.kind)
      .orderBy('position', 'desc')
      .limit(1)
      .execute()
    if (last?.id !== build.id) {
      const position = (last?.position ?? 0) + 1
      await tx
        .insertInto('releases')
        .values({ id: build.id, kind: build.kind, position })
        .onConflict((conflict) => conflict.column('id').doUpdateSet({ position }))
        .execute()
    }
    // Rewrites a file whose digest differs, because its content or the hosts' key has changed.
    await tx
      .insertInto('release_files')
      .values(rows)
      .onConflict((conflict) =>
        conflict
          .columns(['path', 'release_id'])
          .doUpdateSet({
            content: sql.ref('excluded.content'),
            digest: sql.ref('excluded.digest'),
          })
          .where('release_files.digest', '!=', sql.ref<string>('excluded.digest')),
      )
      .execute()
    await dropOld(tx, build.kind)
  })
}

async function dropOld(tx: Context['db']['kysely'], kind: ReleaseKind): Promise<void> {
  const old = await tx
    .selectFrom('releases')
    .select('id')
    .where('kind', '=', kind)
    .orderBy('position', 'desc')
    .orderBy('id')
    .offset(MAX_KEPT)
    .limit(MAX_KEPT)
    .execute()
  if (old.length === 0) return
  const ids = old.map(({ id }) => id)
  await tx.deleteFrom('release_files').where('release_id', 'in', ids).execute()
  await tx.deleteFrom('releases').where('id', 'in', ids).execute()
}

/** Creates a cache of files, which removes its oldest entry first. */
function createCache(): {
  get(path: string): Buffer | undefined
  add(path: string, bytes: Buffer): void
} {
  const files = new Map<string, Buffer>()
  let size = 0
  return {
    get: (path) => files.get(path),
    add(path, bytes) {
      if (files.has(path)) return
      files.set(path, bytes)
      size += bytes.length
      for (const [oldest, { length }] of files) {
        if (size <= MAX_CACHED_BYTES) break
        files.delete(oldest)
        size -= length
      }
    },
  }
}
