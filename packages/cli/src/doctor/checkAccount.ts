import type { Caller } from '../account/connect.ts'
import { type Finding, ok, warn } from './finding.ts'

/**
 * A larger difference between the clocks of host and command is a finding. Receivers reject signatures by their time, and links expire by
 * the host's clock.
 */
const MAX_SKEW_MS = 30_000
const EXPIRES_SOON_MS = 7 * 24 * 3_600_000

/** Checks the key's account. `sentAt` and `receivedAt` are this machine's times around the call. */
export function checkAccount(
  { merchant, apiKey, service, time }: Caller,
  facts: { url: string; version: string; sentAt: Date; receivedAt: Date },
): Finding[] {
  const { url, version, sentAt, receivedAt } = facts
  const findings = [
    ok('key', `${apiKey.label} of ${merchant.name || merchant.id}: ${apiKey.scopes.join(', ')}.`),
  ]
  const endsInMs =
    apiKey.expiresAt === null ? null : Date.parse(apiKey.expiresAt) - Date.parse(time)
  if (endsInMs !== null && endsInMs < EXPIRES_SOON_MS) {
    const hint = 'Create another key in the console: secure-payment open console.'
    findings.push(warn('key', `expires at ${apiKey.expiresAt}.`, hint))
  }
  findings.push(
    service.version === version
      ? ok('version', `${version}, like the host’s.`)
      : warn(
          'version',
          `${version}; the host’s is ${service.version}.`,
          'Install the host’s version.',
        ),
  )
  const middleMs = (sentAt.getTime() + receivedAt.getTime()) / 2
  const skewS = Math.round((middleMs - Date.parse(time)) / 1_000)
  const isNear = Math.abs(skewS) * 1_000 <= MAX_SKEW_MS
  findings.push(
    isNear
      ? ok('clock', `differs by ${Math.abs(skewS)} s from the host’s.`)
      : warn(
          'clock',
          `is ${Math.abs(skewS)} s ${skewS > 0 ? 'ahead of' : 'behind'} the host’s.`,
          'Synchronise the clocks of this machine and the host.',
        ),
  )
  if (new URL(service.apiUrl).host !== new URL(url).host) {
    const hint = 'The operator sets it as PAY_BASE_URL; links and documents contain it.'
    findings.push(
      warn('origin', `the host returns ${service.apiUrl} as its URL, not ${url}.`, hint),
    )
  }
  return findings
}
