import { join } from 'node:path'

const SOURCE = join(import.meta.dirname, '../../../../host/src')

/**
 * Returns the path of the host's program or of its command line. The path leads to the source, which needs the condition
 * `@secure-payment/source`, or to a bundle in the folder `HOST_BUNDLE`, which starts faster.
 */
export function hostFile(name: 'main' | 'cli'): string {
  const bundle = process.env['HOST_BUNDLE']
  return bundle ? join(bundle, `${name}.js`) : join(SOURCE, `${name}.ts`)
}
