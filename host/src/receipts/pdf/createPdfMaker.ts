import { Worker } from 'node:worker_threads'
import type { Logger } from '../../log.ts'
import type { ReceiptDocument } from '../receiptDocument.ts'
import type { PdfJob, PdfResult } from './pdfJob.ts'

/** A PDF's bytes; `unsupported` if the fonts lack a character, or if the receipt is too long; `busy` if too many PDFs wait. */
type Pdf = Uint8Array | 'unsupported' | 'busy'

/** Makes the PDF of a merchant's receipt. Rejects if the thread fails or takes too long. */
export type MakePdf = (
  tenantId: string,
  receipt: ReceiptDocument,
  logo: Uint8Array | null,
) => Promise<Pdf>

type Settings = {
  /** The thread's program. */
  program: string
  fontFolder: string
  /** The maximum time for one PDF in milliseconds; 20 seconds by default. */
  deadlineMs?: number
  /** The time without work after which the thread ends and releases its memory; a minute by default. */
  idleMs?: number
}

const DEADLINE_MS = 20_000
const IDLE_MS = 60_000
/** The maximum number of PDFs that wait, for one merchant and for all. */
const MAX_WAITING_A_TENANT = 4
const MAX_WAITING = 24
/** The limits on the thread's memory, in MiB. The fonts of all scripts and one receipt need less than 100 MiB. */
const MEMORY = { maxOldGenerationSizeMb: 256, maxYoungGenerationSizeMb: 32 }

type Waiting = {
  tenantId: string
  job: PdfJob
  resolve(pdf: Pdf): void
  reject(error: Error): void
}

/**
 * Creates the maker of PDFs: one thread, which starts with the first PDF and ends after an idle period. It makes one PDF at a time, and
 * alternates between merchants. Its time, memory and queue are limited.
 */
export function createPdfMaker({ log }: { log: Logger }, settings: Settings): MakePdf {
  const { deadlineMs = DEADLINE_MS, idleMs = IDLE_MS } = settings
  let waiting: Waiting[] = []
  let thread: Worker | null = null
  let current: Waiting | null = null
  let timer: NodeJS.Timeout | undefined

  const stop = () => {
    clearTimeout(timer)
    const stopped = thread
    thread = null
    void stopped?.terminate()
  }
  const finish = (settle: (job: Waiting) => void) => {
    clearTimeout(timer)
    const done = current
    current = null
    if (done !== null) settle(done)
    if (waiting.length > 0) return begin()
    timer = setTimeout(stop, idleMs)
    timer.unref()
  }
  const fail = (error: Error) => {
    log.error({ err: error }, 'Failed to make a PDF')
    stop()
    finish(({ reject }) => reject(error))
  }
  const start = (): Worker => {
    const started = new Worker(settings.program, { resourceLimits: MEMORY })
    started.unref()
    started.on('message', (result: PdfResult) => {
      if (started !== thread) return
      if (typeof result === 'object' && 'error' in result) return fail(new Error(result.error))
      finish(({ resolve }) => resolve(typeof result === 'string' ? result : result.bytes))
    })
    started.on('error', (error) => {
      if (started === thread) fail(error instanceof Error ? error : new Error('The thread failed.'))
    })
    return started
  }
  const begin = () => {
    const next = waiting.shift()
    if (next === undefined) return
    current = next
    // The merchant's other PDFs move behind those of other merchants.
    const others = waiting.filter(({ tenantId }) => tenantId !== next.tenantId)
    waiting = [...others, ...waiting.filter(({ tenantId }) => tenantId === next.tenantId)]
    thread ??= start()
    clearTimeout(timer)
    timer = setTimeout(() => fail(new Error('A PDF took too long.')), deadlineMs)
    timer.unref()
    thread.postMessage(next.job)
  }
  return async (tenantId, receipt, logo) => {
    const own = waiting.filter((one) => one.tenantId === tenantId)
    if (waiting.length >= MAX_WAITING || own.length >= MAX_WAITING_A_TENANT) return 'busy'
    return new Promise((resolve, reject) => {
      const job = { receipt, logo, fontFolder: settings.fontFolder }
      waiting.push({ tenantId, job, resolve, reject })
      if (current === null) begin()
    })
  }
}
