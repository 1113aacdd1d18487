import { join } from 'node:path'
import { build } from 'vitepress'
import { precompressFolder } from '../scripts/lib/precompress.ts'

const folder = import.meta.dirname

/** Builds the guides that the host serves at `/guides/`, with `llms.txt` and `llms-full.txt`. */
const startedAt = performance.now()
await build(folder)
await precompressFolder(join(folder, 'dist'))
console.log(`Built the guides in ${Math.round(performance.now() - startedAt)} ms.`)
