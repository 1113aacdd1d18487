#!/usr/bin/env node
/**
 * The program of the package, at the edge of the process like `main.ts`: starts the host, or runs a command of `cli.ts`. It adds the
 * settings of `.env` in the current folder to the environment.
 */
import { addSettings } from './addSettings.ts'
import { requireNode } from './requireNode.ts'

requireNode('Install one from https://nodejs.org.')

const [first, file, ...others] = process.argv.slice(2)
if (first === '--env-file' && file !== undefined) process.argv.splice(2, 2)
const [command] = first === '--env-file' ? others : [first]

try {
  const named = first === '--env-file' && file !== undefined ? file : null
  const added = addSettings(process.env, { file: named ?? '.env', isRequired: named !== null })
  // `init` writes the file, and its checks of the new settings must not depend on an earlier one.
  if (command !== 'init') Object.assign(process.env, added.env)
} catch (error) {
  console.error(error instanceof Error ? `The settings cannot be read: ${error.message}` : error)
  process.exit(1)
}

if (command === undefined || command === 'start') await import('./main.ts')
else await import('./cli.ts')
