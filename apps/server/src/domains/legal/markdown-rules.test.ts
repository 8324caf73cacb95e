import { legalDocument, type LegalRun } from '@yunmu/contract'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseMarkdown } from './markdown-rules.ts'

const textOf = (runs: readonly LegalRun[]): string => runs.map(({ text }) => text).join('')
const linksOf = (text: string): string[] =>
  parseMarkdown(text).flatMap((block) => ('runs' in block ? block.runs.flatMap(({ href }) => href ?? []) : []))

test('HTML stays text, in paragraphs and within them', () => {
  expect(parseMarkdown('<script>alert(1)</script>\n\n一 <b>二</b> <img src=x onerror=alert(1)>')).toEqual([
    { is: 'paragraph', runs: [{ text: '<script>alert(1)</script>' }] },
    { is: 'paragraph', runs: expect.arrayContaining([{ text: '<b>' }, { text: '<img src=x onerror=alert(1)>' }]) },
  ])
})

test('links lead to web and mail addresses and to paths of this site; of others only the words are left', () => {
  expect(linksOf('[一](https://a.example/?b=1&c=2) [二](/privacy) <a@b.example> https://c.example')).toEqual([
    'https://a.example/?b=1&c=2',
    '/privacy',
    'mailto:a@b.example',
    'https://c.example',
  ])
  const bad = [
    'javascript:alert(1)',
    'JaVaScRiPt:alert(1)',
    'data:text/html,x',
    '//evil.example',
    'vbscript:x',
    'mailto:a@b.example?bcc=c@d.example',
  ]
  for (const href of bad) {
    expect(linksOf(`[字](<${href}>)`)).toEqual([])
    expect(parseMarkdown(`[字](<${href}>)`)).toEqual([{ is: 'paragraph', runs: [{ text: '字' }] }])
  }
})

test('headings, lists in lists, tables, quotes and line breaks keep their shape', () => {
  expect(parseMarkdown('# 一\n## 二\n##### 五')).toMatchObject([{ level: 2 }, { level: 2 }, { level: 4 }])
  const [list] = parseMarkdown('3. 甲\n   - 子\n     - 孙\n4. 乙\n\n   丙')
  expect(list).toEqual({
    is: 'list',
    start: 3,
    items: [
      { runs: [{ text: '甲' }], inner: { start: null, items: [[{ text: '子' }, { text: '\n' }, { text: '孙' }]] } },
      { runs: [{ text: '乙' }, { text: '\n' }, { text: '丙' }], inner: null },
    ],
  })
  expect(parseMarkdown('| 甲 | 乙 |\n| --- | --- |\n| **丙** | `丁` |\n\n> 戊\n\n---')).toEqual([
    {
      is: 'table',
      head: [[{ text: '甲' }], [{ text: '乙' }]],
      rows: [[[{ text: '丙', mark: 'strong' }], [{ text: '丁', mark: 'code' }]]],
    },
    { is: 'quote', runs: [{ text: '戊' }] },
    { is: 'rule' },
  ])
})

test('any text is parsed, into parts that pages know, without an address that is not allowed', () => {
  const piece = fc.constantFrom(
    '# ',
    '- ',
    '1. ',
    '> ',
    '|',
    '---',
    '\n',
    '\n\n',
    '    ',
    '[a](',
    ')',
    'javascript:',
    '<b>',
    '**',
    '`',
    '&lt;',
    '字',
  )
  fc.assert(
    fc.property(fc.array(fc.oneof(piece, fc.string({ maxLength: 6 })), { maxLength: 30 }), (pieces) => {
      const blocks = parseMarkdown(pieces.join(''))
      legalDocument.reply.parse({ kind: 'terms', version: 1, isDefault: true, day: '', blocks })
      expect(JSON.stringify(blocks)).not.toMatch(/"href":"(?!https?:|mailto:|\/[^/\\])/i)
    }),
  )
})

test('emphasis that ends with Chinese punctuation needs no space after it', () => {
  expect(parseMarkdown('**简单地说：**不登录也能看。')).toEqual([
    { is: 'paragraph', runs: [{ text: '简单地说：', mark: 'strong' }, { text: '不登录也能看。' }] },
  ])
  const [block] = parseMarkdown('甲 \\*\\*乙\\*\\* `**丙**`')
  expect(block && 'runs' in block && textOf(block.runs)).toBe('甲 **乙** **丙**')
})

test('words of a paragraph are not lost', () => {
  expect(
    textOf(parseMarkdown('甲 **乙 *丙*** 丁 ~~戊~~').flatMap((block) => ('runs' in block ? block.runs : []))),
  ).toBe('甲 乙 丙 丁 戊')
})
