import { type SVGTemplateResult, svg } from 'lit'
import type { Product } from '../../server/catalogue.ts'

/** Line drawings of the shop's products. */
export const artwork: { readonly [A in Product['art']]: SVGTemplateResult } = {
  beans: svg`<path d="M34 24h52l6 14v62a8 8 0 0 1-8 8H36a8 8 0 0 1-8-8V38z"/><path d="M28 38h64M34 24l4-10h44l4 10"/><ellipse cx="60" cy="74" rx="14" ry="20" transform="rotate(24 60 74)"/><path d="M52 91c2-14 14-20 16-34"/>`,
  tin: svg`<rect x="30" y="34" width="60" height="74" rx="8"/><path d="M26 34h68V24a6 6 0 0 0-6-6H32a6 6 0 0 0-6 6z"/><path d="M30 56h60M30 88h60"/><path d="m50 76 7-10 6 7 5-5 6 8z"/>`,
  cup: svg`<path d="M28 44h58v34a24 24 0 0 1-24 24H52a24 24 0 0 1-24-24z"/><path d="M86 52h8a12 12 0 0 1 0 24h-8"/><path d="M44 32c-4-6 4-8 0-14M58 32c-4-6 4-8 0-14M72 32c-4-6 4-8 0-14"/><path d="M28 62c10 6 20-6 30 0s20-6 28 0"/>`,
  filter: svg`<path d="M24 34h72L70 84v10H50V84z"/><path d="M38 106h44M46 94h28l4 12H42z"/><path d="M42 40l12 38M60 40v38M78 40 66 78"/>`,
  kettle: svg`<path d="M40 52h44l8 48a6 6 0 0 1-6 7H38a6 6 0 0 1-6-7z"/><path d="M34 88C20 86 22 60 12 54l6-6c12 6 12 20 20 26"/><path d="M84 56c18-2 24 8 20 34"/><path d="M46 52c0-8 32-8 32 0M62 44v-8"/>`,
  grinder: svg`<rect x="42" y="42" width="36" height="66" rx="8"/><path d="M42 62h36M48 42V32h24v10M60 32V18h32"/><circle cx="94" cy="18" r="6"/><path d="M42 88h36"/>`,
}
