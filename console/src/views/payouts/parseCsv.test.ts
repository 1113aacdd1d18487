import { expect, test } from 'vitest'
import { parseCsv } from './parseCsv.ts'

const cells = (text: string) => {
  const csv = parseCsv(text)
  return 'rows' in csv ? csv.rows.map((row) => row.cells) : csv
}

test.each([
  ['LF', 'a,b\n1,2\n'],
  ['CRLF', 'a,b\r\n1,2\r\n'],
  ['CR', 'a,b\r1,2'],
  ['a byte order mark', '\uFEFFa,b\r\n1,2'],
  ['semicolons', 'a;b\r\n1;2\r\n'],
  ['tabs', 'a\tb\n1\t2'],
  ['quotes', '"a","b"\r\n"1",2'],
  ['empty lines', '\r\na,b\r\n\r\n,\r\n1,2\r\n\r\n'],
])('The cells are the same with %s', (_, text) => {
  expect(cells(text)).toEqual([
    ['a', 'b'],
    ['1', '2'],
  ])
})

test('Quoted cells contain separators, line breaks and doubled quotes', () => {
  expect(cells('name,note\r\n"Ana, ""Bean""","two\r\nlines"\r\n')).toEqual([
    ['name', 'note'],
    ['Ana, "Bean"', 'two\r\nlines'],
  ])
})

test('A file with semicolons keeps its decimal commas', () => {
  expect(cells('recipient;amount\n0x1;12,50')).toEqual([
    ['recipient', 'amount'],
    ['0x1', '12,50'],
  ])
})

test('parseCsv keeps spaces and an empty last cell', () => {
  expect(cells('a,\n b ,""')).toEqual([
    ['a', ''],
    [' b ', ''],
  ])
})

test('Rows are numbered as in a spreadsheet', () => {
  const csv = parseCsv('a\n\n"b\nc"\nd')
  expect('rows' in csv && csv.rows.map(({ row }) => row)).toEqual([1, 3, 4])
})

test('A file of empty lines has no rows', () => {
  expect(cells('')).toEqual([])
  expect(cells('\r\n\r\n ; ;\r\n')).toEqual([])
})

test.each([
  ['a quote that never ends', 'a\n"b', { fault: 'unclosed_quote', row: 2 }],
  ['text after a quoted cell', 'a\n\n"b"c', { fault: 'text_after_quote', row: 3 }],
  ['a quote within a plain cell', 'a"b', { fault: 'quote_in_text', row: 1 }],
])('The parser reports the row of %s', (_, text, fault) => {
  expect(parseCsv(text)).toEqual(fault)
})
