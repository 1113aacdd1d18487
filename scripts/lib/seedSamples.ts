import fc from 'fast-check'

/** Before each suite: properties that name no seed of their own take the run's, which `npm test` prints. */
const seed = process.env['TEST_SEED']
if (seed !== undefined) fc.configureGlobal({ seed: Number(seed) })
