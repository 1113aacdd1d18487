import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'

/** Loads each entry of the packages that the arguments name, with `import` and with `require`. Prints their number. */
const require = createRequire(import.meta.url)
const entries = process.argv.slice(2).flatMap((name) => {
  const manifest = JSON.parse(readFileSync(`node_modules/${name}/package.json`, 'utf8'))
  return Object.entries(manifest.exports)
    .filter(([, entry]) => typeof entry === 'object')
    .map(([path]) => path.replace('.', name))
})
for (const entry of entries) {
  await import(entry)
  require(entry)
}
console.log(entries.length)
