import fc from 'fast-check'

/** Runs before each suite: properties without a seed use the seed of the run, which `npm test` prints. */
const seed = process.env['TEST_SEED']
if (seed !== undefined) fc.configureGlobal({ seed: Number(seed) })
