import { glob, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, gzip, constants as zlib } from 'node:zlib'
import type { Plugin } from 'vite'

const TEXTS = '**/*.{js,css,html,svg,json}'
/** Compression does not speed up a file that fits into one packet. */
const MIN_BYTES = 1_024

type Packed = readonly { readonly suffix: '.br' | '.gz'; readonly bytes: Uint8Array }[]

/**
 * Returns a Vite plugin that also writes each text file of a build as `.br` and `.gz`, at the highest compression levels. A server sends
 * the smallest file that a browser accepts, and compresses nothing itself. The plugin runs after the build has written all files.
 */
export function precompress(): Plugin {
  let folder = ''
  return {
    name: 'precompress',
    configResolved({ build }) {
      folder = build.outDir
    },
    closeBundle: () => precompressFolder(folder),
  }
}

/** Also writes each text file in a folder as `.br` and `.gz`, as `precompress` does. */
export async function precompressFolder(folder: string): Promise<void> {
  // A build may contain the same content under two names; the plugin compresses it once.
  const known = new Map<string, Promise<Packed>>()
  const writes: Promise<unknown>[] = []
  for await (const name of glob(TEXTS, { cwd: folder })) {
    const bytes = await readFile(join(folder, name))
    if (bytes.length < MIN_BYTES) continue
    const content = bytes.toString('latin1')
    const packed = known.get(content) ?? pack(bytes)
    known.set(content, packed)
    writes.push(writeBeside(join(folder, name), packed))
  }
  await Promise.all(writes)
}

async function pack(bytes: Uint8Array): Promise<Packed> {
  const [br, gz] = await Promise.all([
    promisify(brotliCompress)(bytes, { params: { [zlib.BROTLI_PARAM_SIZE_HINT]: bytes.length } }),
    promisify(gzip)(bytes, { level: zlib.Z_BEST_COMPRESSION }),
  ])
  return [
    { suffix: '.br', bytes: br },
    { suffix: '.gz', bytes: gz },
  ]
}

async function writeBeside(path: string, packed: Promise<Packed>): Promise<void> {
  for (const { suffix, bytes } of await packed) await writeFile(`${path}${suffix}`, bytes)
}
