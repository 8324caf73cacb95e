import type { MediaName } from '@yunmu/formats'
import type { FileFacts } from './metadata-rules.ts'

/** A correction of one file in a table of names. */
export interface NameChange {
  /** Left out of the import. */
  skip: boolean
  name: Partial<MediaName>
  /** Null: by folders and options. */
  typeId: number | null
  /** What another program says of the episode, where files beside the video say nothing. */
  facts?: Pick<FileFacts, 'episodeName' | 'introSec' | 'outroSec'>
}

/** What an import would make of a file. */
export interface ProposedFile {
  /** Relative to the imported folder. */
  file: string
  name: MediaName
  typeId: number
  titleName: string
  episodeName: string
  source: string
}

/** A line of a table that cannot be taken. */
export interface TableProblem {
  /** From 1, as editors and spreadsheets count. */
  line: number
  problem: string
}

const COLUMNS = ['文件', '导入', '类型', '名称', '季', '集', '到集', '部分', '年份', '分类', '又名', '结果'] as const
type Column = (typeof COLUMNS)[number]
/** Shows what the line becomes; it is not read. */
const RESULT: Column = '结果'
const ALIAS_SEPARATOR = ' | '
const MAX_TITLE = 200

const KINDS: readonly (readonly [MediaName['kind'], string])[] = [
  ['film', '电影'],
  ['episode', '剧集'],
  ['special', '特别篇'],
  ['extra', '花絮'],
  ['trailer', '预告'],
]
const kindNames = new Map(KINDS)
const kindsByName = new Map(KINDS.map(([kind, name]) => [name, kind]))

const escaped = (text: string): string =>
  text.replace(/[\\\t\n\r]/g, (character) => ({ '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r' })[character] ?? '')
const unescaped = (text: string): string =>
  text.replace(/\\([\\tnr])/g, (_, letter: string) => ({ '\\': '\\', t: '\t', n: '\n', r: '\r' })[letter] ?? '')

function cellsOf(proposed: ProposedFile, categories: ReadonlyMap<number, string>): Record<Column, string> {
  const { file, name, typeId, titleName, episodeName, source } = proposed
  const number = (value: number | null): string => (value === null ? '' : String(value))
  return {
    文件: escaped(file),
    导入: '是',
    类型: kindNames.get(name.kind) ?? '',
    名称: escaped(name.title),
    季: number(name.season),
    集: number(name.episode),
    到集: number(name.lastEpisode),
    部分: number(name.part),
    年份: number(name.year),
    分类: categories.get(typeId) ?? String(typeId),
    又名: escaped(name.aliases.join(ALIAS_SEPARATOR)),
    结果: escaped(`${titleName} ${episodeName}（${source}）`),
  }
}

/** A table of proposed names: UTF-8 with a mark, which spreadsheets need, and tabs between its columns. */
export function writeNameTable(proposed: readonly ProposedFile[], categories: ReadonlyMap<number, string>): string {
  const lines = proposed.map((one) => {
    const cells = cellsOf(one, categories)
    return COLUMNS.map((column) => cells[column]).join('\t')
  })
  return `\uFEFF${[COLUMNS.join('\t'), ...lines].join('\r\n')}\r\n`
}

/** Cells of a line. Spreadsheets put cells with quotes or separators in quotes. */
const splitCells = (line: string): string[] =>
  line.split('\t').map((cell) => (/^".*"$/s.test(cell) ? cell.slice(1, -1).replaceAll('""', '"') : cell).trim())

export interface NameTable {
  changes: Map<string, NameChange>
  problems: TableProblem[]
}

/**
 * Reads a corrected table. Lines that say what was proposed change nothing, so that their files keep their places.
 * @param proposed what the import would do now
 */
