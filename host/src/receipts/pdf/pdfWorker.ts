import { parentPort } from 'node:worker_threads'
import { drawReceipt } from './drawReceipt.ts'
import { openFonts } from './fonts.ts'
import type { PdfJob, PdfResult } from './pdfJob.ts'
import { TooLongError } from './Sheet.ts'
import { MissingGlyphError } from './shapeText.ts'

/** A thread of its own makes PDFs, so that neither the time nor the memory for one holds up a call or a watcher. */
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
