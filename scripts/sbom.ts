import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createSbom } from './lib/createSbom.ts'
import { PUBLIC_PACKAGES, ROOT } from './lib/publicPackages.ts'

/**
 * `npm run sbom`: writes dist/sbom.cdx.json, the software bill of materials of the packages that npm publishes, as CycloneDX, and prints the
 * number of its packages. It includes those that the host's bundle contains.
 */
const sbom = createSbom(PUBLIC_PACKAGES)
mkdirSync(join(ROOT, 'dist'), { recursive: true })
writeFileSync(join(ROOT, 'dist/sbom.cdx.json'), `${JSON.stringify(sbom, null, 2)}\n`)
console.log(`dist/sbom.cdx.json lists ${sbom.components.length} packages.`)
