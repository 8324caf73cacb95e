import { readMediaName } from '@yunmu/formats'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readNameTable, writeNameTable, type ProposedFile } from './name-table.ts'

const categories = new Map([
  [1, '电视剧'],
  [2, '电影'],
  [3, '综艺'],
])
const proposed = (...files: string[]): ProposedFile[] =>
  files.map((file) => {
    const name = readMediaName(file)
    return { file, name, typeId: name.kind === 'film' ? 2 : 1, titleName: name.title, episodeName: '', source: '本站' }
  })
const files = proposed('长街/长街.S01E01.mp4', '短片 (2023).mp4', '综艺.20240105.第1期上.mp4')
const written = writeNameTable(files, categories)
const lines = written.trimEnd().split('\r\n')
const read = (text: string) => readNameTable(text, files, categories)
/** The table with one cell of a line replaced. */
const withCell = (line: number, column: string, value: string): string => {
  const at = (lines[0] ?? '').replace('\uFEFF', '').split('\t').indexOf(column)
  return lines
    .map((text, index) => (index === line - 1 ? text.split('\t').with(at, value).join('\t') : text))
    .join('\n')
}

test.each([
  ['类型', '连环画', /“类型”应是/],
  ['名称', '', /“名称”是空的/],
  ['集', '十二', /“集”应是数字：十二/],
  ['集', '', /剧集要写“集”/],
  ['年份', '20240', /“年份”应是数字/],
  ['导入', '也许', /“导入”应是/],
  ['分类', '漫画', /没有分类 漫画/],
  ['到集', '1', /“到集”应比“集”大/],
  ['文件', '不在.mp4', /文件夹里没有 不在\.mp4/],
  ['文件', '短片 (2023).mp4', /第 3 行|第 2 行/],
])('a wrong %s is named with its line: %j', (column, value, problem) => {
  const { problems } = read(withCell(2, column, value))
  expect(problems[0]?.problem).toMatch(problem)
  expect([2, 3]).toContain(problems[0]?.line)
})

test('all wrong lines are named, and a table without its columns is refused', () => {
  const wrong = withCell(2, '类型', '?').replace('短片\t', '\t')
  expect(read(wrong).problems.map(({ line }) => line)).toEqual([2, 3])
  expect(read('a\tb\n1\t2').problems[0]).toEqual({ line: 1, problem: '缺少“文件”一列' })
})

test('an unchanged table changes nothing, and a corrected line only its file', () => {
  expect(read(written)).toEqual({ changes: new Map(), problems: [] })
  const { changes, problems } = read(withCell(2, '名称', '长巷'))
  expect(problems).toEqual([])
  expect([...changes]).toMatchObject([
    ['长街/长街.S01E01.mp4', { skip: false, name: { title: '长巷', season: 1, episode: 1 } }],
  ])
  expect([...read(withCell(3, '导入', '否')).changes]).toMatchObject([['短片 (2023).mp4', { skip: true }]])
  expect([...read(withCell(4, '分类', '综艺')).changes.values()]).toMatchObject([{ typeId: 3 }])
})

test('what spreadsheets do to a table is understood: quotes, line ends, empty lines, other order of lines', () => {
  const [head = '', first = '', ...rest] = lines
  const quoted = first
    .split('\t')
    .map((cell) => `"${cell.replaceAll('"', '""')}"`)
    .join('\t')
  expect(read([head, ...rest, '', quoted, ''].join('\n'))).toEqual({ changes: new Map(), problems: [] })
})

test('any file name comes back as it was', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', minLength: 1, maxLength: 40 }), (text) => {
      fc.pre(text.trim() === text && !/["\u0085\u2028\u2029\uFEFF]/u.test(text) && text.isWellFormed())
      const [one] = proposed(`${text}.mp4`)
      if (!one) return
      const table = readNameTable(writeNameTable([one], categories), [one], categories)
      expect(table.problems).toEqual([])
    }),
  )
})
