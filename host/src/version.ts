import packageJson from '../package.json' with { type: 'json' }

/** The version of this release of the host. */
export const VERSION: string = packageJson.version
