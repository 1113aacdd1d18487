import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { listSurface } from './listSurface.ts'
import { findElement, type Manifest } from './publishManifest.ts'

/** Writes surface.txt from custom-elements.json: `npx node widget/scripts/writeSurface.ts`. */
const root = join(import.meta.dirname, '..')
const manifest: Manifest = JSON.parse(readFileSync(join(root, 'custom-elements.json'), 'utf8'))
const element = findElement(manifest.modules.flatMap(({ declarations }) => declarations))
writeFileSync(join(root, 'surface.txt'), `${listSurface(element).join('\n')}\n`)
