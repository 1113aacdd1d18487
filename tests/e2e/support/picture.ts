import { join } from 'node:path'
import type { Page } from '@playwright/test'

/** The folder for the documentation's pictures; set by `npm run pictures`. */
const FOLDER = process.env['PICTURES']
const SIZE = { width: 1280, height: 1120 }
/** A picture is as high as the screen's content, up to this height. */
const MAX_HEIGHT = 2_000

/** Saves the documentation's picture `{name}.png` from a story that shows the screen anyway; does nothing in other runs. */
export async function takePicture(page: Page, name: string): Promise<void> {
  if (FOLDER === undefined) return
  const before = page.viewportSize()
  await page.setViewportSize(SIZE)
  await page.emulateMedia({ colorScheme: 'light' })
  await page.evaluate(() => {
    window.scrollTo(0, 0)
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur()
  })
  const needed = await page.evaluate(() => document.documentElement.scrollHeight)
  const height = Math.min(MAX_HEIGHT, Math.max(SIZE.height, needed))
  await page.setViewportSize({ ...SIZE, height })
  await page.screenshot({ path: join(FOLDER, `${name}.png`), animations: 'disabled' })
  if (before !== null) await page.setViewportSize(before)
}
