import jsQR from 'jsqr'
import { render } from 'lit'
import { afterEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { mountFixture } from '../../testing/mountFixture.ts'
import { renderQr } from './renderQr.ts'

/** CSS pixels: WCAG 2.2, 1.4.10. */
const NARROWEST_PHONE = 320
/** The minimum width of a code on the narrowest phone, in CSS pixels; the second test checks it. */
const NARROWEST = 220
/** The light modules around a code, which ISO/IEC 18004 requires. */
const QUIET = 4

/** Texts of 20 to 620 characters, the same in each run. */
const texts = Array.from({ length: 200 }, (_, at) => {
  const length = 20 + Math.floor((at / 199) * 600)
  const letters = Array.from({ length }, (__, place) =>
    ((at * 7919 + place * 104_729 + place * place * 31) % 36).toString(36),
  ).join('')
  return at % 2 === 0
    ? `https://pay.example/?token=${letters}`
    : `wc:${letters}@2?relay-protocol=irn`
})

/** Returns an image's pixels, at its own size or at the given width and height. */
async function decode(source: string, size: number | null): Promise<ImageData> {
  const image = new Image()
  image.src = source
  await image.decode()
  const [width, height] = [size ?? image.width, size ?? image.height]
  const context = new OffscreenCanvas(width, height).getContext('2d')
  if (context === null) throw new Error('There is no canvas.')
  context.drawImage(image, 0, 0, width, height)
  return context.getImageData(0, 0, width, height)
}

function addressOf(svg: SVGElement): string {
  const copy = svg.cloneNode(true) as SVGElement
  copy.setAttribute('width', '1000')
  copy.setAttribute('height', '1000')
  return `data:image/svg+xml,${encodeURIComponent(new XMLSerializer().serializeToString(copy))}`
}

afterEach(async () => {
  render(null, document.body)
  await page.viewport(480, 900)
})

test('200 codes are decoded by an independent reader at the width of the narrowest phone', async () => {
  const unread: string[] = []
  for (const text of texts) {
    render(renderQr(text, 'Code'), document.body)
    const svg = document.body.querySelector<SVGSVGElement>('svg.qr')
    if (svg === null) throw new Error('There is no drawing.')
    const modules = svg.viewBox.baseVal.width
    // Two device pixels per CSS pixel, the minimum of current phones.
    const { data, width } = await decode(addressOf(svg), NARROWEST * 2)
    if (jsQR(data, width, width)?.data !== text) unread.push(`${text.length}: ${modules}`)
    const dark = [...svg.querySelectorAll('path')].at(-1)?.getBBox()
    expect([dark?.x, dark?.y]).toEqual([QUIET, QUIET])
    expect([dark?.width, dark?.height]).toEqual([modules - 2 * QUIET, modules - 2 * QUIET])
  }
  expect(unread).toEqual([])
})

test.each(['light', 'dark'])(
  'The code of a page in %s is read on the narrowest phone',
  async (theme) => {
    await page.viewport(NARROWEST_PHONE, 1_000)
    const { element, root } = await mountFixture('connect-phone', { attributes: { theme } })
    await expect.poll(() => root.querySelector('.qr')).not.toBeNull()
    const svg = root.querySelector<SVGElement>('.qr')
    const box = root.querySelector('.code')
    if (svg === null || box === null) throw new Error('There is no code.')
    expect(Math.floor(svg.getBoundingClientRect().width)).toBeGreaterThanOrEqual(NARROWEST)
    expect(getComputedStyle(box).backgroundColor).toBe('rgb(255, 255, 255)')
    expect(getComputedStyle(box).forcedColorAdjust).toBe('none')
    const shot = await page.screenshot({ element: svg, base64: true, save: false })
    const { data, width, height } = await decode(`data:image/png;base64,${shot}`, null)
    expect(jsQR(data, width, height)?.data).toMatch(/^https:\/\/pay\.example\//)
    element.remove()
  },
)
