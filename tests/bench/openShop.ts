import { join } from 'node:path'
import type { Devnet } from '@secure-payment/devnet'
import { readBuiltRelease } from '../support/copyElementBuild.ts'
import { createBenchPayment } from './createBenchPayment.ts'
import { serveFolder } from './peers/serveFolder.ts'

const ELEMENT = join(import.meta.dirname, '../../widget/dist/cdn')

/**
 * A shop's pages: The page at `url` has the built element. The page at `floorUrl` loads the same bytes in the same round trips,
 * without the element.
 */
export type Shop = AsyncDisposable & { url: string; floorUrl: string }

/** Opens a shop on an origin that its client ID allows, with a separate payment. */
export async function openShop(devnet: Devnet): Promise<Shop> {
  const { baseUrl } = devnet.json.host
  const { folder, entry } = await readBuiltRelease()
  const pages: Record<string, string> = {}
  const site = await serveFolder({ folders: { '/widget/': ELEMENT }, pages })
  const { clientId } = await devnet.client.clientIds.create({
    body: { label: 'Bench', allowedDomains: [site.url] },
  })
  const token = new URL(await createBenchPayment(devnet)).searchParams.get('token')
  const head = (script: string) => `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>Checkout</title><link rel="icon" href="data:,">
${script}</head>`
  pages['/checkout'] = `${head('<script type="module" src="/widget/secure-payment.js"></script>')}
<body><main><secure-payment token="${token}" api-base="${baseUrl}" client-id="${clientId}"></secure-payment></main></body></html>`
  pages['/floor'] = `${head(`<script type="module">
await (await fetch('/widget/secure-payment.js')).text()
await (await fetch('/widget/${folder}/${entry}')).text()
await (await fetch('${baseUrl}/v2/secure-payments/${token}?clientId=${clientId}')).json()
requestAnimationFrame(() => { window.shownScreen = { shownMs: performance.now(), longestTaskMs: 0 } })
</script>`)}<body></body></html>`
  return {
    url: `${site.url}/checkout`,
    floorUrl: `${site.url}/floor`,
    [Symbol.asyncDispose]: () => site[Symbol.asyncDispose](),
  }
}
