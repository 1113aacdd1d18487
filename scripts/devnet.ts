import { main } from '../packages/devnet/src/cli.ts'

/** `npm run devnet`: see packages/devnet/src/cli.ts. */
process.exitCode = await main(process.argv.slice(2)).catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error)
  return 1
})
