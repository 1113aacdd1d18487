import { svg } from 'lit'

/** The icons of the receipt, drawn as icons.ts describes. */
export const receiptIcons = {
  printer: svg`<path d="M7.5 8.5V4h9v4.5M7.5 17H6a2 2 0 0 1-2-2v-4.5a2 2 0 0 1 2-2h12a2 2 0 0 1 2 2V15a2 2 0 0 1-2 2h-1.5"/><path d="M7.5 14h9v6h-9z"/>`,
  download: svg`<path d="M12 4v10.5m0 0 4-4m-4 4-4-4M5 19h14"/>`,
}
