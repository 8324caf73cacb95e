import { feedTexts, type InputLine } from './feed-input.ts'
import { parseKickoff, recordsOf } from './fixture-records.ts'

interface Row {
  line: number
  cells: string[]
}

/** Reads comma-separated values (RFC 4180): quoted cells may contain commas, line breaks and doubled quotes. */
function readRows(text: string): Row[] | { line: number; problem: string } {
  const rows: Row[] = []
  let line = 1
  let row: Row = { line, cells: [] }
  let cell = ''
  let isQuoted = false
  const endCell = (): void => {
    row.cells.push(cell.trim())
    cell = ''
  }
  for (let at = 0; at < text.length; at++) {
    const letter = text.charAt(at)
    if (letter === '\n') line++
    if (isQuoted) {
      if (letter !== '"') cell += letter
      else if (text.charAt(at + 1) === '"') cell += text.charAt(at++)
      else isQuoted = false
    } else if (letter === '"' && cell.trim() === '') {
      isQuoted = true
      cell = ''
    } else if (letter === ',') endCell()
    else if (letter === '\n') {
      endCell()
      rows.push(row)
      row = { line, cells: [] }
    } else cell += letter
  }
  if (isQuoted) return { line: row.line, problem: feedTexts.quotes }
  endCell()
  rows.push(row)
  return rows.filter(({ cells }) => cells.some((each) => each !== ''))
}

/** Columns by their names in a file's first line. */
const columnNames = {
  id: ['id', '编号'],
  sport: ['sport', '项目'],
  competition: ['competition', '赛事'],
  season: ['season', '赛季'],
  round: ['round', '轮次'],
  group: ['group', '分组'],
  home: ['home', '主队'],
  away: ['away', '客队'],
  kickoff: ['kickoff', '时间', '开赛时间'],
  venue: ['venue', '场馆'],
  homeScore: ['home_score', '主队得分'],
  awayScore: ['away_score', '客队得分'],
} as const
type Column = keyof typeof columnNames

const neededColumns = ['sport', 'competition', 'home', 'away', 'kickoff'] as const satisfies readonly Column[]

/** Reads fixtures and results, one a row. The first row names the columns. */
export function readCsv(text: string): InputLine[] {
  const rows = readRows(text.replace(/^\uFEFF/, '').replaceAll('\r\n', '\n'))
  if ('problem' in rows) return [rows]
  const [head, ...body] = rows
  if (!head) return [{ line: 1, problem: feedTexts.empty }]
  const placeOf = (column: Column): number =>
    head.cells.findIndex((cell) => columnNames[column].some((name) => name === cell.toLowerCase()))
  const missing = neededColumns.filter((column) => placeOf(column) === -1)
  if (missing.length > 0) return [{ line: head.line, problem: feedTexts.columns(missing.join('、')) }]
  return body.map(({ line, cells }): InputLine => {
    const of = (column: Column): string => cells[placeOf(column)] ?? ''
    const empty = neededColumns.find((column) => of(column) === '')
    if (empty) return { line, problem: feedTexts.wrongField(empty) }
    const kickoff = parseKickoff(of('kickoff'))
    if (kickoff === null) return { line, problem: feedTexts.kickoff(of('kickoff')) }
    const scores = [of('homeScore'), of('awayScore')]
    const hasScore = scores.some((score) => score !== '')
    if (hasScore && !scores.every((score) => /^\d{1,4}$/.test(score))) return { line, problem: feedTexts.score }
    const [home = 0, away = 0] = scores.map(Number)
    const hasScoreColumns = placeOf('homeScore') !== -1 && placeOf('awayScore') !== -1
    const records = recordsOf({
      id: of('id'),
      seq: 0,
      sport: of('sport'),
      competition: of('competition'),
      season: of('season'),
      round: of('round'),
      group: of('group'),
      home: of('home'),
      away: of('away'),
      kickoff,
      venue: of('venue'),
      score: hasScore ? { home, away } : hasScoreColumns ? 'none' : null,
      isCancelled: null,
    })
    return 'problem' in records ? { line, problem: records.problem } : { line, records, isUnversioned: true }
  })
}
