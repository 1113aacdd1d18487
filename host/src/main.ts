/** The host's entry point. Only this file reads the environment, listens for signals or exits. */
import { enableCompileCache, flushCompileCache } from 'node:module'
import { CODE_CACHE_FOLDER } from './folders.ts'
import type { Logger } from './log.ts'
import { requireNode } from './requireNode.ts'

requireNode('Use `npm run host`, which brings its own.')

// If the folder is writable, code that an earlier start compiled is read from disk.
enableCompileCache(CODE_CACHE_FOLDER)

// The host is loaded only now, because an older Node would crash in native modules before this file could log the reason.
const { ConfigError, loadConfig } = await import('./config.ts')
const { DatabaseLostError, DatabaseNotOpenError, MigrationFailedError, NewerSchemaError } =
  await import('./db/errors.ts')
const { createLogger } = await import('./log.ts')
const { PortNotOpenError } = await import('./portNotOpenError.ts')
const { startHost } = await import('./startHost.ts')
const { KmsError } = await import('./kms/errors.ts')
const { unsealEnvironment } = await import('./unsealEnvironment.ts')

// A closed output or a full disk must not end the host.
process.stdout.on('error', () => {})
process.stderr.on('error', () => {})

let log: Logger | null = null
process.on('uncaughtException', (error) => end(error, 'Ended by an uncaught error'))
process.on('unhandledRejection', (error) => end(error, 'Ended by an unhandled rejection'))

try {
  await unsealEnvironment(process.env)
  const config = loadConfig(process.env)
  log = createLogger(config.logLevel)
  const host = await startHost(config, { log })
  const stop = () => {
    host[Symbol.asyncDispose]().then(
      () => {
        log?.info('Stopped')
        process.exit(0)
      },
      (error: unknown) => {
        console.error(error)
        process.exit(1)
      },
    )
  }
  process.once('SIGTERM', stop)
  process.once('SIGINT', stop)
  console.log(`Secure Payment is ready at ${host.url}`)
  flushCompileCache()
} catch (error) {
  const isExplained =
    error instanceof ConfigError ||
    error instanceof KmsError ||
    error instanceof DatabaseLostError ||
    error instanceof DatabaseNotOpenError ||
    error instanceof MigrationFailedError ||
    error instanceof NewerSchemaError ||
    error instanceof PortNotOpenError
  console.error(isExplained ? error.message : error)
  process.exit(1)
}

/** Logs the reason and exits, because the state of the process is now unknown; its supervisor restarts it. */
function end(error: unknown, message: string): never {
  if (log?.isLevelEnabled('fatal')) log.fatal({ err: error }, message)
  else console.error(message, error)
  process.exit(1)
}
