import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { buildFiles, formatSizes, measure } from './sizes.ts'

/** Writes docs/size.md: `npx node widget/scripts/writeSizes.ts`. */
const table = formatSizes(measure(await buildFiles()))
writeFileSync(join(import.meta.dirname, '../../docs/size.md'), table)
console.log(table)
