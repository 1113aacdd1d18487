import { readFileSync } from 'node:fs'
import { parseEnv } from 'node:util'
import type { Environment } from './settings.ts'

/**
 * Returns an environment with the settings of a file of `NAME=value` lines; the environment's own settings take precedence. Other variables
 * in the file have no effect. A missing file adds nothing, unless `isRequired`. Removes the quotes that `init` writes from the
 * environment's values, because `docker run --env-file` keeps them.
 *
 * @throws the system's error if the file cannot be read
 */
export function addSettings(
  env: Environment,
  { file, isRequired }: { file: string; isRequired: boolean },
): { env: Environment; names: readonly string[] } {
  const entries = Object.entries(readSettings(file, isRequired)).filter(
    ([name]) => /^(?:PAY|OTEL)_/.test(name) && env[name] === undefined,
  )
  const own = Object.entries(env).map(([name, value]) => [
    name,
    name.startsWith('PAY_') ? value?.replace(/^'(.*)'$/, '$1') : value,
  ])
  return {
    env: { ...Object.fromEntries(own), ...Object.fromEntries(entries) },
    names: entries.map(([name]) => name),
  }
}

function readSettings(file: string, isRequired: boolean): Environment {
  try {
    return parseEnv(readFileSync(file, 'utf8'))
  } catch (error) {
    const isMissing = error instanceof Error && 'code' in error && error.code === 'ENOENT'
    if (isMissing && !isRequired) return {}
    throw error
  }
}
