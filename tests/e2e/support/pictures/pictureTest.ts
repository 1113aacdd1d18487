import { copyFile, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { test } from '@playwright/test'

/** The only typefaces of a browser that records pictures. They cover every script that the states show; code is monospaced. */
export const TYPEFACES = { text: 'DejaVu Sans', code: 'DejaVu Sans Mono' } as const

const FILES = ['DejaVuSans', 'DejaVuSans-Bold', 'DejaVuSansMono', 'DejaVuSansMono-Bold']

/**
 * The flags that make a browser draw identical pictures on every machine. The processor draws letters in sRGB, in grey levels and without
 * hinting.
 */
const RASTER = [
  '--font-render-hinting=none',
  '--disable-lcd-text',
  '--force-color-profile=srgb',
  '--disable-gpu',
  '--disable-partial-raster',
  '--disable-skia-runtime-opts',
]

/** Tests whose browser has only the pinned typefaces, and draws them identically on every machine. */
export const pictureTest = test.extend<object, object>({
  launchOptions: [
    async ({ launchOptions }, use) => {
      const folder = await mkdtemp(join(tmpdir(), 'secure-payment-fonts-'))
      await use({
        ...launchOptions,
        args: [...(launchOptions.args ?? []), ...RASTER],
        env: { ...process.env, FONTCONFIG_FILE: await writeFonts(folder) },
      })
      await rm(folder, { recursive: true, force: true })
    },
    { scope: 'worker' },
  ],
})

/** Writes a fontconfig configuration that contains only the folder's typefaces; returns its path. */
async function writeFonts(folder: string): Promise<string> {
  const fonts = dirname(createRequire(import.meta.url).resolve('dejavu-fonts-ttf/package.json'))
  await Promise.all(
    FILES.map((name) => copyFile(join(fonts, 'ttf', `${name}.ttf`), join(folder, `${name}.ttf`))),
  )
  const path = join(folder, 'fonts.conf')
  const names = [
    ...['sans', 'sans-serif', 'serif', 'system-ui'].map((name) => alias(name, TYPEFACES.text)),
    ...['monospace', 'ui-monospace'].map((name) => alias(name, TYPEFACES.code)),
  ]
  await writeFile(
    path,
    `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "urn:fontconfig:fonts.dtd">
<fontconfig>
<dir>${folder}</dir>
<cachedir>${join(folder, 'cache')}</cachedir>
${names.join('\n')}
<match target="pattern"><edit name="family" mode="append_last"><string>${TYPEFACES.text}</string></edit></match>
${['pattern', 'font'].map(plainDrawing).join('\n')}
</fontconfig>
`,
  )
  return path
}

function alias(name: string, family: string): string {
  return `<match target="pattern"><test name="family"><string>${name}</string></test><edit name="family" mode="assign" binding="strong"><string>${family}</string></edit></match>`
}

/** Returns a fontconfig rule for plain drawing: antialiased, without hinting, and without coloured edges. */
function plainDrawing(target: string): string {
  const edit = (name: string, value: string) => `<edit name="${name}" mode="assign">${value}</edit>`
  return [
    `<match target="${target}">`,
    edit('antialias', '<bool>true</bool>'),
    edit('hinting', '<bool>false</bool>'),
    edit('autohint', '<bool>false</bool>'),
    edit('hintstyle', '<const>hintnone</const>'),
    edit('rgba', '<const>none</const>'),
    '</match>',
  ].join('')
}
