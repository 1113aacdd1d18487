import type { api, Output } from '@secure-payment/core/api'
import type { Context } from '../../context.ts'
import type { Call } from '../../http/implement.ts'
import { applyReport } from '../../offramps/applyReport.ts'
import { UnknownSubjectError } from '../../offramps/errors.ts'
import type { ReportReader } from '../../offramps/http/createReportReader.ts'
import { requireOfframp } from '../../payers/requireOfframp.ts'

type Receive = typeof api.offrampCallbacks.receive

/**
 * Takes what the provider tells, whose signature was checked when the body was read. What repeats, comes late or cannot follow is taken
 * too: the provider need not tell it again.
 *
 * @throws UnknownSubjectError when it is about a record that this service does not know, or does not know yet
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
  context.log.info({ provider: offramp.id, kind, status, applied }, 'Took a report of the provider')
  return { success: true }
}
