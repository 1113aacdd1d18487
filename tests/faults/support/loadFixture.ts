import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import SqliteDatabase from 'better-sqlite3'
import pg from 'pg'

const FOLDER = join(import.meta.dirname, '../fixtures')

/** The releases with stored databases, by their commits, oldest first. */
export const RELEASES = ['c102a64', 'e8974cc', 'b7b0150', 'ac6bed8', '58cad34', 'ee64625'] as const
export type Release = (typeof RELEASES)[number]

/** Fills an empty database with a release's data: its schema, and a payment link paid in two parts next to an open link. */
export async function loadFixture(url: string, release: Release): Promise<void> {
  const engine = url.startsWith('sqlite:') ? 'sqlite' : 'postgres'
  const text = readFileSync(join(FOLDER, `${release}.${engine}.sql`), 'utf8')
  if (engine === 'sqlite') {
    const database = new SqliteDatabase(url.slice('sqlite:'.length))
    database.exec(text)
    database.close()
    return
  }
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query(text)
  } finally {
    await client.end()
  }
}
