import { join } from 'node:path'

const SOURCE = join(import.meta.dirname, '../../../../host/src')

/**
 * Returns the path of the host's program, or of its command line, to start it as a process with the condition `@secure-payment/source`.
 * It is the source, or a bundle of it in the folder `HOST_BUNDLE`, which starts faster.
 */
export function hostFile(name: 'main' | 'cli'): string {
  const bundle = process.env['HOST_BUNDLE']
  return bundle ? join(bundle, `${name}.js`) : join(SOURCE, `${name}.ts`)
}
