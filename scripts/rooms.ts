import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { checkRooms, findUnused } from './lib/checkRooms.ts'
import { checkSizes } from './lib/checkSizes.ts'
import { readSource } from './lib/readSource.ts'
import { ROOM_TABLES } from './lib/roomTables.ts'
import { SIZE_EXCEPTIONS } from './lib/sizeExceptions.ts'

const SOURCES = /^(?:host|widget|console|packages\/\w+)\/src\/.*\.ts$/

/** Checks the imports of the sources by roomTables.ts, and the sizes of files and functions by sizeExceptions.ts. */
const paths = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'])
  .toString()
  .split('\n')
  .filter((path) => SOURCES.test(path) && !path.endsWith('.test.ts') && existsSync(path))
const files = paths.map((path) => ({ path, ...readSource(path, readFileSync(path, 'utf8')) }))
const broken = [
  ...ROOM_TABLES.flatMap((table) => {
    const own = files.filter(({ path }) => path.startsWith(`${table.source}/`))
    return [...checkRooms(table, own), ...findUnused(table, own)]
  }),
  ...checkSizes(files, SIZE_EXCEPTIONS),
]
for (const line of broken) console.error(line)
if (broken.length > 0) process.exit(1)
console.log(`Checked the rooms and sizes of ${files.length} files.`)
