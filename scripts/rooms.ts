import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { checkEmptyTexts, EMPTY_TEXTS } from './lib/checkEmptyTexts.ts'
import { checkRooms, findUnused } from './lib/checkRooms.ts'
import { checkSizes } from './lib/checkSizes.ts'
import { readSource } from './lib/readSource.ts'
import { ROOM_TABLES } from './lib/roomTables.ts'
import { SIZE_EXCEPTIONS } from './lib/sizeExceptions.ts'

const SOURCES = /^(?:host|widget|console|packages\/\w+)\/src\/.*\.ts$/
/** The sizes of tests have no limit: a group of tests is one function, and its setup another. */
const TESTS = /^tests\/|\.(?:test|spec)\.ts$/

/**
 * Checks the imports of the sources by roomTables.ts, the sizes of files and functions by sizeExceptions.ts, and the texts that default
 * to empty.
 */
const paths = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'])
  .toString()
  .split('\n')
  .filter((path) => path.endsWith('.ts') && !TESTS.test(path) && existsSync(path))
const files = paths.map((path) => ({ path, ...readSource(path, readFileSync(path, 'utf8')) }))
const sources = files.filter(({ path }) => SOURCES.test(path))
const broken = [
  ...ROOM_TABLES.flatMap((table) => {
    const own = sources.filter(({ path }) => path.startsWith(`${table.source}/`))
    return [...checkRooms(table, own), ...findUnused(table, own)]
  }),
  ...checkSizes(files, SIZE_EXCEPTIONS),
  ...checkEmptyTexts(sources, EMPTY_TEXTS),
]
for (const line of broken) console.error(line)
if (broken.length > 0) process.exit(1)
console.log(`Checked the rooms, sizes and empty texts of ${files.length} files.`)
