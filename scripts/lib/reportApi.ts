import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import type { PackageManifest } from './publicManifest.ts'
import { type DeclarationFile, type Link, readDeclarations } from './readDeclarations.ts'

/** The longest declaration that the report contains in full. A longer one is a generated type, such as the table of all endpoints. */
const MAX_CHARACTERS = 5_000

/** A declaration in a file, by its name there. */
type Place = { path: string; name: string }

/**
 * Returns a package's public API as text, which a review compares. The text has each entry's exported names, then each declaration that
 * they reach through types, without comments. For a declaration that is too long, the report contains its length and hash.
 *
 * @param folder the folder of the built package, absolute
 */
export function reportApi(folder: string, { name: own, exports = {} }: PackageManifest): string {
  const modules = new Modules()
  const entries = new Map<string, string>()
  for (const [path, entry] of Object.entries(exports)) {
    const types = typeof entry === 'string' ? undefined : entry['types']
    if (types !== undefined) entries.set(path.replace('.', own), join(folder, types))
  }
  const names = [...entries].map(([entry, path]) => {
    const exported = modules.exportsOf(path)
    return `${entry}\n${[...exported.keys()]
      .toSorted()
      .map((name) => `  ${name}\n`)
      .join('')}`
  })
  const roots = [...entries.values()].flatMap((path) => [...modules.exportsOf(path).values()])
  const reached = Map.groupBy(modules.reach(roots), ({ path }) => path)
  const declarations = [...reached].toSorted().map(([path, places]) => {
    const texts = places.map(({ name }) => modules.textOf({ path, name }))
    return `// ${relative(folder, path)}\n${[...new Set(texts)].toSorted().join('\n')}\n`
  })
  return [...names, ...declarations].join('\n')
}

/** The declaration files of a package, each read once. */
class Modules {
  readonly #files = new Map<string, DeclarationFile>()

  /** Returns the declaration behind each name that a file exports, through the files that it exports again. */
  exportsOf(path: string): Map<string, Place> {
    const file = this.#read(path)
    const found = new Map<string, Place>()
    for (const { from, imported, name } of file.exports) {
      const source = from === null ? null : resolve(path, from)
      if (from === null) {
        found.set(name, this.#follow({ path, name: imported }))
      } else if (source === null) {
        found.set(name, { path: from, name: imported })
      } else if (name === '*') {
        for (const [own, place] of this.exportsOf(source)) found.set(own, place)
      } else {
        const place = this.exportsOf(source).get(imported)
        if (place !== undefined) found.set(name, place)
      }
    }
    return found
  }

  /** Returns these declarations, and those that they refer to, within the package. */
  reach(roots: readonly Place[]): Place[] {
    const seen = new Map<string, Place>()
    const open = [...roots]
    for (let place = open.pop(); place !== undefined; place = open.pop()) {
      const key = `${place.path} ${place.name}`
      if (seen.has(key) || !place.path.startsWith('/')) continue
      const declaration = this.#read(place.path).declarations.get(place.name)
      if (declaration === undefined) continue
      seen.set(key, place)
      const { path } = place
      for (const reference of declaration.references) {
        const isName = typeof reference === 'string'
        open.push(isName ? this.#follow({ path, name: reference }) : this.#load(path, reference))
      }
    }
    return [...seen.values()]
  }

  textOf({ path, name }: Place): string {
    const text = this.#read(path).declarations.get(name)?.text ?? ''
    if (text.length <= MAX_CHARACTERS) return text
    const hash = createHash('sha256').update(text).digest('hex').slice(0, 16)
    const start = text.slice(0, 100).split('\n')[0]
    return `${start} … ${text.length} characters, sha256 ${hash}`
  }

  /** Returns the declaration behind a name in a file: its own, or the one that it imports. */
  #follow(place: Place): Place {
    const found = this.#read(place.path).imports.get(place.name)
    return found === undefined ? place : this.#load(place.path, found)
  }

  /** Returns the declaration that a link in a file leads to; a place without a file for one in another package. */
  #load(path: string, { from, imported }: Link): Place {
    const source = resolve(path, from)
    const outside = { path: from, name: imported }
    return source === null ? outside : (this.exportsOf(source).get(imported) ?? outside)
  }

  #read(path: string): DeclarationFile {
    const known = this.#files.get(path)
    if (known !== undefined) return known
    const file = readDeclarations(path, readFileSync(path, 'utf8'))
    this.#files.set(path, file)
    return file
  }
}

/** Returns the declaration file that a relative specifier names; null for another package. */
function resolve(path: string, specifier: string): string | null {
  if (!specifier.startsWith('.')) return null
  return join(dirname(path), specifier.replace(/\.(d\.ts|ts|js)$/, '.d.ts'))
}
