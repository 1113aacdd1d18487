import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { type Config, ConfigError, loadConfig } from '../config.ts'
import { BUILD_FOLDERS, type BuildFolders } from '../folders.ts'
import type { Environment } from '../settings.ts'
import { checkAgreement } from './checkAgreement.ts'
import { checkDatabase } from './checkDatabase.ts'
import { checkHttpTime } from './checkHttpTime.ts'
import { checkKey } from './checkKey.ts'
import { checkMail } from './checkMail.ts'
import { checkNetworks } from './checkNetworks.ts'
import { checkRelayer } from './checkRelayer.ts'
import { checkStorage } from './checkStorage.ts'
import { checkWebhooks } from './checkWebhooks.ts'
import { type Finding, fail, ok, warn } from './finding.ts'
import { loopbackPort } from './loopbackPort.ts'

/** The port of an `http:` URL that names none. */
const HTTP_PORT = 80

/**
 * Checks everything that a host needs before it starts: its settings, nodes, contracts, clock, database, mail server and pages. Writes
 * nothing. Without usable settings, only these are checked.
 */
export async function checkSetup(
  env: Environment,
  { now = () => new Date(), builds = BUILD_FOLDERS } = {},
): Promise<Finding[]> {
  let config: Config
  try {
    config = loadConfig(env)
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    return error.problems.map((problem) =>
      fail('settings', `${problem}.`, 'Correct the setting; .env.example describes each of them.'),
    )
  }
  const found = await Promise.all([
    checkSettings(config),
    checkNetworks(config.networks, now),
    ...config.networks.map(checkAgreement),
    checkHttpTime(config.networks, now),
    checkRelayer(config),
    checkDatabase(config.databaseUrl, now),
    checkKey(config),
    checkStorage(config),
    checkMail(config.mail),
    checkWebhooks(config),
    checkPages(builds),
  ])
  return found.flat()
}

function checkSettings(config: Config): Finding[] {
  const { unservedVariables, encryptionKey, baseUrl, trustedProxies, port } = config
  const findings = [ok('settings', 'Every setting is valid.')]
  if (unservedVariables.length > 0) {
    findings.push(
      warn(
        'settings',
        `The networks of ${unservedVariables.join(', ')} are not served.`,
        'Add them to PAY_NETWORKS, or remove the settings.',
      ),
    )
  }
  const ownPort = trustedProxies === 0 ? loopbackPort(baseUrl) : null
  if (ownPort !== null && Number(ownPort || HTTP_PORT) !== port) {
    findings.push(
      warn(
        'settings',
        `PAY_BASE_URL is ${baseUrl}, but the host listens on port ${port}.`,
        'Set PAY_PORT to the port of PAY_BASE_URL, unless a proxy or a container maps the port.',
      ),
    )
  }
  const isPublic = baseUrl.startsWith('https:')
  if (isPublic && trustedProxies === 0) {
    findings.push(
      warn(
        'settings',
        'PAY_TRUSTED_PROXIES is 0, so all callers behind a proxy count as one.',
        'Set it to the number of proxies in front of the host; usually 1.',
      ),
    )
  }
  if (isPublic && encryptionKey === null) {
    findings.push(
      warn(
        'settings',
        'PAY_ENCRYPTION_KEY is unset, so a stolen copy of the database reveals its secrets.',
        'Set it before the first start, and keep it apart from backups.',
      ),
    )
  }
  return findings
}

function checkPages(builds: BuildFolders): Finding[] {
  const files = { element: 'integrity.json', console: 'index.html', guides: 'index.html' }
  const missing = (['element', 'console', 'guides'] as const).filter(
    (name) => !existsSync(join(builds[name], files[name])),
  )
  return missing.length === 0
    ? [ok('pages', 'The payment page, the console and the guides are built.')]
    : [
        warn(
          'pages',
          `The host serves no ${missing.join(', ')}.`,
          'Run npm run build, then start the host.',
        ),
      ]
}
