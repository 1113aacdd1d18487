import { html, nothing, type TemplateResult } from 'lit'
import { encodeQr, type QrMatrix, QrTooLongError } from '../../qr/encodeQr.ts'

/** The width of the light margin, in modules, that cameras need to find a code: ISO/IEC 18004 requires four. */
const QUIET_MODULES = 4

/**
 * Renders a QR code as SVG: dark on white in every theme, because cameras need it. `label` describes it to screen readers. Renders
 * nothing for text that no code can hold: the payer can copy the link instead.
 */
export function renderQr(text: string, label: string): TemplateResult | typeof nothing {
  const drawing = drawQr(text)
  if (drawing === null) return nothing
  const { path, size } = drawing
  return html`<div class="code"><svg part="qr" class="qr" role="img" aria-label=${label} viewBox="0 0 ${size} ${size}" shape-rendering="crispEdges">
    <path fill="#fff" d="M0 0h${size}v${size}H0z"/><path fill="#000" d=${path}/>
  </svg></div>`
}

/** The last code, cached because every update of the card renders it again. */
let last: { readonly text: string; readonly path: string; readonly size: number } | null = null

function drawQr(text: string): typeof last {
  if (last?.text === text) return last
  const matrix = encodeOrNull(text)
  last = matrix && {
    text,
    path: matrix.map(drawRow).join(''),
    size: matrix.length + QUIET_MODULES * 2,
  }
  return last
}

function encodeOrNull(text: string): QrMatrix | null {
  try {
    return encodeQr(text)
  } catch (error) {
    if (!(error instanceof QrTooLongError)) throw error
    return null
  }
}

/** Draws each run of dark modules in a row as one rectangle. */
function drawRow(row: QrMatrix[number], y: number): string {
  const line = row.map(Number).join('')
  return [...line.matchAll(/1+/g)]
    .map(({ index, 0: run }) => {
      const [left, top] = [index + QUIET_MODULES, y + QUIET_MODULES]
      return `M${left} ${top}h${run.length}v1H${left}z`
    })
    .join('')
}
