#!/usr/bin/env node
/**
 * The program of the package, at the edge of the process like `main.ts`: starts the host, or runs a command of `cli.ts`. It adds the
 * settings of `.env` in the current folder to the environment.
 */
import { addSettings } from './addSettings.ts'
import { readEnvFile } from './readEnvFile.ts'
import { requireNode } from './requireNode.ts'

requireNode('Install one from https://nodejs.org.')

// With the source maps of the package, each line of a stack trace names its source.
process.setSourceMapsEnabled(true)

const { hasFlag, file, args } = readEnvFile(process.argv.slice(2))
// `cli.ts` reads the command from `process.argv`.
process.argv.splice(2, Number.POSITIVE_INFINITY, ...args)
const [command, ...others] = args
const isStart = command === undefined || command === 'start'
if ((hasFlag && file === undefined) || (isStart && others.length > 0)) {
  console.error('Usage: secure-payment-host [--env-file <path>] [start | <command>]')
  process.exit(2)
}

try {
  const added = addSettings(process.env, { file: file ?? '.env', isRequired: hasFlag })
  // `init` writes the file, and its checks of the new settings must not depend on an earlier file.
  if (command !== 'init') Object.assign(process.env, added.env)
} catch (error) {
  console.error(error instanceof Error ? `The settings cannot be read: ${error.message}` : error)
  process.exit(1)
}

if (isStart) await import('./main.ts')
else await import('./cli.ts')
