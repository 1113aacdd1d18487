/** The strongest lock that a statement has on tables of PostgreSQL that existed before it, and the effect on other statements. */
export type ExpectedLock = { mode: string; effect: string }

const NONE: ExpectedLock = { mode: 'none', effect: 'No table is locked' }
const BLOCKS_NOTHING: ExpectedLock = {
  mode: 'SHARE UPDATE EXCLUSIVE',
  effect: 'Hosts read and write; another change of the table waits',
}
const BLOCKS_ALL: ExpectedLock = {
  mode: 'ACCESS EXCLUSIVE',
  effect: 'Statements on the table wait until the migration ends',
}
const BLOCKS_WRITES: ExpectedLock = {
  mode: 'SHARE',
  effect: 'Writes to the table wait until the migration ends',
}
const BLOCKS_ROWS: ExpectedLock = {
  mode: 'ROW EXCLUSIVE',
  effect: 'Writes to the same rows wait until the migration ends',
}

const BLOCKS_REFERENCED: ExpectedLock = {
  mode: 'SHARE ROW EXCLUSIVE',
  effect: 'Writes to the referenced tables wait until the migration ends',
}

/** The locks by the start of a statement; the first match applies. https://www.postgresql.org/docs/15/explicit-locking.html */
const LOCKS: readonly (readonly [RegExp, ExpectedLock])[] = [
  [/^create (unique )?index concurrently\b/, BLOCKS_NOTHING],
  [/^create (unique )?index\b/, BLOCKS_WRITES],
  [/^(alter table|drop index|drop table)\b/, BLOCKS_ALL],
  [/^(insert|update|delete)\b/, BLOCKS_ROWS],
  [/^create table\b.*\breferences\b/s, BLOCKS_REFERENCED],
  [/^(create table|set)\b/, NONE],
]

/** Returns the expected lock of a migration's statement. An unknown statement is expected to block everything. */
export function lockOf(statement: string): ExpectedLock {
  const text = statement.trimStart().toLowerCase()
  return LOCKS.find(([start]) => start.test(text))?.[1] ?? BLOCKS_ALL
}
