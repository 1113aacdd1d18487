import { readFileSync, writeFileSync } from 'node:fs'
import { absentOperations } from '../host/src/http/absentOperations.ts'
import { createOpenApiDocument } from '../packages/core/src/api/index.ts'
import { distillDocument } from './lib/distillDocument.ts'

/**
 * Reads Request Network's OpenAPI document, whose path is the argument. Writes its operations and schemas, without its texts, to
 * tests/support/vectors/requestNetwork.json, and the table of verdicts to docs/guides/compatibility.md. Without an argument, the script
 * reads the earlier result and writes only the table.
 */

const fixture = new URL('../tests/support/vectors/requestNetwork.json', import.meta.url)
const guide = new URL('../docs/guides/compatibility.md', import.meta.url)
const [path] = process.argv.slice(2)

if (path !== undefined) {
  const { source, $defs, operations } = distillDocument(JSON.parse(readFileSync(path, 'utf8')))
  // One line per schema and operation keeps the file short, and differences readable.
  const lines = (entries: object) =>
    Object.entries(entries)
      .map(([name, value]) => `${JSON.stringify(name)}:${JSON.stringify(value)}`)
      .join(',\n')
  const parts = [
    `"source":${JSON.stringify(source)}`,
    `"$defs":{\n${lines($defs)}\n}`,
    `"operations":{\n${lines(operations)}\n}`,
  ]
  writeFileSync(fixture, `{\n${parts.join(',\n')}\n}\n`)
}

const { paths } = createOpenApiDocument({ baseUrl: '', authUrl: '', version: '' })
const anonymous = (text: string) => text.replaceAll(/\{\w+\}/g, '{}')
const served = new Set(
  Object.entries<object>(paths).flatMap(([path, item]) =>
    Object.keys(item).map((method) => anonymous(`${method.toUpperCase()} ${path}`)),
  ),
)
for (const { method, path } of absentOperations) served.delete(anonymous(`${method} ${path}`))
const { operations } = JSON.parse(readFileSync(fixture, 'utf8'))
const rows = Object.keys(operations).map(
  (name) => `| \`${name}\` | ${served.has(anonymous(name)) ? 'yes' : 'no'} |\n`,
)
const text = readFileSync(guide, 'utf8')
const head = '| operation | served |\n|---|---|\n'
const [before, after = ''] = text.split(head)
writeFileSync(guide, `${before}${head}${rows.join('')}${after.slice(after.indexOf('\n\n') + 1)}`)
