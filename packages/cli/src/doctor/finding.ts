/** The result of one check. `hint` names the next step for a finding that is not `ok`. */
export type Finding = {
  check: string
  level: 'ok' | 'warn' | 'fail'
  message: string
  hint?: string
}

/** Returns a finding without a problem. */
export function ok(check: string, message: string): Finding {
  return { check, level: 'ok', message }
}

/** Returns a finding that needs attention, although the host is usable. */
export function warn(check: string, message: string, hint: string): Finding {
  return { check, level: 'warn', message, hint }
}

/** Returns a finding that makes the host or the key unusable. */
export function fail(check: string, message: string, hint: string): Finding {
  return { check, level: 'fail', message, hint }
}
