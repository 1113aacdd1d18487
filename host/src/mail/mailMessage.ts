import { ensureDefined } from '../ensureDefined.ts'

/** An e-mail in the form that the outbox seals and stores. */
export type MailMessage = { to: string; subject: string; text: string; html: string }

/** One or more lines. `url` is an address of this service; it follows on a separate line, as a link in the HTML. */
type MailParagraph = string | { text: string; url: string }

/** The parts of an e-mail. */
export type MailParts = {
  to: string
  subject: string
  /** The language of the words, such as `de`; English by default. */
  language?: string
  paragraphs: readonly MailParagraph[]
}

/** RFC 5321 section 4.5.3.1.3: a path has at most 256 octets, two of which are its brackets. */
const MAX_ADDRESS_LENGTH = 254
const MAX_SUBJECT_LENGTH = 150

/** The address of an e-mail is not usable; the error message does not contain it. */
class MailAddressError extends Error {
  override readonly name = 'MailAddressError'

  constructor() {
    super('An e-mail has no usable address: it must be one address such as name@example.com.')
  }
}

/** The only style: mail programs drop style sheets. */
const BODY_STYLE =
  'margin: 0 auto; padding: 24px; max-width: 560px; font: 16px/1.5 system-ui, sans-serif; overflow-wrap: anywhere'

/**
 * Writes an e-mail as plain text and as HTML with the same words. Escapes every text, so a merchant's or payer's words are never
 * markup. Removes line breaks from the subject, so the words are never headers. Only a paragraph with a `url` contains a link,
 * which shows the full URL. The HTML loads no files.
 * @throws MailAddressError
 */
export function writeMail({ to, subject, language = 'en', paragraphs }: MailParts): MailMessage {
  if (!isMailAddress(to)) throw new MailAddressError()
  const title = onOneLine(subject)
  return {
    to,
    subject: title,
    text: `${paragraphs.map(writePlain).join('\n\n')}\n`,
    html: `<!doctype html>
<html lang="${language}"${language === 'ar' ? ' dir="rtl"' : ''}>
<head><meta charset="utf-8"><title>${escapeHtml(title)}</title></head>
<body style="${BODY_STYLE}">
${paragraphs.map(writeHtml).join('\n')}
</body>
</html>
`,
  }
}

function writePlain(paragraph: MailParagraph): string {
  return typeof paragraph === 'string' ? paragraph : `${paragraph.text}\n${paragraph.url}`
}

function writeHtml(paragraph: MailParagraph): string {
  if (typeof paragraph === 'string') return `<p>${escapeHtml(paragraph)}</p>`
  const { text, url } = paragraph
  return `<p>${escapeHtml(text)}<br>\n<a href="${escapeHtml(url)}">${escapeHtml(url)}</a></p>`
}

/** Returns whether a string is one bare address of characters that no header or SMTP command treats specially. */
export function isMailAddress(text: string): boolean {
  return (
    text.length <= MAX_ADDRESS_LENGTH &&
    /^[^\p{C}\s<>()[\]\\,;:@"]+@[^\p{C}\s<>()[\]\\,;:@"]+$/u.test(text)
  )
}

/** Replaces control and format characters, including line breaks, and shortens the text to whole characters. */
function onOneLine(text: string): string {
  const line = text.replace(/[\p{C}\p{Zl}\p{Zp}]+/gu, ' ').trim()
  return [...line].slice(0, MAX_SUBJECT_LENGTH).join('')
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

function escapeHtml(text: string): string {
  return text
    .replace(/[&<>"']/g, (character) =>
      ensureDefined(ENTITIES[character], 'The entity of a character'),
    )
    .replace(/\r\n?|\n/g, '<br>\n')
}
