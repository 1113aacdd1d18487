import { cp, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** Copies the page next to the element's files, like a shop that hosts these files itself. Plain HTML needs no bundler. */
const here = import.meta.dirname
const dist = join(here, 'dist')
const element = dirname(
  fileURLToPath(import.meta.resolve('@secure-payment/widget/cdn/secure-payment.js')),
)

await rm(dist, { recursive: true, force: true })
await cp(element, join(dist, 'widget'), { recursive: true })
for (const file of ['index.html', 'checkout.js']) await cp(join(here, file), join(dist, file))
await cp(join(here, '../checkout.css'), join(dist, 'checkout.css'))
