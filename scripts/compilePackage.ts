import { rmSync } from 'node:fs'
import { run } from './lib/run.ts'

/** Compiles the package in the working directory into its `dist`, without files of earlier builds: the script `build` of a package. */
rmSync('dist', { recursive: true, force: true })
process.exitCode = await run(['tsc', '-p', 'tsconfig.build.json'], {})
