/* Shows the receipt's times in the payer's time zone, here and in its PDF, and prints the page. */
const zone = Intl.DateTimeFormat().resolvedOptions().timeZone
const language = `${document.documentElement.lang}-u-nu-latn`
const written = new Intl.DateTimeFormat(language, {
  year: 'numeric',
  month: 'long',
  day: 'numeric',
  hour: 'numeric',
  minute: '2-digit',
  timeZoneName: 'short',
})
for (const time of document.querySelectorAll('time')) {
  time.textContent = written.format(Date.parse(time.dateTime))
}

const download = document.querySelector('a.primary')
if (download && zone) {
  const url = new URL(download.href)
  url.searchParams.set('zone', zone)
  download.href = url.href
}

const print = document.querySelector('button')
if (print) {
  print.hidden = false
  print.addEventListener('click', () => window.print())
}
