import { parseArgs } from 'node:util'
import type { Environment } from '../settings.ts'
import { checkSetup } from './checkSetup.ts'
import type { Finding } from './finding.ts'

const LEVELS = { ok: 'ok  ', warn: 'warn', fail: 'FAIL' }

/** Runs the command `check`: prints a line per finding, or JSON with `--json`. Returns false if a check failed. */
export async function runCheck(
  args: readonly string[],
  env: Environment,
  print: (line: string) => void,
): Promise<boolean> {
  const { values } = parseArgs({ args: [...args], options: { json: { type: 'boolean' } } })
  const findings = await checkSetup(env)
  const isUsable = findings.every(({ level }) => level !== 'fail')
  if (values.json === true) print(JSON.stringify({ isUsable, findings }, null, 2))
  else for (const finding of findings) print(describe(finding))
  return isUsable
}

function describe({ check, level, message, remedy }: Finding): string {
  const line = `${LEVELS[level]}  ${check}: ${message}`
  return remedy === null ? line : `${line}\n      ${remedy}`
}
