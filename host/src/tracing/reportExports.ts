import { type ExportResult, ExportResultCode } from '@opentelemetry/core'
import type { SpanExporter } from '@opentelemetry/sdk-trace'
import type { Context } from '../context.ts'

/** The interval at which a failure that lasts is logged again. */
const SUMMARY_MS = 5 * 60_000

/** Logs the first failed export of a series, a summary every five minutes, and the recovery. */
export function reportExports(
  exporter: SpanExporter,
  log: Pick<Context['log'], 'info' | 'warn'>,
  nowMs: () => number = () => performance.now(),
): SpanExporter {
  let failures = 0
  let loggedAtMs = 0
  const note = ({ code, error }: ExportResult) => {
    if (code === ExportResultCode.SUCCESS) {
      if (failures > 0) log.info({ failures }, 'The collector of traces responds again')
      failures = 0
      return
    }
    failures += 1
    if (failures > 1 && nowMs() - loggedAtMs < SUMMARY_MS) return
    loggedAtMs = nowMs()
    // The message may quote the response of the collector, so only its code is logged.
    const reason = error !== undefined && 'code' in error ? String(error.code) : error?.name
    log.warn({ failures, reason }, 'Failed to export traces')
  }
  return {
    export: (spans, done) =>
      exporter.export(spans, (result) => {
        note(result)
        done(result)
      }),
    forceFlush: async () => exporter.forceFlush?.(),
    shutdown: () => exporter.shutdown(),
  }
}
