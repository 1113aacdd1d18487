import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

/**
 * Bytes of the heap and of buffers that are still referenced. Unlike the process's resident size this does not grow with what a
 * busy machine has not collected yet.
 */
export function measureRetained(): number {
  setFlagsFromString('--expose-gc')
  const collect: () => void = runInNewContext('gc')
  // The second pass frees what finalizers of the first let go.
  collect()
  collect()
  const { heapUsed, external } = process.memoryUsage()
  return heapUsed + external
}
