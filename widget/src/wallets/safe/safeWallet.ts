import { defineWallet } from '../defineWallet.ts'
import { findSafe } from './findSafe.ts'

/** The Safe that embeds this page. */
export const safeWallet = defineWallet({
  id: 'safe',
  find(_, tell) {
    if (window.parent === window) return
    void findSafe(window).then((found) => found !== null && tell([found]))
  },
})
