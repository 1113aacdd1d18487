import { readFileSync, writeFileSync } from 'node:fs'
import { createOpenApiDocument } from '../packages/core/src/api/index.ts'

/**
 * Writes docs/openapi.json from the definitions of the API. With `--check`, the script only compares, and fails if the file differs.
 */

const file = new URL('../docs/openapi.json', import.meta.url)
const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'))
const text = `${JSON.stringify(
  createOpenApiDocument({
    baseUrl: 'http://localhost:8080',
    authUrl: 'http://localhost:8080',
    version,
  }),
  null,
  2,
)}\n`

if (!process.argv.includes('--check')) {
  writeFileSync(file, text)
} else if (readFileSync(file, 'utf8') !== text) {
  console.error(
    'docs/openapi.json differs from the definitions. Run scripts/openapi.ts and commit the file.',
  )
  process.exitCode = 1
}
