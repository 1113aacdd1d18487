import type { Locator } from '@playwright/test'
import jsQR from 'jsqr'

/** Reads the code on the screen as a phone's camera does: from its pixels, with a reader that shares no code with the encoder. */
export async function readQr(image: Locator): Promise<string> {
  await image.scrollIntoViewIfNeeded()
  const picture = await image.screenshot()
  const { data, width, height } = await image.page().evaluate(decodePng, picture.toString('base64'))
  // Node imports this CommonJS module as its function, while its types describe an ES module.
  const read = jsQR as unknown as typeof jsQR.default
  const code = read(Uint8ClampedArray.from(data), width, height)
  if (code === null) throw new Error('The picture has no readable QR code.')
  return code.data
}

/** Runs in the page: returns the pixels of a picture, without a URL that the page's policy must allow. */
async function decodePng(
  base64: string,
): Promise<{ data: number[]; width: number; height: number }> {
  const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0))
  const bitmap = await createImageBitmap(new Blob([bytes], { type: 'image/png' }))
  const { width, height } = bitmap
  const canvas = new OffscreenCanvas(width, height).getContext('2d')
  if (canvas === null) throw new Error('There is no canvas.')
  canvas.drawImage(bitmap, 0, 0)
  return { data: [...canvas.getImageData(0, 0, width, height).data], width, height }
}
