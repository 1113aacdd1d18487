import type { Means } from './judgeMeans.ts'

/** What metadata tells of a payer's means. Without a wallet, or a node that knows it, both report true and `balanceChecked` false. */
export function describeMeans(means: Means | null) {
  return {
    hasEnoughBalance: means?.hasEnoughBalance ?? true,
    hasEnoughGas: means?.hasEnoughGas ?? true,
    balanceChecked: means !== null,
  }
}
