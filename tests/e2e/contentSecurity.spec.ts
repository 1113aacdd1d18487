import { openCheckout } from './support/checkout.ts'
import { createPayment } from './support/createPayment.ts'
import { expect, test } from './support/story.ts'

const COINS = [{ symbol: 'ETH', amount: '0.7' }]

/** Every story asserts at its end that no policy was violated; this story shows that the assertion detects violations. */
test('The merchant’s page blocks foreign images and unchecked HTML, and the story records both violations', async ({
  page,
  world,
  problems,
}) => {
  const checkout = await openCheckout(page, world, await createPayment(world, COINS))
  await checkout.expectState('connect')
  expect(problems.found).toEqual([])

  await page.evaluate(() => {
    const image = document.createElement('img')
    image.src = 'https://elsewhere.example/pixel.png'
    document.body.append(image)
  })
  await expect.poll(() => problems.found.join('\n')).toContain('Violation of img-src')
  const isRefused = await page.evaluate(() => {
    try {
      document.body.insertAdjacentHTML('beforeend', '<b>unchecked</b>')
      return false
    } catch {
      return true
    }
  })
  expect(isRefused).toBe(true)
  await expect
    .poll(() => problems.found.join('\n'))
    .toContain('Violation of require-trusted-types-for')
  problems.allow(/./)
})
