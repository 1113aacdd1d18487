import { rmSync } from 'node:fs'
import { run } from './lib/run.ts'

/**
 * Compiles the package in the working directory into its `dist`, without files of earlier builds: the script `build` of a package.
 * `TYPES_CHECKED` skips the type check: `npm test` has checked the same sources before it builds.
 */
rmSync('dist', { recursive: true, force: true })
const unchecked = process.env['TYPES_CHECKED'] === undefined ? [] : ['--noCheck']
process.exitCode = await run(['tsc', '-p', 'tsconfig.build.json', ...unchecked], {})
