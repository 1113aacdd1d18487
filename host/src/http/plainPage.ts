import type { RequestHandler } from 'express'
import helmet from 'helmet'

/** The path of the style sheet for plain pages. */
export const PLAIN_PAGE_STYLE = '/errors/errors.css'

/** Sets a plain page's headers: it may load only its style sheet. */
export const securePlainPage: RequestHandler = helmet({
  contentSecurityPolicy: {
    useDefaults: false,
    directives: {
      defaultSrc: ["'none'"],
      styleSrc: ["'self'"],
      imgSrc: ['data:'],
      baseUri: ["'none'"],
      formAction: ["'none'"],
      frameAncestors: ["'none'"],
    },
  },
  xFrameOptions: { action: 'deny' },
  strictTransportSecurity: false,
})

/** Writes a page of text; `title`, `main` and the additions to `head` are HTML. */
export function renderPlainPage(title: string, main: string, head = ''): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title} · Secure Payment</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="${PLAIN_PAGE_STYLE}">
${head}</head>
<body>
<main>
${main}
</main>
</body>
</html>
`
}
