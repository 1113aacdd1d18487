import { setTimeout as delay } from 'node:timers/promises'
import type { api, Output } from '@secure-payment/core/api'
import { NotReadyError, type ShownFinding } from '../http/notReadyError.ts'
import type { ReadinessCheck, ReadinessContext, ReadinessFacts } from './readinessCheck.ts'
import { readinessChecks } from './readinessChecks.ts'
import { createSilences, readNetworkHealth, type Silences } from './readNetworkHealth.ts'

type Readiness = Output<typeof api.health.readyz>
type Answer = Readiness | NotReadyError

/** A result is reused for this time, because the path is public and calls must be cheap. */
const KEPT_MS = 1_000
/** The deadline for the database's response. */
const DATABASE_MS = 3_000

const NO_DATABASE: ShownFinding = {
  check: 'database',
  network: null,
  message: 'The database does not respond. Check whether the server runs and can be reached.',
}

/**
 * Decides whether this host should receive calls: runs the checks at most once per second, for any number of calls,
 * without writes. The returned function throws NotReadyError while a check fails.
 */
export function createReadiness(
  context: ReadinessContext,
  checks: readonly ReadinessCheck[] = readinessChecks,
): () => Promise<Readiness> {
  let running: Promise<Answer> | null = null
  let kept: { answer: Answer; untilMs: number } | null = null
  const logChange = createChangeLog(context)
  const silences = createSilences()
  const look = async (): Promise<Answer> => {
    try {
      const answer = await findAnswer(context, { checks, silences })
      logChange(answer)
      kept = { answer, untilMs: performance.now() + KEPT_MS }
      return answer
    } finally {
      running = null
    }
  }
  return async () => {
    if (kept === null || performance.now() >= kept.untilMs) running ??= look()
    const answer = await (running ?? kept?.answer)
    if (answer === undefined || answer instanceof NotReadyError) throw answer
    return answer
  }
}

async function findAnswer(
  context: ReadinessContext,
  { checks, silences }: { checks: readonly ReadinessCheck[]; silences: Silences },
): Promise<Answer> {
  let facts: ReadinessFacts
  try {
    const networks = await within(DATABASE_MS, readNetworkHealth(context, silences))
    facts = { context, networks }
  } catch (cause) {
    return new NotReadyError({ failures: [NO_DATABASE], warnings: [], networks: [], cause })
  }
  const found = await Promise.all(checks.map((check) => runCheck(check, facts)))
  const failures = found.flatMap(({ level, findings }) => (level === 'failure' ? findings : []))
  const warnings = found.flatMap(({ level, findings }) => (level === 'warning' ? findings : []))
  const { networks } = facts
  if (failures.length > 0) return new NotReadyError({ failures, warnings, networks })
  const clock = context.clock?.standing() ?? { source: 'machine' as const, skewMs: 0 }
  return { status: 'ready', database: 'ok', networks: [...networks], clock, warnings }
}

async function runCheck(
  { name, level, run }: ReadinessCheck,
  facts: ReadinessFacts,
): Promise<{ level: ReadinessCheck['level']; findings: ShownFinding[] }> {
  try {
    const findings = await within(DATABASE_MS, Promise.resolve(run(facts)))
    return {
      level,
      findings: findings.map(({ network = null, message }) => ({ check: name, network, message })),
    }
  } catch (error) {
    facts.context.log.error({ err: error, check: name }, 'Failed a readiness check')
    const message = 'The check failed. See the log for the reason.'
    return { level: 'warning', findings: [{ check: name, network: null, message }] }
  }
}

/** Limits the wait for a response, so that a database server that hangs does not block callers. */
async function within<T>(durationMs: number, answer: Promise<T>): Promise<T> {
  const given = new AbortController()
  const late = delay(durationMs, null, { signal: given.signal, ref: false }).then(() => {
    throw new Error(`No result within ${durationMs} ms.`)
  })
  try {
    return await Promise.race([answer, late])
  } finally {
    given.abort()
  }
}

/** Logs each change of state once, not each response. */
function createChangeLog({ log }: Pick<ReadinessContext, 'log'>): (answer: Answer) => void {
  let last = ''
  return (answer) => {
    const isReady = !(answer instanceof NotReadyError)
    const state = isReady ? 'ready' : answer.message
    if (state === last) return
    last = state
    if (isReady) log.info({ warnings: answer.warnings }, 'Became ready')
    else log.warn({ err: answer, ...answer.problemMembers }, 'Became not ready')
  }
}
