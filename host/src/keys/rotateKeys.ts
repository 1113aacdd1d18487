import { sql } from 'kysely'
import type { Context } from '../context.ts'
import type { Tx } from '../db/openDatabase.ts'
import { signFile } from '../releases/createReleases.ts'
import { CHECK_SETTING, checkOf, createSealer, KEY_SETTING, type Sealer } from '../sealer.ts'
import { RotationRefusedError } from './errors.ts'
import { SEALED_TABLES, type SealedTable } from './sealedColumns.ts'

/** The counts of a rotation. With `unreadable` values, the rotation is not complete, and no host starts. */
export type Rotated = { changed: number; current: number; unreadable: number }

type RotateContext = Pick<Context, 'db' | 'now' | 'random'>
type Row = Record<string, string | null>

/** The rows of one transaction. */
const ROWS_A_BATCH = 200
/** The prefix of the check while a rotation runs; it equals no key's check, so no host starts. */
const ROTATING = 'rotating:'

/**
 * Seals every value again with the new key, in batches, then reads all of them once more and makes the new key the database's. An interrupted
 * rotation continues with the next call. Every host must be stopped.
 *
 * @throws RotationRefusedError
 */
export async function rotateKeys(
  context: RotateContext,
  keys: { encryptionKey: string | null; formerEncryptionKeys: readonly string[] },
): Promise<Rotated> {
  if (keys.encryptionKey === null) throw new RotationRefusedError('no_key')
  const current = createSealer(context, keys.encryptionKey)
  const own = await readSetting(context, KEY_SETTING)
  const former = [...keys.formerEncryptionKeys, ...(own === null ? [] : [own])]
  const sealers = { current, former: former.map((key) => createSealer(context, key)) }
  await begin(context, sealers)
  const first = await pass(context, sealers)
  const second = await pass(context, sealers)
  if (second.unreadable > 0) return { ...first, unreadable: second.unreadable }
  if (second.changed > 0) throw new RotationRefusedError('values')
  await signReleases(context, sealers)
  await finish(context, current)
  return first
}

type Sealers = { current: Sealer; former: readonly Sealer[] }

/** Marks the rotation, unless one has begun with this key or is complete. */
async function begin({ db, now }: RotateContext, { current, former }: Sealers): Promise<void> {
  const target = checkOf(current)
  await db.transaction(async (tx) => {
    const { value } = (await tx
      .selectFrom('settings')
      .select('value')
      .where('name', '=', CHECK_SETTING)
      .executeTakeFirst()) ?? { value: target }
    const leases = await tx
      .selectFrom('leases')
      .select('name')
      .where('expires_at', '>', now().toISOString())
      .limit(1)
      .execute()
    if (leases.length > 0) throw new RotationRefusedError('hosts')
    if (value === target || value === ROTATING + target) return
    if (!former.some((sealer) => checkOf(sealer) === value)) {
      throw new RotationRefusedError('no_former')
    }
    await tx
      .updateTable('settings')
      .set({ value: ROTATING + target })
      .where('name', '=', CHECK_SETTING)
      .execute()
  })
}

/** Makes the new key the database's, and removes the key that a host generated. */
async function finish({ db }: RotateContext, current: Sealer): Promise<void> {
  await db.transaction(async (tx) => {
    await tx
      .updateTable('settings')
      .set({ value: checkOf(current) })
      .where('name', '=', CHECK_SETTING)
      .execute()
    await tx.deleteFrom('settings').where('name', '=', KEY_SETTING).execute()
  })
}

/** Signs the stored files of releases again. A file that was modified keeps its digest, which no key confirms. */
async function signReleases({ db }: RotateContext, { current, former }: Sealers): Promise<void> {
  const files = await db.kysely.selectFrom('release_files').select(['path', 'digest']).execute()
  for (const { path, digest } of files) {
    const file = await db.kysely
      .selectFrom('release_files')
      .select(['path', 'content'])
      .where('path', '=', path)
      .where('digest', '=', digest)
      .executeTakeFirstOrThrow()
    if (!former.some((sealer) => signFile(sealer, file) === digest)) continue
    await db.kysely
      .updateTable('release_files')
      .set({ digest: signFile(current, file) })
      .where('path', '=', path)
      .where('digest', '=', digest)
      .execute()
  }
}

async function pass(context: RotateContext, sealers: Sealers): Promise<Rotated> {
  const total = { changed: 0, current: 0, unreadable: 0 }
  for (const sealed of SEALED_TABLES) {
    for (let after = ''; ; ) {
      const batch = await context.db.transaction((tx) => sealBatch(tx, sealers, { sealed, after }))
      for (const outcome of batch.outcomes) total[outcome] += 1
      if (batch.last === null) break
      after = batch.last
    }
  }
  return total
}

type Outcome = keyof Rotated

/** Seals one batch again; `last` is the key of its last row, and null after the last batch. */
async function sealBatch(
  tx: Tx,
  sealers: Sealers,
  { sealed, after }: { sealed: SealedTable; after: string },
): Promise<{ outcomes: Outcome[]; last: string | null }> {
  const { table, key } = sealed
  const { rows } = await sql<Row>`
    select * from ${sql.table(table)} where ${sql.ref(key)} > ${after}
    order by ${sql.ref(key)} limit ${sql.lit(ROWS_A_BATCH)}
  `.execute(tx)
  const outcomes: Outcome[] = []
  for (const row of rows) {
    const changes: Row = {}
    for (const [index, column] of sealed.columns.entries()) {
      const value = row[column]
      // The text of an e-mail that ended is empty.
      if (value === null || value === undefined || value === '') continue
      const text = openWith(sealers, sealed, value)
      outcomes.push(text === null ? 'unreadable' : text.isCurrent ? 'current' : 'changed')
      if (text === null || text.isCurrent) continue
      changes[column] = sealers.current.seal(sealed.purpose, text.text)
      if (index === 0 && sealed.digest !== null) {
        changes[sealed.digest] = sealers.current.digest(sealed.purpose, text.text)
      }
    }
    await update(tx, sealed, { id: row[key], changes })
  }
  const last = rows.at(-1)?.[key]
  return { outcomes, last: last === undefined ? null : last }
}

function openWith(
  { current, former }: Sealers,
  { purpose }: SealedTable,
  value: string,
): { text: string; isCurrent: boolean } | null {
  for (const sealer of [current, ...former]) {
    try {
      return { text: sealer.open(purpose, value), isCurrent: sealer === current }
    } catch {
      // Another key may open the value.
    }
  }
  return null
}

async function update(
  tx: Tx,
  { table, key }: SealedTable,
  { id, changes }: { id: string | null | undefined; changes: Row },
): Promise<void> {
  const columns = Object.entries(changes)
  if (columns.length === 0) return
  const assignments = columns.map(([column, value]) => sql`${sql.ref(column)} = ${value}`)
  await sql`
    update ${sql.table(table)} set ${sql.join(assignments)} where ${sql.ref(key)} = ${id}
  `.execute(tx)
}

async function readSetting({ db }: RotateContext, name: string): Promise<string | null> {
  const row = await db.kysely
    .selectFrom('settings')
    .select('value')
    .where('name', '=', name)
    .executeTakeFirst()
  return row?.value ?? null
}
