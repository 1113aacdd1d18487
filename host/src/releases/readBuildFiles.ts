import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress } from 'node:zlib'
import type { Build } from './build.ts'

/** A file of a build under its requested path, compressed with Brotli. */
export type BuildFile = { path: string; content: Buffer }

const COMPRESSED = /\.(br|gz)$/

/** Reads all files of a build; compresses small files that the build left uncompressed. */
export async function readBuildFiles({ folder, base }: Build): Promise<BuildFile[]> {
  const names = await readdir(folder)
  const compressed = new Set(names.filter((name) => COMPRESSED.test(name)))
  const plain = names.filter((name) => !COMPRESSED.test(name)).sort()
  return Promise.all(
    plain.map(async (name) => ({
      path: `${base}/${name}`,
      content: compressed.has(`${name}.br`)
        ? await readFile(join(folder, `${name}.br`))
        : await promisify(brotliCompress)(await readFile(join(folder, name))),
    })),
  )
}
