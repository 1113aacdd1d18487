/**
 * The roles in VitePress' search box, and their replacements. VitePress' box is a button around other controls, and each result is an
 * option around a link. On this site, the box is a dialog, its field a combobox, and each link an option.
 */
const REPLACEMENTS: readonly (readonly [found: string, replacement: string])[] = [
  ['role="button"', 'role="dialog" aria-modal="true"'],
  [`:aria-owns="results?.length ? 'localsearch-list' : undefined"`, ''],
  ['aria-expanded="true"', ''],
  ['aria-haspopup="listbox"', ''],
  ['type="search"', 'type="search" role="combobox" :aria-expanded="results?.length > 0"'],
  [`:id="'localsearch-item-' + index"`, ''],
  [`:aria-selected="selectedIndex === index ? 'true' : 'false'"`, ''],
  ['role="option"', 'role="presentation"'],
  [
    `:aria-label="[...p.titles, p.title].join(' > ')"`,
    `:id="'localsearch-item-' + index" :aria-selected="selectedIndex === index" role="option"`,
  ],
  ['class="title-icon"', 'class="title-icon" aria-hidden="true"'],
  ['<kbd :aria-label', '<kbd role="img" :aria-label'],
]

/**
 * Returns a Vite plugin that corrects the roles of VitePress' search box.
 *
 * @throws Error if a new version of VitePress has a different search box
 */
export function accessibleSearch() {
  return {
    name: 'accessible-search',
    enforce: 'pre' as const,
    transform(code: string, id: string): string | undefined {
      if (!id.endsWith('/VPLocalSearchBox.vue')) return undefined
      return REPLACEMENTS.reduce((text, [found, replacement]) => {
        if (!text.includes(found)) throw new Error(`VitePress' search box has no ${found}.`)
        return text.replaceAll(found, replacement)
      }, code)
    },
  }
}
