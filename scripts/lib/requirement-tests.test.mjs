import { expect, test } from 'vitest'
import { provenLines, requirementLines, requirementTable } from './requirement-tests.mjs'

const source = `
test('names no line', () => {})
test("[A01] the page's logo", () => { expect('[A02] no title').toBe(1) })
describe('[B01] a group', () => {
  test.each([1, 2])('[A01] [C03] %i of \${them}', () => {})
  test.skipIf(process.env.CI)(\`[D01] \${name} | opens\`, async () => {})
})
it('[E07] is refused', () => {})
`

test('texts that are no titles, and titles without a line, prove nothing', () => {
  expect(provenLines("test('plain', () => { run('[A01] x') })", 'a.test.ts')).toEqual([])
})

test('a test proves the lines of its title and of the groups around it', () => {
  const file = 'a.test.tsx'
  expect(provenLines(source, file).map(({ id, title }) => `${id} ${title}`)).toEqual([
    "A01 the page's logo",
    'B01 a group › %i of ${them}',
    'A01 a group › %i of ${them}',
    'C03 a group › %i of ${them}',
    'B01 a group › … | opens',
    'D01 a group › … | opens',
    'E07 is refused',
  ])
})

test('lines are read with whether they are built, and the table names those without a test', () => {
  const lines = requirementLines('- **A01** Logo.\n- **A02** Navigation.\n- **M01** Plans.\ntext **B01**')
  expect(lines).toEqual([
    { id: 'A01', built: true },
    { id: 'A02', built: true },
    { id: 'M01', built: false },
  ])
  const proven = provenLines("test('[A01] a | b', f)\ntest('[M01] [Z99] early', f)", 'x.test.ts')
  const { text, withoutTest, unknown } = requirementTable(lines, proven)
  expect(withoutTest).toEqual(['A02'])
  expect(unknown).toEqual(['M01', 'Z99'])
  expect(text).toContain('\n| A01 | a \\| b | x.test.ts |\n')
  expect(text).toContain('Lines without a test: A02.')
})
