import type { Page } from '@playwright/test'
import type { Picture } from './picture.ts'
import { TYPEFACES } from './pictureTest.ts'
import { readPng } from './readPng.ts'

/** Styles that must resolve to each pinned typeface, including the name of a typeface that no machine has. */
const SAMPLES = [
  { style: '15px system-ui, sans-serif', typeface: TYPEFACES.text },
  { style: '600 40px system-ui', typeface: TYPEFACES.text },
  { style: '15px serif', typeface: TYPEFACES.text },
  { style: '15px Arial, Helvetica', typeface: TYPEFACES.text },
  { style: '15px "No Such Typeface"', typeface: TYPEFACES.text },
  { style: '13px ui-monospace, Menlo, Consolas, monospace', typeface: TYPEFACES.code },
] as const

const TEXT = 'Payment 0123456789 WgÄß قهوة →'

/**
 * Returns a picture of sample letters, drawn in the page. Throws when the browser drew them with typefaces other than the pinned typefaces:
 * its pictures would depend on the machine.
 */
export async function drawLetters(page: Page): Promise<Picture> {
  await page.evaluate(appendSamples, { samples: SAMPLES.map(({ style }) => style), text: TEXT })
  const letters = page.locator('#letters')
  // The browser chooses typefaces when it draws, so the check comes after the screenshot.
  const picture = readPng(await letters.screenshot({ scale: 'device' }))
  await requirePinnedTypefaces(page)
  await letters.evaluate((node) => node.remove())
  return picture
}

async function requirePinnedTypefaces(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page)
  await session.send('DOM.enable')
  await session.send('CSS.enable')
  const { root } = await session.send('DOM.getDocument')
  for (const [index, { style, typeface }] of SAMPLES.entries()) {
    const selector = `#letters > :nth-child(${index + 1})`
    const { nodeId } = await session.send('DOM.querySelector', { nodeId: root.nodeId, selector })
    const { fonts } = await session.send('CSS.getPlatformFontsForNode', { nodeId })
    const used = fonts.map(({ familyName }) => familyName)
    if (used.length !== 1 || used[0] !== typeface) {
      throw new Error(
        `This browser draws "${style}" with ${used.join(', ') || 'no font'} instead of ${typeface}: it does not follow FONTCONFIG_FILE. Pictures need a Chromium for Linux; set CHROMIUM_PATH to one.`,
      )
    }
  }
  await session.detach()
}

/** Runs in the page: appends a sample per typeface. */
function appendSamples({ samples, text }: { samples: string[]; text: string }): void {
  const letters = document.createElement('div')
  letters.id = 'letters'
  letters.style.cssText =
    'position:absolute;top:0;left:0;padding:8px;background:#fff;color:#14171f;direction:ltr;forced-color-adjust:none'
  for (const style of samples) {
    const line = document.createElement('p')
    line.style.cssText = `margin:0;white-space:nowrap;font:${style}`
    line.textContent = text
    letters.append(line)
  }
  document.body.append(letters)
}
