import pg from 'pg'
import { migrate } from '../../../host/src/db/migrate.ts'
import { openDatabase } from '../../../host/src/db/openDatabase.ts'

/** Creates a database with the host's tables on a server and resolves with its URL. */
export async function createPostgresDatabase(serverUrl: string, name: string): Promise<string> {
  const client = new pg.Client({ connectionString: serverUrl })
  await client.connect()
  await client.query(`create database ${name}`)
  await client.end()
  const url = new URL(serverUrl)
  url.pathname = `/${name}`
  const db = await openDatabase(url.href)
  await migrate(db)
  await db[Symbol.asyncDispose]()
  return url.href
}
