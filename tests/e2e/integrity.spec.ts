import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { createCheckout } from './support/checkout.ts'
import { createPayment } from './support/createPayment.ts'
import { startSnippetSite } from './support/snippetSite.ts'
import { expect, test } from './support/story.ts'
import type { World } from './support/world.ts'

const BUNDLE = join(import.meta.dirname, '../../widget/dist/cdn')
const release: { folder: string; entry: string; integrity: Record<string, string> } = JSON.parse(
  readFileSync(join(BUNDLE, 'integrity.json'), 'utf8'),
)
/** A hash that no built file has. */
const WRONG = `sha384-${createHash('sha384').update('something else').digest('base64')}`

test('A page that pins the element runs exactly that release, including its chunks, and no changed file', async ({
  page,
  world,
  wallet,
  problems,
}) => {
  const folder = `${world.devnet.json.host.payUrl}/widget/${release.folder}`
  const flow = Object.keys(release.integrity).find((name) => name.startsWith('flow-')) ?? ''
  const entryHash = release.integrity[release.entry] ?? ''
  const all = Object.fromEntries(
    Object.entries(release.integrity).map(([name, hash]) => [`${folder}/${name}`, hash]),
  )

  // The script tag pins the entry by its hash, and the import map pins every other file.
  await open(page, world, { entryHash, hashes: all })
  const checkout = createCheckout(page)
  await checkout.expectState('connect')
  await checkout.connect()
  expect(wallet.count('eth_requestAccounts')).toBe(1)
  expect(problems.found).toEqual([])

  // With another hash, the browser does not run the script, and the page still shows the fallback link.
  await open(page, world, { entryHash: WRONG, hashes: {} })
  await expect(page.getByRole('link', { name: 'Pay now' })).toBeVisible()
  await expect.poll(() => problems.found.join('\n')).toContain('integrity')
  expect(await page.evaluate(() => customElements.get('secure-payment') === undefined)).toBe(true)

  // The browser does not run a chunk with another hash either; the file itself exists.
  await open(page, world, { entryHash, hashes: { ...all, [`${folder}/${flow}`]: WRONG } })
  await checkout.expectState('connect')
  const load = (url: string) =>
    page.evaluate(
      (chunk) =>
        import(chunk).then(
          () => 'run',
          () => 'refused',
        ),
      url,
    )
  expect(await load(`${folder}/${flow}`)).toBe('refused')
  expect((await page.request.get(`${folder}/${flow}`)).status()).toBe(200)
  problems.allow(/integrity|Failed to fetch dynamically imported module/)
})

/** Opens a merchant's page with a pinned script under the guide's policy. The import map is inline, so the policy contains its hash. */
async function open(
  page: Page,
  { devnet }: World,
  pinned: { entryHash: string; hashes: Record<string, string> },
): Promise<void> {
  const { payUrl, baseUrl } = devnet.json.host
  const map = JSON.stringify({ integrity: pinned.hashes })
  const mapHash = createHash('sha256').update(map).digest('base64')
  await using site = await startSnippetSite({ scripts: `${payUrl} 'sha256-${mapHash}'` })
  const { clientId } = await devnet.client.clientIds.create({
    body: { label: 'Pinned', allowedDomains: [site.url] },
  })
  const payment = await createPayment({ devnet }, [{ symbol: 'USDC', amount: '12.5' }])
  await page.goto(
    site.publish(`<script type="importmap">${map}</script>
<script type="module" src="${payUrl}/widget/${release.folder}/${release.entry}" integrity="${pinned.entryHash}" crossorigin="anonymous"></script>
<secure-payment token="${payment.token}" api-base="${baseUrl}" client-id="${clientId}">
  <a href="${payment.hostedUrl}">Pay now</a>
</secure-payment>`),
  )
}
