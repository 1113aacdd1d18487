import type { SourceFacts } from './readSource.ts'

const MOST_LINES = 400
const MOST_FUNCTION_LINES = 70

/** A file with its facts; its path is from the repository root. */
export type Measured = { path: string } & SourceFacts

/**
 * Files of data or definitions, and generated files: a long list of data needs no split. A name that ends in `/` is a
 * folder.
 */
const DATA: readonly string[] = [
  'console/src/text/',
  'host/src/http/errorCodes.ts',
  'packages/core/src/api/clientIdEndpoints.ts',
  'packages/core/src/catalogue/lists/',
  'packages/core/src/catalogue/tokens.ts',
  'scripts/lib/roomTables.ts',
  'widget/src/text/',
]

/**
 * Returns the files and functions that are too long, one line each. `exceptions` contains the maximum number of lines of each exception, by
 * the file's path, or by the path and the function's name. Reports exceptions that are no longer needed: remove these from the list.
 */
export function checkSizes(
  files: readonly Measured[],
  exceptions: Readonly<Record<string, number>>,
): string[] {
  const sizes = files.filter(({ path }) => !isData(path)).flatMap(measure)
  const long = sizes.filter(({ lines, most }) => lines > most)
  const names = new Set(long.map(({ name }) => name))
  return [
    ...long
      .filter(({ name, lines }) => lines > (exceptions[name] ?? 0))
      .map(
        ({ name, lines, most }) =>
          `${name} has ${lines} lines, more than ${exceptions[name] ?? most}`,
      ),
    ...Object.keys(exceptions)
      .filter((name) => !names.has(name))
      .map((name) => `${name} is no longer too long: remove its exception`),
  ]
}

function measure({ path, lines, functions }: Measured) {
  return [
    { name: path, lines, most: MOST_LINES },
    ...functions.map(({ name, lines }) => ({
      name: `${path} ${name}`,
      lines,
      most: MOST_FUNCTION_LINES,
    })),
  ]
}

function isData(path: string): boolean {
  return DATA.some((one) => (one.endsWith('/') ? path.startsWith(one) : path === one))
}
