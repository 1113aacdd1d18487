import { describe, expect, it } from 'vitest'
import { displayWidth, shorten } from './displayWidth.ts'
import { formatTable } from './formatTable.ts'

const plain = { width: 80, bold: (text: string) => text }

describe('formatTable', () => {
  it('formatTable aligns columns, and marks empty cells', () => {
    const rows = [
      ['2026-11-02', '30 USD', ''],
      ['2026-11-03', '5 USDC-base', 'PO-7'],
    ]
    const columns = [{ title: 'TIME' }, { title: 'AMOUNT' }, { title: 'REFERENCE' }]
    expect(formatTable(columns, rows, plain)).toBe(
      [
        'TIME        AMOUNT       REFERENCE',
        '2026-11-02  30 USD       -',
        '2026-11-03  5 USDC-base  PO-7',
        '',
      ].join('\n'),
    )
  })

  it('formatTable shortens flexible columns to fit, the widest first, and never an identifier', () => {
    const id = '01KB52A1B2C3D4E5F6G7H8J9KA'
    const rows = [[id, 'a'.repeat(60), 'b'.repeat(30)]]
    const columns = [
      { title: 'ID' },
      { title: 'LONG', isFlexible: true },
      { title: 'SHORT', isFlexible: true },
    ]
    for (const width of [80, 60, 100]) {
      const lines = formatTable(columns, rows, { ...plain, width })
        .trimEnd()
        .split('\n')
      expect(Math.max(...lines.map(displayWidth))).toBe(width)
      expect(lines[1]).toContain(id)
    }
  })

  it('formatTable counts a wide letter as two columns, and a combining mark as none', () => {
    const table = formatTable(
      [{ title: 'A' }, { title: 'B' }],
      [
        ['日本', 'x'],
        ['é', 'y'],
      ],
      plain,
    )
    const [, first = '', second = ''] = table.split('\n')
    expect(displayWidth(first)).toBe(displayWidth(second))
    expect(shorten('日本語の名前', 5)).toBe('日本…')
  })

  it('formatTable removes the control sequences of remote texts', () => {
    const table = formatTable([{ title: 'A' }], [['\u001b[2J\u202ered\nnext']], plain)
    expect(table).toBe('A\n[2J red next\n')
  })
})
