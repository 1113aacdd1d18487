import { readFileSync } from 'node:fs'

/** The version of this release. The path is the same from the sources and from the build. */
export const VERSION: string = JSON.parse(
  readFileSync(new URL('../package.json', import.meta.url), 'utf8'),
).version
