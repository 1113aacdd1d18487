import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { listSurface } from '../scripts/listSurface.ts'
import { findElement, type Manifest } from '../scripts/publishManifest.ts'

const read = (name: string): string => readFileSync(join(import.meta.dirname, '..', name), 'utf8')

test('The public surface equals the agreed surface in surface.txt', () => {
  const manifest: Manifest = JSON.parse(read('custom-elements.json'))
  const element = findElement(manifest.modules.flatMap(({ declarations }) => declarations))
  expect(
    listSurface(element),
    'The public surface has changed: add a line about it to CHANGELOG.md, then run `node widget/scripts/writeSurface.ts`.',
  ).toEqual(read('surface.txt').trim().split('\n'))
})
