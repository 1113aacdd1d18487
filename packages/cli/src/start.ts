import { createProcessIo } from './processIo.ts'
import { run } from './run.ts'

// A reader such as `head` may close the pipe before the output ends.
process.stdout.on('error', (error) =>
  process.exit('code' in error && error.code === 'EPIPE' ? 0 : 1),
)
process.exitCode = await run(process.argv.slice(2), createProcessIo())
