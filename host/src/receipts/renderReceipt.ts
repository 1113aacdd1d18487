import { escapeHtml } from '../http/escapeHtml.ts'
import type { ReceiptDocument, ReceiptRow, ReceiptSection } from './receiptDocument.ts'
import type { ReceiptWords } from './words/words.ts'

/** Renders a receipt's card: the same content as its PDF, as HTML that needs no script. */
export function renderReceipt(
  document: ReceiptDocument,
  page: { words: ReceiptWords; pdfPath: string },
): string {
  const { state, note, amount, order, sums, sections } = document
  const explained = note === null ? '' : `<p class="note">${escapeHtml(note)}</p>\n`
  return `<article class="receipt">
${renderHeader(document)}<div class="lead"><h1>${escapeHtml(document.title)}</h1>
<p class="amount">${isolate(amount)}</p>
<p class="state ${state.code}">${escapeHtml(state.text)}</p></div>
${explained}${renderOrder(order)}<dl class="sums">${sums.map(renderRow).join('')}</dl>
${sections.map(renderSection).join('')}${renderActions(document, page)}</article>
`
}

function renderHeader({ merchant, testNetwork }: ReceiptDocument): string {
  const { name, domain, logo } = merchant
  const image =
    logo !== null
      ? `<img class="logo" src="${escapeHtml(logo.url)}" alt="">`
      : name === null
        ? ''
        : `<span class="logo" aria-hidden="true">${escapeHtml([...name].slice(0, 1).join(''))}</span>`
  const named = name === null ? '' : `<bdi>${escapeHtml(name)}</bdi>`
  const proved = domain === null ? '' : `<bdi class="muted" dir="ltr">${escapeHtml(domain)}</bdi>`
  const badge = testNetwork === null ? '' : `<span class="badge">${escapeHtml(testNetwork)}</span>`
  if (`${image}${named}${proved}${badge}` === '') return ''
  return `<header><div class="merchant">${image}<div>${named}${proved}</div></div>${badge}</header>\n`
}

function renderOrder({ title, texts, lines }: ReceiptDocument['order']): string {
  const heading = title === null ? '' : `<h2>${isolate(title)}</h2>\n`
  const paragraphs = texts.map((text) => `<p class="text">${isolate(text)}</p>\n`).join('')
  const items = lines.map(
    ({ name, detail, total }) =>
      `<li><span>${isolate(name)}<small class="muted">${escapeHtml(detail)}</small></span><span>${isolate(total)}</span></li>`,
  )
  const list = items.length === 0 ? '' : `<ul>${items.join('')}</ul>\n`
  const content = `${heading}${paragraphs}${list}`
  return content === '' ? '' : `<section class="order">${content}</section>\n`
}

function renderSection({ heading, groups }: ReceiptSection): string {
  const lists = groups.map((rows) => `<dl>${rows.map(renderRow).join('')}</dl>`)
  return `<section><h2>${escapeHtml(heading)}</h2>${lists.join('')}</section>\n`
}

function renderRow({ label, value, href, time, isCode, isStrong }: ReceiptRow): string {
  const text = isCode ? `<bdi class="code" dir="ltr">${escapeHtml(value)}</bdi>` : isolate(value)
  const dated =
    time === null ? text : `<time datetime="${escapeHtml(time)}">${escapeHtml(value)}</time>`
  const linked =
    href === null
      ? dated
      : `<a href="${escapeHtml(href)}" target="_blank" rel="noopener noreferrer">${dated}</a>`
  return `<div${isStrong ? ' class="strong"' : ''}><dt>${escapeHtml(label)}</dt><dd>${linked}</dd></div>`
}

/** The script shows the print button, which does nothing without the script. */
function renderActions(
  { merchant: { contacts } }: ReceiptDocument,
  { words, pdfPath }: { words: ReceiptWords; pdfPath: string },
): string {
  const links = contacts.map(({ label, url }) => {
    const target = url.startsWith('mailto:') ? '' : ' target="_blank" rel="noopener noreferrer"'
    return `<a href="${escapeHtml(url)}"${target}>${isolate(label)}</a>`
  })
  const reach = links.length === 0 ? '' : `<p class="contact">${links.join('')}</p>`
  return `<footer class="actions"><a class="button primary" href="${escapeHtml(pdfPath)}">${escapeHtml(words.downloadPdf)}</a><button class="button" type="button" hidden>${escapeHtml(words.print)}</button>${reach}</footer>\n`
}

/** Isolates text, so that it cannot reorder the text around it. */
function isolate(text: string): string {
  return `<bdi>${escapeHtml(text)}</bdi>`
}
