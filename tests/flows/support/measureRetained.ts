import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

/**
 * Returns the bytes of the heap and of buffers that are still referenced. Unlike the process's resident size, these bytes exclude garbage
 * that a busy machine has not collected yet.
 */
export function measureRetained(): number {
  setFlagsFromString('--expose-gc')
  const collect: () => void = runInNewContext('gc')
  // The second pass frees the objects that finalizers of the first pass released.
  collect()
  collect()
  const { heapUsed, external } = process.memoryUsage()
  return heapUsed + external
}