export function readNameTable(
  text: string,
  proposed: readonly ProposedFile[],
  categories: ReadonlyMap<number, string>,
): NameTable {
  const table: NameTable = { changes: new Map(), problems: [] }
  const lines = text.replace(/^\uFEFF/u, '').split(/\r?\n|\r/u)
  const columns = splitCells(lines[0] ?? '')
  for (const column of COLUMNS) {
    if (column !== RESULT && !columns.includes(column)) table.problems.push({ line: 1, problem: `缺少“${column}”一列` })
  }
  if (table.problems.length > 0) return table
  const byFile = new Map(proposed.map((one) => [one.file, one]))
  const seen = new Map<string, number>()
  for (const [at, text] of lines.entries()) {
    if (at === 0 || text.trim() === '') continue
    const line = at + 1
    const given = splitCells(text)
    const cells = new Map(columns.map((column, index) => [column, given[index] ?? '']))
    const file = unescaped(cells.get('文件') ?? '')
    const problem = problemOfFile(file, { byFile, seen, count: given.length, columns: columns.length })
    seen.set(file, line)
    const found = byFile.get(file)
    if (problem !== null || found === undefined) table.problems.push({ line, problem: problem ?? '没有这个文件' })
    else readLine(line, { cells, proposed: found, categories }, table)
  }
  return table
}

function problemOfFile(
  file: string,
  {
    byFile,
    seen,
    count,
    columns,
  }: { byFile: ReadonlyMap<string, ProposedFile>; seen: ReadonlyMap<string, number>; count: number; columns: number },
): string | null {
  if (file === '') return '没有写文件'
  if (count > columns) return '列数比第一行多'
  if (seen.has(file)) return `和第 ${seen.get(file)} 行是同一个文件`
  return byFile.has(file) ? null : `文件夹里没有 ${file}`
}

interface LineContext {
  cells: ReadonlyMap<string, string>
  proposed: ProposedFile
  categories: ReadonlyMap<number, string>
}

function readLine(line: number, { cells, proposed, categories }: LineContext, table: NameTable): void {
  const problems: string[] = []
  const cell = (column: Column): string => unescaped(cells.get(column) ?? '')
  const number = (column: Column, max: number, form = /^\d{1,8}$/): number | null => {
    const text = cell(column)
    if (text === '') return null
    if (form.test(text) && Number(text) <= max) return Number(text)
    problems.push(`“${column}”应是数字：${text}`)
    return null
  }
  const kind = kindsByName.get(cell('类型'))
  if (kind === undefined) problems.push(`“类型”应是 ${[...kindNames.values()].join('、')}：${cell('类型')}`)
  const title = cell('名称')
    .normalize('NFKC')
    .replace(/[\p{Cc}\p{Cf}]+/gu, ' ')
    .replace(/\s+/gu, ' ')
    .trim()
  if (title === '' || title.length > MAX_TITLE) problems.push(title === '' ? '“名称”是空的' : '“名称”太长')
  const take = cell('导入')
  if (take !== '是' && take !== '否') problems.push(`“导入”应是 是 或 否：${take}`)
  const typeId = categoryOf(cell('分类'), categories)
  if (typeId === null) problems.push(`没有分类 ${cell('分类')}`)
  const name = {
    kind: kind ?? proposed.name.kind,
    title,
    season: number('季', 999),
    episode: number('集', 99_999_999, /^\d{1,8}(?:\.5)?$/),
    lastEpisode: number('到集', 99_999_999),
    part: number('部分', 9),
    year: number('年份', 2100),
    aliases: cell('又名')
      .split(ALIAS_SEPARATOR)
      .map((alias) => alias.trim())
      .filter((alias) => alias !== ''),
  }
  if (kind === 'episode' && name.episode === null) problems.push('剧集要写“集”')
  if (name.lastEpisode !== null && name.lastEpisode <= (name.episode ?? 0)) problems.push('“到集”应比“集”大')
  for (const problem of problems) table.problems.push({ line, problem })
  if (problems.length > 0) return
  if (take === '否') table.changes.set(proposed.file, { skip: true, name: {}, typeId: null })
  else if (isChanged(proposed, { ...name, typeId })) table.changes.set(proposed.file, { skip: false, name, typeId })
}

/** By number or name. */
function categoryOf(text: string, categories: ReadonlyMap<number, string>): number | null {
  if (/^\d{1,9}$/.test(text)) return categories.has(Number(text)) ? Number(text) : null
  return [...categories].find(([, name]) => name === text)?.[0] ?? null
}

function isChanged({ name, typeId }: ProposedFile, given: Partial<MediaName> & { typeId: number | null }): boolean {
  const keys = ['kind', 'title', 'season', 'episode', 'lastEpisode', 'part', 'year'] as const
  return (
    given.typeId !== typeId ||
    keys.some((key) => given[key] !== name[key]) ||
    JSON.stringify(given.aliases) !== JSON.stringify(name.aliases)
  )
}
