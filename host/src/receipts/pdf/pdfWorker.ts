import { parentPort } from 'node:worker_threads'
import { drawReceipt } from './drawReceipt.ts'
import { openFonts } from './fonts.ts'
import type { PdfJob, PdfResult } from './pdfJob.ts'
import { TooLongError } from './Sheet.ts'
import { MissingGlyphError } from './shapeText.ts'

/** A separate thread makes PDFs, so that neither their time nor their memory delays calls or the watchers. */
const port = parentPort
port?.on('message', async (job: PdfJob) => port.postMessage(await makePdf(job)))

async function makePdf({ receipt, logo, fontFolder }: PdfJob): Promise<PdfResult> {
  try {
    const fonts = openFonts(fontFolder, receipt.language)
    return { bytes: new Uint8Array(await drawReceipt(receipt, logo, fonts)) }
  } catch (error) {
    if (error instanceof MissingGlyphError || error instanceof TooLongError) return 'unsupported'
    return { error: error instanceof Error ? `${error.name}: ${error.message}` : 'unknown' }
  }
}
