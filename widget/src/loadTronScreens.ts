import { loadPart } from './loadPart.ts'
import type { TronScreens } from './views/flow.ts'

/** Loads the screens of payments on Tron. */
export function loadTronScreens(): Promise<TronScreens> {
  return loadPart('tronScreens', () => import('./tron/views/tronScreens.ts'))
}
