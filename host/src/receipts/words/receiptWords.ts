import type { PageLanguage } from '../../http/pageWords.ts'
import { ar } from './ar.ts'
import { de } from './de.ts'
import { en } from './en.ts'
import { es } from './es.ts'
import { fr } from './fr.ts'
import { it } from './it.ts'
import { ja } from './ja.ts'
import { ko } from './ko.ts'
import { nl } from './nl.ts'
import { pt } from './pt.ts'
import { tr } from './tr.ts'
import type { ReceiptWords } from './words.ts'
import { zh } from './zh.ts'

/** The words of receipts by language. */
export const receiptWords: Readonly<Record<PageLanguage, ReceiptWords>> = {
  en,
  ar,
  de,
  es,
  fr,
  it,
  ja,
  ko,
  nl,
  pt,
  tr,
  zh,
}
