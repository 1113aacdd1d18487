import type { api, Output } from '@secure-payment/core/api'
import type { Context } from '../../context.ts'
import type { Call } from '../../http/implement.ts'
import { applyReport } from '../../offramps/applyReport.ts'
import { UnknownSubjectError } from '../../offramps/errors.ts'
import type { ReportReader } from '../../offramps/http/createReportReader.ts'
import { requireOfframp } from '../../offramps/requireOfframp.ts'

type Receive = typeof api.offrampCallbacks.receive

/**
 * Accepts a report from the provider, whose signature was checked when the body was read. Repeated, late and impossible reports are
 * accepted too, so that the provider does not send them again.
 *
 * @throws UnknownSubjectError if this service does not have the record, or does not have it yet
 */
export async function receiveCallback(
  context: Pick<Context, 'config' | 'dataSealer' | 'db' | 'log' | 'now' | 'offramp' | 'random'> & {
    readReport: ReportReader
  },
  { body }: Call<Receive>,
): Promise<Output<Receive>> {
  const offramp = requireOfframp(context)
  const report = context.readReport(body)
  if (report === null) return { success: true }
  const applied = await applyReport({ ...context, offramp }, report)
  if (applied === 'unknown') throw new UnknownSubjectError()
  const { kind, status } = report
  context.log.info(
    { provider: offramp.id, kind, status, applied },
    'Received a report from the provider',
  )
  return { success: true }
}
