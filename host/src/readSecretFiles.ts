import { readFileSync } from 'node:fs'
import { networks } from '@secure-payment/core/networks'
import { type Environment, secretNames, settingNames } from './settings.ts'

const SUFFIX = '_FILE'

/**
 * Replaces each variable `<NAME>_FILE` of a secret setting with `<NAME>` and the content of the file, as containers receive secrets. Adds a
 * problem for a file that cannot be read or is empty, and for a secret that is given in both ways.
 */
export function readSecretFiles(given: Environment, problems: string[]): Environment {
  const ids = networks.map(({ id }) => id)
  const secrets = new Set(secretNames(ids))
  const settings = new Set(settingNames(ids))
  const env: Record<string, string | undefined> = { ...given }
  for (const [variable, value] of Object.entries(given)) {
    const name = variable.slice(0, -SUFFIX.length)
    const path = value?.trim()
    if (!variable.endsWith(SUFFIX) || !secrets.has(name) || settings.has(variable)) continue
    delete env[variable]
    if (!path) continue
    if (given[name]?.trim()) {
      problems.push(`${variable} and ${name} are both set: remove one of them`)
      continue
    }
    const content = readSecret(path)
    if ('problem' in content) problems.push(`${variable} names a file that ${content.problem}`)
    else env[name] = content.secret
  }
  return env
}

function readSecret(path: string): { secret: string } | { problem: string } {
  try {
    const secret = readFileSync(path, 'utf8').trim()
    return secret === '' ? { problem: 'is empty' } : { secret }
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown error'
    return { problem: `cannot be read (${code})` }
  }
}
